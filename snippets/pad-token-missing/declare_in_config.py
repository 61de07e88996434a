"""A classification head reads the pad id from the model's config, not from the tokenizer."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForSequenceClassification, PreTrainedTokenizerFast

SEED = 0
torch.manual_seed(SEED)
words = "<unk> </s> the cat sat on a mat".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
size = dict(vocab_size=len(words), hidden_size=16, intermediate_size=32, initializer_range=0.3)
config = LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2, num_labels=2)
model = LlamaForSequenceClassification(config).eval()
texts = ["the cat sat on a mat", "the cat"]


@torch.no_grad()
def scores():
    return model(**tokenizer(texts, padding=True, return_tensors="pt")).logits


def broken():
    tokenizer.pad_token = tokenizer.eos_token
    return scores()


def fixed():
    tokenizer.pad_token = tokenizer.eos_token
    model.config.pad_token_id = tokenizer.pad_token_id
    return scores()


def mistake_attribute_of_the_model():
    tokenizer.pad_token = tokenizer.eos_token
    model.pad_token_id = tokenizer.pad_token_id
    return scores()


@torch.no_grad()
def check(logits):
    """The batch gives each text the score that it has alone."""
    alone = torch.cat([model(**tokenizer([t], return_tensors="pt")).logits for t in texts])
    gap = (logits - alone).abs().max().item()
    assert gap < 1e-4, f"scores differ by {gap:.4f}"
