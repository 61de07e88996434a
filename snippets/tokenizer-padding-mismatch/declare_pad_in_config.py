"""Tell the model's config the pad id too: a classifier looks there for the last real token."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    LlamaConfig,
    LlamaForSequenceClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

SEED = 0
words = "<eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
tokenizer.pad_token = tokenizer.eos_token
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=0)
model = LlamaForSequenceClassification(LlamaConfig(**size, **ids, num_labels=3)).eval()
texts = ["the cat", "the red hill", "it ran far away over one red hill"]
rows = [tokenizer(text) for text in texts]


def predict():
    arguments = TrainingArguments("out", use_cpu=True, report_to=[], disable_tqdm=True)
    return Trainer(model, arguments, processing_class=tokenizer).predict(rows).predictions


def broken():
    return predict()


def fixed():
    model.config.pad_token_id = tokenizer.pad_token_id
    return predict()


def check(scores):
    """A text's scores do not depend on the texts it is batched with."""
    with torch.no_grad():
        alone = torch.cat([model(torch.tensor([row["input_ids"]])).logits for row in rows])
    gap = (torch.from_numpy(scores) - alone).abs().max().item()
    assert gap < 1e-5, f"scores differ by {gap:.6f}"
