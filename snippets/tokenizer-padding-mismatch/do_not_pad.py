"""Hand over prompts of different lengths without padding: generate_batch() packs them itself."""

import torch
from transformers import ContinuousBatchingConfig, GenerationConfig, LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=50, pad_token_id=0, bos_token_id=None, eos_token_id=None)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = [torch.randint(1, 50, (n,)).tolist() for n in (2, 3, 5, 9)]
greedy = GenerationConfig(max_new_tokens=8, do_sample=False, eos_token_id=50, pad_token_id=0)
small = ContinuousBatchingConfig(num_blocks=16, max_batch_tokens=64)


def broken():
    padded = torch.tensor([prompt + [0] * (9 - len(prompt)) for prompt in prompts])
    output = model.generate(padded, attention_mask=(padded != 0).long(), generation_config=greedy)
    return output[:, 9:].tolist()


def fixed():
    settings = dict(generation_config=greedy, continuous_batching_config=small)
    output = model.generate_batch(prompts, **settings)
    return [output[key].generated_tokens for key in sorted(output)]


def check(batched):
    """A prompt's continuation does not depend on the prompts it is batched with."""
    for prompt, tokens in zip(prompts, batched, strict=True):
        output = model.generate(torch.tensor([prompt]), generation_config=greedy)
        alone = output[0, len(prompt) :].tolist()
        assert tokens == alone, f"{len(prompt)} tokens alone: {alone}, in the batch: {tokens}"
