"""Cast whatever is trained to float32: PEFT does so for the adapter, not for modules_to_save."""

import torch
from peft import LoraConfig, cast_mixed_precision_params, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
sizes = {"hidden_size": 16, "intermediate_size": 16, "num_attention_heads": 2}
base = LlamaForCausalLM(LlamaConfig(vocab_size=32, num_hidden_layers=1, **sizes)).half()
config = LoraConfig(target_modules=["q_proj"], r=2, modules_to_save=["lm_head"])
ids = torch.randint(3, 32, (2, 8))


def update(model):
    """Take one step under GradScaler and return the names of the weights that moved."""
    trained = {n: p for n, p in model.named_parameters() if p.requires_grad}
    before = {n: p.detach().clone() for n, p in trained.items()}
    optimizer = torch.optim.SGD(trained.values(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=256)
    with torch.autocast("cpu", dtype=torch.float16):
        loss = model(input_ids=ids, labels=ids).loss
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    return [n for n, p in trained.items() if (p != before[n]).any()]


def broken():
    model = get_peft_model(base, config)
    return update(model)


def fixed():
    model = get_peft_model(base, config)
    cast_mixed_precision_params(model, torch.float16)
    return update(model)


def mistake_autocast_adapter_dtype():
    model = get_peft_model(base, config, autocast_adapter_dtype=True)
    return update(model)


def check(moved):
    """The head that is trained in full moves, and the adapter too."""
    wanted = ("lm_head", "lora_B")
    missing = [part for part in wanted if not any(part in name for name in moved)]
    assert not missing, f"not moved: {', '.join(missing)}"
