"""Name the new tokens in trainable_token_indices, for the input and the output embedding."""

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
    num_hidden_layers=1,
)
model = LlamaForCausalLM(config)
model.resize_token_embeddings(66, mean_resizing=False)
new = [64, 65]
ids = torch.tensor([[5, 64, 6, 65, 7], [64, 8, 65, 9, 64]])


def rows(model):
    """Return the rows of the new tokens in the input and in the output embedding."""
    layers = model.get_input_embeddings(), model.get_output_embeddings()
    return [layer.weight[new].detach().clone() for layer in layers]


def train(lora):
    before = rows(model)
    adapted = get_peft_model(model, lora)
    optimizer = torch.optim.AdamW([p for p in adapted.parameters() if p.requires_grad], lr=1e-2)
    for step in range(5):
        adapted(input_ids=ids, labels=ids).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return {"before": before, "after": rows(adapted.merge_and_unload())}


def broken():
    lora = LoraConfig(target_modules=["q_proj", "v_proj"])
    return train(lora)


def fixed():
    indices = {"embed_tokens": new, "lm_head": new}
    lora = LoraConfig(target_modules=["q_proj", "v_proj"], trainable_token_indices=indices)
    return train(lora)


def mistake_all_linear():
    lora = LoraConfig(target_modules="all-linear")
    return train(lora)


def mistake_input_rows_only():
    lora = LoraConfig(target_modules=["q_proj", "v_proj"], trainable_token_indices=new)
    return train(lora)


def check(result):
    """Training on text with the new tokens moves both rows of each of them."""
    moved = {}
    for name, old, row in zip(["input", "output"], result["before"], result["after"], strict=True):
        moved[name] = round((row - old).abs().amax(-1).min().item(), 4)
    assert min(moved.values()) > 0, f"smallest movement of a new token's row: {moved}"
