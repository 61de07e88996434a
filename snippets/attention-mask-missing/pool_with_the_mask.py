"""Use the mask once more in the mean: a hidden state comes out of the pad positions too."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

SEED = 0
torch.manual_seed(SEED)
words = "[PAD] [UNK] the cat sat on a mat and then it ran away".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "[UNK]"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="[PAD]")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
size = dict(vocab_size=len(words), hidden_size=32, intermediate_size=64, num_hidden_layers=2)
model = BertModel(BertConfig(**size, num_attention_heads=2, initializer_range=0.3)).eval()
texts = ["the cat sat on a mat and then it ran away", "the cat"]


@torch.no_grad()
def states(texts):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return model(**batch).last_hidden_state, batch["attention_mask"]


def broken():
    hidden, mask = states(texts)
    return hidden.mean(1)


def fixed():
    hidden, mask = states(texts)
    return (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)


def mistake_divide_by_the_width():
    hidden, mask = states(texts)
    return (hidden * mask[..., None]).mean(1)


def check(vectors):
    """The mean over a text's tokens is the same in a batch as alone."""
    alone = torch.cat([states([text])[0].mean(1) for text in texts])
    gap = (vectors - alone).norm(dim=1) / alone.norm(dim=1)
    assert gap.max() < 1e-4, f"the batched vector is {gap.max():.0%} off the one alone"
