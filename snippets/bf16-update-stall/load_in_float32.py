"""Load a bfloat16 checkpoint as float32 for training; bf16=True does not make a float32 copy."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=1,
)
LlamaForCausalLM(config).to(torch.bfloat16).save_pretrained("checkpoint")
ids = torch.randint(64, (8, 16))
rows = [{"input_ids": row, "labels": row} for row in ids]
vector = torch.nn.utils.parameters_to_vector


def share_moved(model, **options):
    before = vector(model.parameters()).detach().clone()
    args = TrainingArguments(
        "out",
        bf16=True,
        learning_rate=1e-5,
        lr_scheduler_type="constant",
        max_steps=20,
        use_cpu=True,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        **options,
    )
    trainer = Trainer(model, args, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return (vector(model.parameters()) != before).float().mean().item()


def broken():
    model = LlamaForCausalLM.from_pretrained("checkpoint")
    return share_moved(model)


def fixed():
    model = LlamaForCausalLM.from_pretrained("checkpoint", dtype=torch.float32)
    return share_moved(model)


def mistake_no_clipping():
    model = LlamaForCausalLM.from_pretrained("checkpoint")
    return share_moved(model, max_grad_norm=0.0)


def check(share):
    """Training moves practically every weight."""
    assert share > 0.9, f"{share:.0%} of the weights have moved"
