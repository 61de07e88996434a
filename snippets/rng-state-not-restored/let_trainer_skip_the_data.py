"""Let Trainer fast-forward the data on resume: leave ignore_data_skip at False."""

import torch
import transformers
from transformers import GPT2Config, GPT2LMHeadModel, PrinterCallback, Trainer, TrainingArguments

transformers.utils.logging.disable_progress_bar()
SEED = 0
torch.manual_seed(SEED)
rows = [{"input_ids": ids, "labels": ids} for ids in torch.randint(64, (32, 12))]
config = GPT2Config(vocab_size=64, n_embd=16, n_layer=1, n_head=1, bos_token_id=0, eos_token_id=0)


def train(resume_from=None, **options):
    args = TrainingArguments(
        output_dir="out",
        per_device_train_batch_size=2,
        max_steps=12,
        learning_rate=0.01,
        logging_steps=1,
        save_steps=6,
        seed=SEED,
        report_to=[],
        use_cpu=True,
        disable_tqdm=True,
        **options,
    )
    trainer = Trainer(model_init=lambda: GPT2LMHeadModel(config), args=args, train_dataset=rows)
    trainer.remove_callback(PrinterCallback)
    trainer.train(resume_from_checkpoint=resume_from)
    return [round(log["loss"], 4) for log in trainer.state.log_history if "loss" in log]


def broken():
    train()
    return train(resume_from="out/checkpoint-6", ignore_data_skip=True)


def fixed():
    train()
    return train(resume_from="out/checkpoint-6")


def mistake_full_determinism():
    train()
    return train(resume_from="out/checkpoint-6", ignore_data_skip=True, full_determinism=True)


def check(losses):
    """The losses after a resume are those of the run that was not interrupted."""
    whole = train()
    off = [i for i in range(12) if abs(losses[i] - whole[i]) > 1e-4]
    assert not off, (
        f"{len(off)} of 12 losses differ, first at step {off[0]}: "
        f"{losses[off[0]]:.4f} instead of {whole[off[0]]:.4f}"
    )
