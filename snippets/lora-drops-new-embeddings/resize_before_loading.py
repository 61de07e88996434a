"""Resize the base model to the adapter's vocabulary before the adapter is loaded."""

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
sizes = {"hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2}
ids = torch.tensor([[5, 64, 6, 65, 7]])


def load_base():
    torch.manual_seed(SEED)
    return LlamaForCausalLM(LlamaConfig(vocab_size=64, num_hidden_layers=1, **sizes))


trained = load_base()
trained.resize_token_embeddings(66)
trained = get_peft_model(trained, LoraConfig(target_modules=["q_proj"])).eval()
trained.save_pretrained("adapter", save_embedding_layers=True)
expected = trained(input_ids=ids).logits.detach()


def broken():
    base = load_base()
    model = PeftModel.from_pretrained(base, "adapter").eval()
    return model(input_ids=ids).logits.detach()


def fixed():
    base = load_base()
    base.resize_token_embeddings(66)
    model = PeftModel.from_pretrained(base, "adapter").eval()
    return model(input_ids=ids).logits.detach()


def mistake_set_vocab_size():
    base = load_base()
    base.config.vocab_size = 66
    model = PeftModel.from_pretrained(base, "adapter").eval()
    return model(input_ids=ids).logits.detach()


def check(logits):
    """The loaded model computes what the saved one did."""
    off = (logits - expected).abs().max().item()
    assert off < 1e-5, f"logits of the loaded model differ by up to {off:.3f}"
