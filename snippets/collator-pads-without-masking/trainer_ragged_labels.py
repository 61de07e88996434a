"""Without a tokenizer, Trainer stacks the rows as they are: give it a collator that pads."""

from tokenizers import Tokenizer, models
from transformers import (
    DataCollatorForSeq2Seq,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w0")
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64)
heads = dict(num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads))
arguments = TrainingArguments("out", report_to="none", use_cpu=True, disable_tqdm=True)
rows = [{"input_ids": [5, 6, 7, 8, 2]}, {"input_ids": [9, 10, 2]}]
rows = [row | {"labels": row["input_ids"].copy()} for row in rows]


def broken():
    trainer = Trainer(model, arguments, eval_dataset=rows)
    return next(iter(trainer.get_eval_dataloader()))["labels"].tolist()


def fixed():
    trainer = Trainer(
        model, arguments, eval_dataset=rows, data_collator=DataCollatorForSeq2Seq(tokenizer)
    )
    return next(iter(trainer.get_eval_dataloader()))["labels"].tolist()


def check(labels):
    """Each row keeps its own labels, and what is added to them is ignored by the loss."""
    for row, padded in zip(rows, labels):
        own = row["labels"]
        assert padded[: len(own)] == own and set(padded[len(own) :]) <= {-100}, f"labels {padded}"
