"""Count positions from the mask in a left-padded forward() of a model with learned positions."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
ids = dict(vocab_size=50, bos_token_id=None, eos_token_id=None)
gpt2 = GPT2LMHeadModel(GPT2Config(**ids, n_embd=32, n_layer=2, n_head=2)).eval()
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
llama = LlamaForCausalLM(LlamaConfig(**ids, **size)).eval()
prompt = torch.randint(1, 50, (1, 3))
padded = torch.nn.functional.pad(prompt, (6, 0), value=0)
mask = torch.tensor([[0, 0, 0, 0, 0, 0, 1, 1, 1]])


@torch.no_grad()
def last_logits(model, tokens, **inputs):
    return model(tokens, **inputs).logits[0, -1]


def broken():
    return {
        "GPT-2": last_logits(gpt2, padded, attention_mask=mask),
        "Llama": last_logits(llama, padded, attention_mask=mask),
    }


def fixed():
    positions = (mask.cumsum(-1) - 1).clamp(min=0)
    return {
        "GPT-2": last_logits(gpt2, padded, attention_mask=mask, position_ids=positions),
        "Llama": last_logits(llama, padded, attention_mask=mask, position_ids=positions),
    }


def check(logits):
    """Left padding does not change the logits of the last token."""
    gaps = {
        name: (logits[name] - last_logits(model, prompt)).abs().max().item()
        for name, model in (("GPT-2", gpt2), ("Llama", llama))
    }
    moved = ", ".join(f"{name} {gap:.6f}" for name, gap in gaps.items())
    assert max(gaps.values()) < 1e-5, f"left padding moves the logits by: {moved}"
