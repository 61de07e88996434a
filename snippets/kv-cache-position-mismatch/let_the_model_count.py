"""Leave position_ids out while decoding with a cache: the model counts from the cache's length."""

import torch
from transformers import DynamicCache, LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=40,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=2,
    initializer_range=0.3,
)
model = LlamaForCausalLM(config).eval()
tokens = torch.randint(40, (1, 16))
PROMPT = 4


def differences(**options_of_step):
    """Feed the prompt, then single tokens; compare each token's logits with one full pass."""
    cache = DynamicCache(config=config)
    with torch.no_grad():
        full = model(tokens).logits
        logits = [model(tokens[:, :PROMPT], cache=cache).logits]
        for i in range(PROMPT, tokens.shape[1]):
            options = {name: option(i) for name, option in options_of_step.items()}
            token = tokens[:, i : i + 1]
            logits.append(model(token, cache=cache, **options).logits)
    return (torch.cat(logits, dim=1) - full).abs().amax(-1)[0].tolist()


def broken():
    return differences(position_ids=lambda i: torch.tensor([[0]]))


def fixed():
    return differences()


def mistake_position_of_the_prompt():
    return differences(position_ids=lambda i: torch.tensor([[PROMPT]]))


def mistake_mask_of_one_token():
    return differences(attention_mask=lambda i: torch.ones(1, 1, dtype=torch.long))


def check(off):
    """With the cache each token gets the logits that it gets without."""
    worst = max(off)
    assert worst < 1e-4, (
        f"logits differ by up to {worst:.2f}; the prompt's by {max(off[:PROMPT]):.0e}"
    )
