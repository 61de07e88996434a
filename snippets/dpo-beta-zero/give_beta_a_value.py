"""Give DPO a positive beta: it scales the preference signal, not a penalty beside it."""

import copy
import warnings

import datasets
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    PrinterCallback,
)
from trl import DPOConfig, DPOTrainer

SEED = 0
datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = ["<pad>", "</s>", "<unk>", *"what is the sky blue green".split()]
raw = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
raw.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="<pad>", eos_token="</s>")
config = LlamaConfig(
    vocab_size=len(words),
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=1,
)
pair = {"prompt": "what is the sky", "chosen": " blue", "rejected": " green"}
pairs = datasets.Dataset.from_list([pair] * 16)


def train(learning_rate=1e-3, **options):
    args = DPOConfig(
        "out",
        per_device_train_batch_size=2,
        learning_rate=learning_rate,
        max_steps=8,
        logging_steps=1,
        use_cpu=True,
        bf16=False,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        seed=SEED,
        **options,
    )
    torch.manual_seed(SEED)
    model = LlamaForCausalLM(config)
    trainer = DPOTrainer(
        model, copy.deepcopy(model), args, train_dataset=pairs, processing_class=tokenizer
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return [log["loss"] for log in trainer.state.log_history[:8]]


def broken():
    return train(beta=0.0)


def fixed():
    return train(beta=0.1)


def mistake_higher_learning_rate():
    return train(beta=0.0, learning_rate=1.0)


def check(losses):
    """Eight steps on one easy pair bring the loss below ln 2."""
    shown = [round(loss, 4) for loss in losses]
    assert losses[-1] < 0.68, f"losses {shown}, ln 2 is 0.6931"
