"""Divide a custom loss by the num_items_in_batch that Trainer hands to it."""

import torch
from torch.nn.functional import cross_entropy
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(vocab_size=64, hidden_size=16, num_attention_heads=2, num_hidden_layers=1)
model = LlamaForCausalLM(config)
ids = torch.randint(3, 64, (2, 12))
labels = ids.clone()
labels[1, :10] = -100  # a long prompt with a two-token answer
rows = [{"input_ids": ids[i], "labels": labels[i]} for i in (0, 1)]
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    gradient_accumulation_steps=2,
    max_steps=1,
    logging_steps=1,
    save_strategy="no",
    report_to=[],
    use_cpu=True,
    disable_tqdm=True,
)


def token_loss(outputs, labels, reduction):
    logits, labels = outputs.logits[:, :-1], labels[:, 1:]
    return cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)


def train_one_step(compute_loss, scaled=None):
    trainer = Trainer(model, args, train_dataset=rows, compute_loss_func=compute_loss)
    trainer.loss_is_scaled_for_ga = scaled
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return trainer.state.log_history[0]


def broken():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return token_loss(outputs, labels, "mean")

    return train_one_step(compute_loss)


def fixed():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return token_loss(outputs, labels, "sum") / num_items_in_batch

    return train_one_step(compute_loss)


def mistake_let_trainer_divide():
    def compute_loss(outputs, labels, num_items_in_batch=None):
        return token_loss(outputs, labels, "mean")

    return train_one_step(compute_loss, scaled=False)


def check(log):
    """The logged gradient norm is that of the two rows in one batch."""
    model.zero_grad()
    model(input_ids=ids, labels=labels).loss.backward()
    whole = torch.nn.utils.get_total_norm([p.grad for p in model.parameters()]).item()
    logged = log["grad_norm"]
    assert abs(logged - whole) < 1e-3, f"logged grad_norm {logged:.3f}, whole batch {whole:.3f}"
