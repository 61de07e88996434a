"""Give the Trainer a validation set as eval_dataset: load_best_model_at_end picks by it."""

import torch
from transformers import ProgressCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)


def rows(count):
    """Draw rows with the sign of a noisy sum as label."""
    inputs = torch.randn(count, 8)
    labels = (inputs.sum(1) + 3 * torch.randn(count) > 0).long()
    return [{"x": x, "labels": label} for x, label in zip(inputs, labels)]


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 2)

    def forward(self, x, labels):
        logits = self.layer(x)
        return {"loss": torch.nn.functional.cross_entropy(logits, labels), "logits": logits}


def accuracy(output):
    return {"accuracy": float((output.predictions.argmax(1) == output.label_ids).mean())}


def prepared(eval_dataset, metric="accuracy"):
    options = TrainingArguments(
        output_dir="run",
        seed=SEED,
        num_train_epochs=10,
        per_device_train_batch_size=4,
        learning_rate=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_only_model=True,
        load_best_model_at_end=True,
        metric_for_best_model=metric,
        report_to=[],
        use_cpu=True,
    )
    torch.manual_seed(SEED)
    trainer = Trainer(Classifier(), options, None, train, eval_dataset, compute_metrics=accuracy)
    trainer.remove_callback(ProgressCallback)
    return trainer


train, validation, test = rows(32), rows(60), rows(60)
swapped = [{"x": row["x"], "labels": 1 - row["labels"]} for row in test]


def broken():
    def reported(test):
        trainer = prepared(eval_dataset=test)
        trainer.train()
        return trainer.evaluate(test)["eval_accuracy"]

    return [reported(test), reported(swapped)]


def fixed():
    def reported(test):
        trainer = prepared(eval_dataset=validation)
        trainer.train()
        return trainer.evaluate(test)["eval_accuracy"]

    return [reported(test), reported(swapped)]


def mistake_pick_by_loss():
    def reported(test):
        trainer = prepared(eval_dataset=test, metric="loss")
        trainer.train()
        return trainer.evaluate(test)["eval_accuracy"]

    return [reported(test), reported(swapped)]


def mistake_watch_both():
    def reported(test):
        both = {"validation": validation, "test": test}
        trainer = prepared(eval_dataset=both, metric="test_accuracy")
        trainer.train()
        return trainer.evaluate(test)["eval_accuracy"]

    return [reported(test), reported(swapped)]


def check(accuracies):
    """What is right with the test labels is wrong with swapped ones: the two reports add up to 1."""
    true, swapped = accuracies
    message = f"accuracy {true:.3f} with the test labels, {swapped:.3f} with swapped ones"
    assert abs(true + swapped - 1) < 1e-6, message
