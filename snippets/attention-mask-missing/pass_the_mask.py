"""Pass everything that the tokenizer returned: model(**batch), not model(batch.input_ids)."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

SEED = 0
torch.manual_seed(SEED)
words = "[PAD] [UNK] the cat sat on a mat and then it ran away".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "[UNK]"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="[PAD]")
size = dict(vocab_size=len(words), hidden_size=32, intermediate_size=64, num_hidden_layers=2)
model = BertModel(BertConfig(**size, num_attention_heads=2, initializer_range=0.3)).eval()
texts = ["the cat sat on a mat and then it ran away", "the cat"]


def embed(ids, mask=None):
    with torch.no_grad():
        return model(ids, attention_mask=mask).last_hidden_state[:, 0]


def broken():
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return embed(batch["input_ids"])


def fixed():
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return embed(batch["input_ids"], batch["attention_mask"])


def mistake_name_the_pad_in_config():
    model.config.pad_token_id = tokenizer.pad_token_id
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return embed(batch["input_ids"])


def mistake_zero_the_pad_embedding():
    model.get_input_embeddings().weight.data[tokenizer.pad_token_id] = 0
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return embed(batch["input_ids"])


def check(vectors):
    """A text has the same vector in a batch as alone."""
    alone = torch.cat([embed(tokenizer(text, return_tensors="pt")["input_ids"]) for text in texts])
    similar = torch.cosine_similarity(vectors, alone).min().item()
    assert similar > 0.9999, f"cosine similarity of batched and alone: {similar:.3f}"
