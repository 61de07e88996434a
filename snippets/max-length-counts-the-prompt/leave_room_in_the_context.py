"""Cut the prompt, from its left, to what the context leaves beside the answer."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
CONTEXT, NEW = 32, 8
config = GPT2Config(
    vocab_size=40,
    n_positions=CONTEXT,
    n_embd=16,
    n_layer=1,
    n_head=2,
    bos_token_id=None,
    eos_token_id=None,
)
model = GPT2LMHeadModel(config).eval()
question = torch.tensor([[7, 8, 9]])
prompt = torch.cat([torch.randint(10, 40, (1, 40)), question], dim=1)


def answer(prompt):
    mask = torch.ones_like(prompt)
    return model.generate(prompt, attention_mask=mask, do_sample=False, max_new_tokens=NEW)


def broken():
    return answer(prompt)


def fixed():
    return answer(prompt[:, -(CONTEXT - NEW) :])


def mistake_cut_to_the_context():
    return answer(prompt[:, -CONTEXT:])


def check(out):
    """The question is still there, followed by eight tokens."""
    assert torch.equal(out[:, -NEW - 3 : -NEW], question), f"before the answer: {out[0, -11:-8]}"
