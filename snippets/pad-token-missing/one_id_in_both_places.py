"""Copy the pad id from the tokenizer to the config: two different ids score the padding."""

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
tokenizer.add_special_tokens({"pad_token": "[PAD]"})
size = dict(vocab_size=len(words), hidden_size=16, intermediate_size=32, initializer_range=0.3)
config = LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2, num_labels=2)
model = LlamaForSequenceClassification(config).eval()
model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
texts = ["the cat sat on a mat", "the cat"]


@torch.no_grad()
def scores(texts):
    batch = tokenizer(texts, padding="max_length", max_length=8, return_tensors="pt")
    return model(**batch).logits


def broken():
    model.config.pad_token_id = model.config.eos_token_id
    return scores(texts)


def fixed():
    model.config.pad_token_id = tokenizer.pad_token_id
    return scores(texts)


def mistake_batches_of_one():
    model.config.pad_token_id = None
    return torch.cat([scores([text]) for text in texts])


@torch.no_grad()
def check(logits):
    """Padding gives each text the score that it has without padding."""
    alone = torch.cat([model(**tokenizer([t], return_tensors="pt")).logits for t in texts])
    gap = (logits - alone).abs().max().item()
    assert gap < 1e-4, f"scores differ by {gap:.4f} from those without padding"
