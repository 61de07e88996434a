"""Left-pad inputs_embeds as well: there generate() cannot see the side and does not warn."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=50, pad_token_id=0, bos_token_id=None, eos_token_id=None)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = [torch.randint(1, 50, (n,)) for n in (2, 3, 5, 9)]


def continued(side, rows):
    pad = torch.nn.utils.rnn.pad_sequence
    vectors = pad([model.get_input_embeddings()(row) for row in rows], True, 0.0, side)
    mask = pad([torch.ones_like(row) for row in rows], True, 0, side)
    output = model.generate(
        inputs_embeds=vectors, attention_mask=mask, max_new_tokens=8, do_sample=False
    )
    return output.tolist()


def broken():
    return continued("right", prompts)


def fixed():
    return continued("left", prompts)


def check(batched):
    """A prompt's continuation does not depend on the prompts it is batched with."""
    for prompt, tokens in zip(prompts, batched, strict=True):
        alone = continued("left", [prompt])[0]
        assert tokens == alone, f"{len(prompt)} tokens alone: {alone}, in the batch: {tokens}"
