"""Limit the new tokens: max_length is the length of prompt and answer together."""

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
    eos_token_id=None,  # so that only the limit ends an answer
)
model = LlamaForCausalLM(config).eval()
prompt = torch.randint(3, 40, (1, 30))


def answer(prompt, **limits):
    mask = torch.ones_like(prompt)
    out = model.generate(prompt, attention_mask=mask, do_sample=False, **limits)
    return out[0, prompt.shape[1] :]


def broken():
    return answer(prompt, max_length=20)


def fixed():
    return answer(prompt, max_new_tokens=20)


def mistake_min_new_tokens():
    return answer(prompt, max_length=20, min_new_tokens=20)


def mistake_truncate_to_the_limit():
    return answer(prompt[:, :20], max_length=20)


def check(answer):
    """The answer has the 20 tokens that were asked for."""
    assert len(answer) == 20, f"{len(answer)} new tokens"
