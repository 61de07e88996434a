"""Pass names as a list; a string is a regular expression that must match the whole path."""

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
model = LlamaForCausalLM(config)


def adapted_layers(lora):
    adapted = get_peft_model(model, lora)
    return sorted(n.split(".lora_A")[0] for n, _ in adapted.named_parameters() if "lora_A" in n)


def broken():
    lora = LoraConfig(target_modules="q_proj,v_proj")
    return adapted_layers(lora)


def fixed():
    lora = LoraConfig(target_modules=["q_proj", "v_proj"])
    return adapted_layers(lora)


def mistake_one_name():
    lora = LoraConfig(target_modules="q_proj")
    return adapted_layers(lora)


def check(layers):
    """Both projections of both layers are adapted, and nothing else."""
    attention = "base_model.model.model.layers.{}.self_attn.{}"
    expected = [attention.format(i, name) for i in (0, 1) for name in ("q_proj", "v_proj")]
    assert layers == expected, f"adapted: {layers}"
