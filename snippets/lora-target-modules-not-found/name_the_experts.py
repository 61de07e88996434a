"""Target fused experts by target_parameters; "all-linear" finds no linear layer in them."""

import torch
from peft import LoraConfig, get_peft_model
from transformers import GptOssConfig, GptOssForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = GptOssConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_key_value_heads=2,
    head_dim=16,
    num_hidden_layers=1,
    num_local_experts=4,
    num_experts_per_tok=1,
)
model = GptOssForCausalLM(config)
in_experts = sum(p.numel() for name, p in model.named_parameters() if ".experts." in name)


def adapted_paths(**targets):
    adapted = get_peft_model(model, LoraConfig(**targets))
    return [name for name, _ in adapted.named_parameters() if "lora_A" in name]


def broken():
    return adapted_paths(target_modules="all-linear")


def fixed():
    experts = ["experts.gate_up_proj", "experts.down_proj"]
    return adapted_paths(target_modules="all-linear", target_parameters=experts)


def mistake_list_the_names():
    return adapted_paths(target_modules=["q_proj", "v_proj", "gate_up_proj", "down_proj"])


def check(paths):
    """The experts, where most of the weights are, have adapters."""
    inside = [path for path in paths if ".experts." in path]
    assert inside, (
        f"none of {len(paths)} adapters is in the experts, which hold {in_experts} weights"
    )
