"""Set dropout to 0 in a policy that is trained on its own samples."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
config = GPT2Config(
    vocab_size=64,
    n_embd=32,
    n_head=2,
    n_layer=2,
    n_positions=32,
    bos_token_id=None,
    eos_token_id=None,
    pad_token_id=0,
)
policy = GPT2LMHeadModel(config).eval()
prompts = torch.randint(1, 64, (4, 5))
rollout = policy.generate(
    prompts,
    attention_mask=torch.ones_like(prompts),
    do_sample=True,
    top_k=0,
    max_new_tokens=8,
    output_logits=True,
    return_dict_in_generate=True,
)
tokens = rollout.sequences[:, 5:, None]
sampled = torch.stack(rollout.logits, 1).log_softmax(-1).gather(2, tokens)


def ratios():
    logits = policy(rollout.sequences).logits[:, 4:-1]
    return (logits.log_softmax(-1).gather(2, tokens) - sampled).exp().flatten().detach()


def broken():
    policy.train()
    return ratios()


def fixed():
    policy.train()
    for module in policy.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    return ratios()


def mistake_no_grad():
    policy.train()
    with torch.no_grad():
        return ratios()


def mistake_seed_before_the_forward():
    policy.train()
    torch.manual_seed(SEED)
    return ratios()


def check(ratios):
    """Before the first update the new policy is the one that sampled: all ratios are 1."""
    low, high, mean = ratios.min().item(), ratios.max().item(), ratios.mean().item()
    off = (ratios - 1).abs().max().item()
    assert off < 1e-3, f"ratios from {low:.2f} to {high:.2f}, mean {mean:.2f}"
