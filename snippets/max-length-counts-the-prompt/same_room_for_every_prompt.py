"""Give each prompt the same room: under max_length a longer prompt leaves a shorter answer."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=40,
    hidden_size=16,
    intermediate_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    eos_token_id=None,
    pad_token_id=0,
)
model = LlamaForCausalLM(config).eval()
prompts = [torch.randint(3, 40, (length,)) for length in (4, 7, 10, 13, 16, 19)]


def new_tokens(prompts, **limits):
    """Generate for a left-padded batch, and return how many tokens each row got."""
    ids = torch.nn.utils.rnn.pad_sequence(prompts, batch_first=True, padding_side="left")
    out = model.generate(ids, attention_mask=ids.ne(0).long(), do_sample=False, **limits)
    return [out.shape[1] - ids.shape[1]] * len(prompts)


def broken():
    return [new_tokens([prompt], max_length=20)[0] for prompt in prompts]


def fixed():
    return [new_tokens([prompt], max_new_tokens=8)[0] for prompt in prompts]


def mistake_one_batch():
    return new_tokens(prompts, max_length=20)


def mistake_min_new_tokens():
    return [new_tokens([prompt], max_length=20, min_new_tokens=8)[0] for prompt in prompts]


def check(counts):
    """Every prompt gets the eight tokens of an answer, whatever its own length."""
    assert set(counts) == {8}, f"new tokens for prompts of 4, 7, 10, 13, 16 and 19: {counts}"
