"""When rows are padded as they are tokenized, write -100 into their labels there and then."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    DataCollatorForSeq2Seq,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

SEED = 0
torch.manual_seed(SEED)
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
words.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w0")
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, initializer_range=0.3)
heads = dict(num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads))
texts = ["w5 w6 w7 w8 w9 w10 w11 w12", "w13 w14 w15", "w20 w21 w22 w23"]
arguments = TrainingArguments("out", report_to="none", use_cpu=True, disable_tqdm=True)


def eval_loss(rows, **options):
    trainer = Trainer(model, arguments, processing_class=tokenizer, **options)
    return trainer.predict(rows).metrics["test_loss"]


def broken():
    rows = [tokenizer(text, padding="max_length", max_length=16) for text in texts]
    for row in rows:
        row["labels"] = row["input_ids"].copy()
    return eval_loss(rows)


def fixed():
    rows = [tokenizer(text, padding="max_length", max_length=16) for text in texts]
    for row in rows:
        row["labels"] = [i if m else -100 for i, m in zip(row["input_ids"], row["attention_mask"])]
    return eval_loss(rows)


def mistake_a_collator_that_pads_labels():
    rows = [tokenizer(text, padding="max_length", max_length=16) for text in texts]
    for row in rows:
        row["labels"] = row["input_ids"].copy()
    return eval_loss(rows, data_collator=DataCollatorForSeq2Seq(tokenizer))


def check(loss):
    """The evaluation loss is the mean over the tokens of the texts without padding."""
    alone = [tokenizer(text, return_tensors="pt").input_ids for text in texts]
    model.eval()
    with torch.no_grad():
        sums = [model(input_ids=r, labels=r).loss * (r.numel() - 1) for r in alone]
    expected = sum(sums) / sum(r.numel() - 1 for r in alone)
    assert abs(loss - expected) < 1e-4, f"eval loss {loss:.4f}, without padding {expected:.4f}"
