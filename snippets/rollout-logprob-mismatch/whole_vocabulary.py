"""Sample from the whole vocabulary, or the sampler's log-probabilities are of another distribution."""

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


def ratios(top_k, temperature):
    """Return the ratios of full to filtered probabilities for tokens sampled with these settings."""
    torch.manual_seed(SEED)
    rollout = policy.generate(
        prompts,
        attention_mask=torch.ones_like(prompts),
        do_sample=True,
        temperature=temperature,
        top_k=top_k,
        max_new_tokens=8,
        output_scores=True,
        return_dict_in_generate=True,
    )
    tokens = rollout.sequences[:, 5:, None]
    sampled = torch.stack(rollout.scores, 1).log_softmax(-1).gather(2, tokens)
    with torch.no_grad():
        logits = policy(rollout.sequences).logits[:, 4:-1] / temperature
    return (logits.log_softmax(-1).gather(2, tokens) - sampled).exp().flatten()


def broken():
    return ratios(top_k=20, temperature=1.0)


def fixed():
    return ratios(top_k=0, temperature=1.0)


def mistake_temperature_in_both():
    return ratios(top_k=20, temperature=0.6)


def check(ratios):
    """Before the first update the new policy is the one that sampled: all ratios are 1."""
    low, high, mean = ratios.min().item(), ratios.max().item(), ratios.mean().item()
    off = (ratios - 1).abs().max().item()
    assert off < 1e-3, f"ratios from {low:.2f} to {high:.2f}, mean {mean:.2f}"
