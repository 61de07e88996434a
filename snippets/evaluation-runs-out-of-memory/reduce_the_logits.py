"""Reduce logits to what the metric needs before Trainer stores them."""

import torch
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)

SEED = 0
torch.manual_seed(SEED)
sizes = {"vocab_size": 32_000, "hidden_size": 8, "intermediate_size": 8}
model = LlamaForCausalLM(LlamaConfig(**sizes, num_attention_heads=1, num_hidden_layers=1))
ids = torch.randint(32_000, (48, 39))
rows = [{"input_ids": row, "labels": row} for row in ids]  # 6 batches, 40 MB of logits each
options = {"per_device_eval_batch_size": 8, "use_cpu": True, "disable_tqdm": True}


class Memory(TrainerCallback):
    def __init__(self):
        self.megabytes = []

    def on_prediction_step(self, args, state, control, **kwargs):
        with open("/proc/self/status") as file:
            used = next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))
        self.megabytes.append(used / 1000)


def evaluate(metrics, reduce=None, **more):
    args = TrainingArguments("out", report_to=[], **options | more)
    trainer = Trainer(model, args, eval_dataset=rows, compute_metrics=metrics)
    trainer.preprocess_logits_for_metrics = reduce
    memory = Memory()
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(memory)
    trainer.evaluate()
    return [round((used - memory.megabytes[0]) / 20) * 20 for used in memory.megabytes]


def broken():
    def metrics(predictions):
        guesses = predictions.predictions.argmax(-1)[:, :-1]
        return {"accuracy": (guesses == predictions.label_ids[:, 1:]).mean()}

    return evaluate(metrics)


def fixed():
    def metrics(predictions):
        guesses = predictions.predictions[:, :-1]
        return {"accuracy": (guesses == predictions.label_ids[:, 1:]).mean()}

    return evaluate(metrics, lambda logits, labels: logits.argmax(-1))


def mistake_move_to_the_cpu_often():
    def metrics(predictions):
        guesses = predictions.predictions.argmax(-1)[:, :-1]
        return {"accuracy": (guesses == predictions.label_ids[:, 1:]).mean()}

    return evaluate(metrics, eval_accumulation_steps=1)


def mistake_keep_a_list():
    def metrics(predictions):
        guesses = [batch.argmax(-1)[:, :-1] for batch in predictions.predictions]
        return {"first": guesses[0][0, 0]}

    return evaluate(metrics, eval_do_concat_batches=False)


def check(growth):
    """Evaluating more batches needs no more memory."""
    more = growth[-1]
    assert more < 50, f"after {len(growth)} batches {more:.0f} MB more than after the first"
