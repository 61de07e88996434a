"""compute_metrics gets logits and labels unshifted: align them before comparing."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=16, hidden_size=32, intermediate_size=64, num_key_value_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
ids = torch.tensor([[5, 6, 7, 8, 9, 10, 11, 12]])
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for _ in range(30):
    optimizer.zero_grad()
    model(input_ids=ids, labels=ids).loss.backward()
    optimizer.step()
args = TrainingArguments("out", report_to=[], use_cpu=True, disable_tqdm=True)
rows = [{"input_ids": row, "labels": row} for row in ids]


def evaluate(accuracy):
    trainer = Trainer(model, args, compute_metrics=accuracy)
    metrics = trainer.predict(rows).metrics
    return {"loss": metrics["test_loss"], "accuracy": metrics["test_accuracy"]}


def broken():
    def accuracy(pred):
        guess, labels = pred.predictions.argmax(-1), pred.label_ids
        return {"accuracy": float((guess == labels).mean())}

    return evaluate(accuracy)


def fixed():
    def accuracy(pred):
        guess, labels = pred.predictions.argmax(-1)[:, :-1], pred.label_ids[:, 1:]
        return {"accuracy": float((guess == labels).mean())}

    return evaluate(accuracy)


def check(seen):
    """A mean loss below 0.1 over 7 tokens leaves each of them likelier than not: accuracy 1."""
    sure = seen["loss"] < 0.1
    assert sure and seen["accuracy"] == 1, (
        f"accuracy {seen['accuracy']:.2f}, loss {seen['loss']:.3f}"
    )
