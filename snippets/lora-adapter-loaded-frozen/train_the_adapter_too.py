"""Let the adapter train beside the layer that was unfrozen by hand."""

import warnings

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
warnings.simplefilter("ignore", FutureWarning)
ids = torch.arange(8)[None]
size = dict(vocab_size=32, hidden_size=16, intermediate_size=32)
lora = LoraConfig(target_modules=["q_proj"], task_type="CAUSAL_LM")


def base():
    torch.manual_seed(SEED)
    return LlamaForCausalLM(LlamaConfig(num_attention_heads=2, num_hidden_layers=1, **size))


trained = get_peft_model(base(), lora)
for name, parameter in trained.named_parameters():
    if "lora_" in name:
        torch.nn.init.normal_(parameter)
trained.save_pretrained("saved")


def changed(model):
    """Train for five steps and return the kinds of parameters that are different afterwards."""
    start = {name: p.detach().clone() for name, p in model.named_parameters()}
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(5):
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    names = [name for name, p in model.named_parameters() if not torch.equal(start[name], p)]
    return sorted("adapter" if "lora_" in name else name.split(".")[-2] for name in names)


def broken():
    model = PeftModel.from_pretrained(base(), "saved")
    model.get_base_model().lm_head.requires_grad_(True)
    return changed(model)


def fixed():
    model = PeftModel.from_pretrained(base(), "saved", is_trainable=True)
    model.get_base_model().lm_head.requires_grad_(True)
    return changed(model)


def check(kinds):
    """Training changes the adapter."""
    assert "adapter" in kinds, f"changed: {kinds}"
