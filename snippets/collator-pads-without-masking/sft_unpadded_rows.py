"""Give SFTTrainer rows without padding: it rebuilds the attention mask from their lengths."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = Tokenizer(models.WordLevel({f"w{i:02}": i for i in range(40)}, unk_token="w01"))
words.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="w00", eos_token="w02")
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64)
heads = dict(num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads))
texts = ["w05 w06 w07 w08 w09 w10 w11 w02", "w13 w14 w02", "w20 w21 w22 w02"]


def first_batch(rows):
    arguments = SFTConfig("out", report_to="none", use_cpu=True, bf16=False)
    data = Dataset.from_list([dict(row) for row in rows])
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    batch = next(iter(trainer.get_train_dataloader()))
    return {name: batch[name].tolist() for name in ("input_ids", "attention_mask", "labels")}


def broken():
    rows = [tokenizer(text, padding="max_length", max_length=12) for text in texts]
    return first_batch(rows)


def fixed():
    rows = [tokenizer(text) for text in texts]
    return first_batch(rows)


def check(batch):
    """As many positions are attended to, and as many are graded, as there are tokens."""
    tokens = sum(len(text.split()) for text in texts)
    attended = sum(map(sum, batch["attention_mask"]))
    graded = sum(label != -100 for row in batch["labels"] for label in row)
    assert attended == graded == tokens, f"{tokens} tokens: {attended} attended to, {graded} graded"
