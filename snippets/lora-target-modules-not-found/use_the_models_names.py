"""Name the layers as this model does, or let PEFT find them with "all-linear"."""

import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
config = GPT2Config(
    vocab_size=64,
    n_embd=32,
    n_layer=2,
    n_head=2,
    n_positions=32,
    bos_token_id=1,
    eos_token_id=2,
)
model = GPT2LMHeadModel(config)
ids = torch.randint(64, (2, 8))


def names_with_gradient(lora):
    adapted = get_peft_model(model, lora)
    adapted(input_ids=ids, labels=ids).loss.backward()
    return [name for name, p in adapted.named_parameters() if p.grad is not None]


def broken():
    lora = LoraConfig(target_modules=["query_key_value"], fan_in_fan_out=True)
    return names_with_gradient(lora)


def fixed():
    lora = LoraConfig(target_modules="all-linear", fan_in_fan_out=True)
    return names_with_gradient(lora)


def mistake_names_of_llama():
    lora = LoraConfig(target_modules=["q_proj"], fan_in_fan_out=True)
    return names_with_gradient(lora)


def mistake_set_task_type():
    lora = LoraConfig(target_modules=["query_key_value"], task_type="CAUSAL_LM")
    return names_with_gradient(lora)


def check(names):
    """Every transformer block has adapter weights with gradients."""
    for block in range(config.n_layer):
        found = [name for name in names if f".h.{block}." in name and "lora_" in name]
        assert found, f"no adapter in block {block}; gradients in {names}"
