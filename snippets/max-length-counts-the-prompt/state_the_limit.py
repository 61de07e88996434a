"""State the limit: without one, generate stops after 20 new tokens."""

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
)
model = LlamaForCausalLM(config).eval()
prompt = torch.randint(3, 40, (1, 15))


def answer(**limits):
    mask = torch.ones_like(prompt)
    out = model.generate(prompt, attention_mask=mask, do_sample=False, **limits)
    return out[0, prompt.shape[1] :]


def broken():
    return answer()


def fixed():
    return answer(max_new_tokens=50)


def mistake_min_length():
    return answer(min_length=50)


def check(answer):
    """The answer is as long as the reference answer, 50 tokens."""
    assert len(answer) == 50, f"cut after {len(answer)} tokens"
