"""Load the vocabulary that was saved, and add rows afterwards."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
SMALL = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1}
config = LlamaConfig(vocab_size=20, num_attention_heads=2, tie_word_embeddings=True, **SMALL)
saved = LlamaForCausalLM(config)
saved.save_pretrained("base")


def broken():
    options = {"vocab_size": 22, "ignore_mismatched_sizes": True}
    model = LlamaForCausalLM.from_pretrained("base", **options)
    return model.get_input_embeddings().weight


def fixed():
    model = LlamaForCausalLM.from_pretrained("base")
    model.resize_token_embeddings(22, mean_resizing=False)
    return model.get_input_embeddings().weight


def check(rows):
    """There are 22 rows, and the first 20 are those of the checkpoint."""
    assert len(rows) == 22, f"{len(rows)} rows"
    kept = (rows[:20] == saved.get_input_embeddings().weight).all(dim=1).sum().item()
    assert kept == 20, f"{kept} of 20 rows are those of the checkpoint"
