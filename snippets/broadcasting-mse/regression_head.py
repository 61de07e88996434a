"""A head with one output returns (N, 1), Trainer's labels are (N,): squeeze in your loss."""

import torch
from torch.nn.functional import mse_loss
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=20, hidden_size=16, intermediate_size=32, num_hidden_layers=1)
config = BertConfig(**size, num_attention_heads=2, num_labels=1, initializer_range=1.0)
model = BertForSequenceClassification(config)
rows = [{"input_ids": torch.tensor([5 + i, 6, 7]), "labels": float(i)} for i in range(8)]
args = TrainingArguments("out", report_to=[], use_cpu=True, disable_tqdm=True)


def eval_loss(compute_loss):
    trainer = Trainer(model, args, compute_loss_func=compute_loss)
    return trainer.predict(rows).metrics["test_loss"]


def broken():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return mse_loss(outputs.logits, labels)

    return eval_loss(compute_loss)


def fixed():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return mse_loss(outputs.logits.squeeze(-1), labels)

    return eval_loss(compute_loss)


@torch.no_grad()
def check(loss):
    """The loss is the mean squared distance of each prediction from its own label."""
    model.eval()
    guess = [model(input_ids=r["input_ids"][None]).logits.item() for r in rows]
    each = [(g - r["labels"]) ** 2 for g, r in zip(guess, rows)]
    expected = sum(each) / len(each)
    assert abs(loss - expected) < 1e-3, f"loss {loss:.3f}, row by row {expected:.3f}"
