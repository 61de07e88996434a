"""Build the optimizer after get_peft_model: adapters are new parameters, the old ones get frozen."""

import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
base = GPT2LMHeadModel(GPT2Config(vocab_size=32, n_embd=16, n_layer=1, n_head=2))
config = LoraConfig(target_modules=["c_attn"], r=2, fan_in_fan_out=True)
ids = torch.randint(0, 32, (4, 8))


def train(model, optimizer):
    for _ in range(5):
        optimizer.zero_grad()
        model(input_ids=ids, labels=ids).loss.backward()
        optimizer.step()
    held = sum(p.numel() for group in optimizer.param_groups for p in group["params"])
    learned = sum(p.abs().sum().item() for n, p in model.named_parameters() if "lora_B" in n)
    return {"held by the optimizer": held, "size of lora_B": learned}


def broken():
    optimizer = torch.optim.AdamW(base.parameters(), lr=1e-2)
    model = get_peft_model(base, config)
    return train(model, optimizer)


def fixed():
    model = get_peft_model(base, config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    return train(model, optimizer)


def check(result):
    """The adapter has left its start, where lora_B is 0."""
    size = result["size of lora_B"]
    held = result["held by the optimizer"]
    assert size > 0, f"lora_B is {size:.4f} after 5 steps; the optimizer holds {held} numbers"
