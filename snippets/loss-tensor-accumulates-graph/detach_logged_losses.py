"""Detach what a custom compute_loss keeps for logging."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(vocab_size=64, hidden_size=16, num_attention_heads=2, num_hidden_layers=1)
rows = [{"input_ids": ids, "labels": ids} for ids in torch.randint(64, (6, 8))]
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    max_steps=6,
    save_strategy="no",
    report_to=[],
    use_cpu=True,
    disable_tqdm=True,
)


def graph_nodes(losses):
    nodes, todo = set(), [loss.grad_fn for loss in losses]
    while todo:
        node = todo.pop()
        if node is not None and node not in nodes:
            nodes.add(node)
            todo += [parent for parent, _ in node.next_functions]
    return len(nodes)


def train(trainer_class):
    trainer = trainer_class(LlamaForCausalLM(config), args, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    trainer.kept, trainer.alive = [], []
    trainer.train()
    return trainer.alive


def broken():
    class LoggingTrainer(Trainer):
        def compute_loss(self, model, inputs, **kwargs):
            loss = super().compute_loss(model, inputs, **kwargs)
            self.kept.append(loss)
            self.alive.append(graph_nodes(self.kept))
            return loss

    return train(LoggingTrainer)


def fixed():
    class LoggingTrainer(Trainer):
        def compute_loss(self, model, inputs, **kwargs):
            loss = super().compute_loss(model, inputs, **kwargs)
            self.kept.append(loss.detach())
            self.alive.append(graph_nodes(self.kept))
            return loss

    return train(LoggingTrainer)


def mistake_move_to_cpu():
    class LoggingTrainer(Trainer):
        def compute_loss(self, model, inputs, **kwargs):
            loss = super().compute_loss(model, inputs, **kwargs)
            self.kept.append(loss.cpu().clone())
            self.alive.append(graph_nodes(self.kept))
            return loss

    return train(LoggingTrainer)


def check(alive):
    """The kept losses hold no more of the graph at the last step than at the first."""
    assert alive[-1] <= alive[0], (
        f"{alive[0]} graph nodes alive in step 1, {alive[-1]} in step {len(alive)}"
    )
