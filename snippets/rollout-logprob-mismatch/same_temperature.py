"""Divide the trainer's logits by the temperature that the sampler used."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=1,
    initializer_range=0.3,
    bos_token_id=None,
    eos_token_id=None,
    pad_token_id=0,
)
policy = LlamaForCausalLM(config).eval()
prompts = torch.randint(1, 64, (4, 5))
TEMPERATURE = 0.6
rollout = policy.generate(
    prompts,
    attention_mask=torch.ones_like(prompts),
    do_sample=True,
    temperature=TEMPERATURE,
    top_k=0,
    max_new_tokens=8,
    output_logits=True,
    return_dict_in_generate=True,
)
tokens = rollout.sequences[:, 5:, None]
sampled = (torch.stack(rollout.logits, 1) / TEMPERATURE).log_softmax(-1).gather(2, tokens)


def ratios(logps):
    return (logps - sampled).exp().flatten()


def broken():
    with torch.no_grad():
        logits = policy(rollout.sequences).logits[:, 4:-1]
    logps = logits.log_softmax(-1).gather(2, tokens)
    return ratios(logps)


def fixed():
    with torch.no_grad():
        logits = policy(rollout.sequences).logits[:, 4:-1]
    logps = (logits / TEMPERATURE).log_softmax(-1).gather(2, tokens)
    return ratios(logps)


def mistake_divide_log_probabilities():
    with torch.no_grad():
        logits = policy(rollout.sequences).logits[:, 4:-1]
    logps = logits.log_softmax(-1).gather(2, tokens) / TEMPERATURE
    return ratios(logps)


def mistake_clip_the_ratio():
    return broken().clamp(0.8, 1.2)


def check(ratios):
    """Before the first update the new policy is the one that sampled: all ratios are 1."""
    low, high, mean = ratios.min().item(), ratios.max().item(), ratios.mean().item()
    off = (ratios - 1).abs().max().item()
    assert off < 1e-3, f"ratios from {low:.2f} to {high:.2f}, mean {mean:.2f}"
