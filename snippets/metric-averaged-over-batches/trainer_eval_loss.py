"""Compute a token-weighted loss in compute_metrics: Trainer's eval_loss weighs batches by rows."""

import numpy as np
import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments
from transformers.trainer_callback import PrinterCallback

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=40,
    hidden_size=16,
    intermediate_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    initializer_range=0.4,
)
model = LlamaForCausalLM(config).eval()
rows = [torch.randint(40, (length,)) for length in (3, 3, 4, 4, 30, 40, 50, 60)]
dataset = [{"input_ids": row, "labels": row} for row in rows]


def collate(samples):
    ids = [sample["input_ids"] for sample in samples]
    pad = torch.nn.utils.rnn.pad_sequence
    labels = pad(ids, batch_first=True, padding_value=-100)
    return {
        "input_ids": labels.clamp(min=0),
        "labels": labels,
        "attention_mask": labels.ge(0).long(),
    }


def token_losses(logits, labels):
    logits, labels = logits[:, :-1].float(), labels[:, 1:].clone()
    return torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels, reduction="none")


def totals(logits, labels):
    losses = token_losses(logits, labels)
    return torch.stack([losses.sum(1), labels[:, 1:].ge(0).sum(1)], dim=1)


def weighted(output):
    loss, tokens = np.sum(output.predictions, axis=0)
    return {"loss": loss / tokens}


def evaluate(size, **options):
    arguments = TrainingArguments("out", per_device_eval_batch_size=size, report_to="none")
    arguments.disable_tqdm = True
    trainer = Trainer(model, arguments, eval_dataset=dataset, data_collator=collate, **options)
    trainer.remove_callback(PrinterCallback)  # it prints times
    return trainer.evaluate()["eval_loss"]


def broken():
    return [evaluate(1), evaluate(2), evaluate(8)]


def fixed():
    options = {"compute_metrics": weighted, "preprocess_logits_for_metrics": totals}
    return [evaluate(1, **options), evaluate(2, **options), evaluate(8, **options)]


def check(losses):
    """The batch size of the evaluation does not change the loss."""
    spread = max(losses) - min(losses)
    assert spread < 1e-3, f"eval_loss by batch size: {[round(loss, 3) for loss in losses]}"
