"""Add a pad token to a tokenizer that has none, and a row for it to the model's embeddings."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
words = "<eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>")
tokenizer.padding_side = "left"
tokenizer.model_input_names = ["input_ids", "attention_mask"]
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=0)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = ["the cat", "the red hill", "then it ran far away over one red hill"]


@torch.no_grad()
def last_logits(batch):
    return model(**batch).logits[:, -1, : len(words)]


def broken():
    return last_logits(tokenizer(prompts, padding=True, return_tensors="pt"))


def fixed():
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    model.resize_token_embeddings(len(tokenizer))
    model.config.pad_token_id = tokenizer.pad_token_id
    return last_logits(tokenizer(prompts, padding=True, return_tensors="pt"))


def mistake_model_config_only():
    model.config.pad_token_id = model.config.eos_token_id
    return last_logits(tokenizer(prompts, padding=True, return_tensors="pt"))


def mistake_truncation():
    return last_logits(tokenizer(prompts, padding=True, truncation=True, return_tensors="pt"))


def check(logits):
    """The batch gives each prompt the next-token logits that it has on its own."""
    alone = torch.cat([last_logits(tokenizer([prompt], return_tensors="pt")) for prompt in prompts])
    gap = (logits - alone).abs().max().item()
    assert gap < 1e-3, f"logits differ by {gap:.4f}"
