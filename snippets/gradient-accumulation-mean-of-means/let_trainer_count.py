"""Let a wrapped model accept the token count, and say by loss_type that its loss shifts labels."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(vocab_size=64, hidden_size=16, num_attention_heads=2, num_hidden_layers=1)
base = LlamaForCausalLM(config)
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
    label_names=["labels"],
    report_to=[],
    use_cpu=True,
    disable_tqdm=True,
)


class Wrapper(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.model = base


def train_one_step(model):
    trainer = Trainer(model, args, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return trainer.state.log_history[0]


def broken():
    class Scorer(Wrapper):
        def forward(self, input_ids, labels):
            return self.model(input_ids=input_ids, labels=labels)

    return train_one_step(Scorer())


def fixed():
    class Scorer(Wrapper):
        loss_type = base.loss_type

        def forward(self, input_ids, labels, **kwargs):
            return self.model(input_ids=input_ids, labels=labels, **kwargs)

    return train_one_step(Scorer())


def mistake_kwargs_without_loss_type():
    class Scorer(Wrapper):
        def forward(self, input_ids, labels, **kwargs):
            return self.model(input_ids=input_ids, labels=labels, **kwargs)

    return train_one_step(Scorer())


def check(log):
    """The logged gradient norm is that of the two rows in one batch."""
    base.zero_grad()
    base(input_ids=ids, labels=labels).loss.backward()
    whole = torch.nn.utils.get_total_norm([p.grad for p in base.parameters()]).item()
    logged = log["grad_norm"]
    assert abs(logged - whole) < 1e-3, f"logged grad_norm {logged:.3f}, whole batch {whole:.3f}"
