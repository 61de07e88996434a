"""Tell save_pretrained to keep the resized embeddings; it finds out only if it can read the base."""

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
sizes = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2}
ids = torch.tensor([[5, 64, 6, 65, 7]])


def resized_base(process):
    """Return the base model with two new tokens, as each process makes it: new rows are random."""
    torch.manual_seed(SEED)
    model = LlamaForCausalLM(LlamaConfig(vocab_size=64, num_hidden_layers=1, **sizes))
    model.name_or_path = "company/base"  # on a machine that cannot reach the hub
    torch.manual_seed(100 + process)
    model.resize_token_embeddings(66, mean_resizing=False)
    return model


def reload():
    model = PeftModel.from_pretrained(resized_base(process=2), "adapter").eval()
    return model(input_ids=ids).logits.detach()


def broken():
    model = get_peft_model(resized_base(process=1), LoraConfig(target_modules=["q_proj"])).eval()
    model.save_pretrained("adapter")
    return {"saved": model(input_ids=ids).logits.detach(), "loaded": reload()}


def fixed():
    model = get_peft_model(resized_base(process=1), LoraConfig(target_modules=["q_proj"])).eval()
    model.save_pretrained("adapter", save_embedding_layers=True)
    return {"saved": model(input_ids=ids).logits.detach(), "loaded": reload()}


def check(logits):
    """The loaded model computes what the saved one did."""
    off = (logits["loaded"] - logits["saved"]).abs().max().item()
    assert off < 1e-5, f"logits of the loaded model differ by up to {off:.3f}"
