"""Make the generation config consistent before the model is saved with it."""

import json

import torch
from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM

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


def saved():
    model.save_pretrained("tuned")
    return json.load(open("tuned/generation_config.json"))


def broken():
    model.generation_config = GenerationConfig(temperature=0.9, top_p=0.6)
    return saved()


def fixed():
    model.generation_config = GenerationConfig(temperature=0.9, top_p=0.6, do_sample=True)
    return saved()


def mistake_do_sample_false():
    model.generation_config = GenerationConfig(temperature=0.9, top_p=0.6, do_sample=False)
    return saved()


def check(written):
    """The temperature is in the file, together with the switch that makes it count."""
    assert written.get("temperature") == 0.9, f"the file holds {written}"
    assert written.get("do_sample") is True, f"the file holds {written}"
