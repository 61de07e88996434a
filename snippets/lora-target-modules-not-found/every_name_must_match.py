"""Check that each name matched: PEFT raises only if none of them does."""

import torch
from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=2,
)


def adapted_kinds(names):
    """Return which kinds of layers got an adapter, beside what was asked for."""
    torch.manual_seed(SEED)
    adapted = get_peft_model(LlamaForCausalLM(config), LoraConfig(target_modules=names))
    paths = [name for name, _ in adapted.named_parameters() if "lora_A" in name]
    kinds = {path.split(".lora_A")[0].rsplit(".", 1)[1] for path in paths}
    return {"asked": sorted(names), "adapted": sorted(kinds)}


def broken():
    names = ["q_proj", "v_proj", "fc1", "fc2"]
    return adapted_kinds(names)


def fixed():
    names = ["q_proj", "v_proj", "gate_proj", "up_proj", "down_proj"]
    return adapted_kinds(names)


def mistake_plural():
    names = ["q_proj", "v_proj", "gate_projs", "up_projs", "down_projs"]
    return adapted_kinds(names)


def check(names):
    """Each name that was asked for has adapters."""
    missing = set(names["asked"]) - set(names["adapted"])
    assert not missing, f"no adapter for {sorted(missing)}, only for {names['adapted']}"
