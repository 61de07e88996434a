"""Trainer hands compute_loss_func the labels as they are: shift them there."""

import torch
from torch.nn.functional import cross_entropy
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=32, hidden_size=16, intermediate_size=32, initializer_range=0.5)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
ids = torch.randint(3, 32, (2, 12))
rows = [{"input_ids": row, "labels": row} for row in ids]
options = dict(max_steps=1, logging_steps=1, save_strategy="no", report_to=[], use_cpu=True)


def first_loss(compute_loss):
    args = TrainingArguments("out", **options, disable_tqdm=True)
    trainer = Trainer(model, args, train_dataset=rows, compute_loss_func=compute_loss)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return trainer.state.log_history[0]["loss"]


def broken():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return cross_entropy(outputs.logits.flatten(0, 1), labels.flatten())

    return first_loss(compute_loss)


def fixed():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return cross_entropy(outputs.logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten())

    return first_loss(compute_loss)


@torch.no_grad()
def check(loss):
    """The first logged loss is the mean of -log p(next token) over the rows."""
    p = model(input_ids=ids).logits.log_softmax(-1)
    each = [-p[i, t, ids[i, t + 1]].item() for i in range(2) for t in range(11)]
    expected = sum(each) / len(each)
    assert abs(loss - expected) < 1e-3, f"loss {loss:.3f}, next-token loss {expected:.3f}"
