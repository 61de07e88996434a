"""Load the unquantized weights for full fine-tuning; a packed checkpoint is for inference."""

import torch
from peft import LoraConfig, get_peft_model
from transformers import (
    BitNetQuantConfig,
    LlamaConfig,
    LlamaForCausalLM,
    PrinterCallback,
    Trainer,
    TrainingArguments,
)
from transformers.integrations import replace_with_bitnet_linear
from transformers.utils.logging import disable_progress_bar

SEED = 0
disable_progress_bar()
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=32,
    hidden_size=16,
    intermediate_size=32,
    num_attention_heads=2,
    num_hidden_layers=1,
)
LlamaForCausalLM(config).save_pretrained("full")
packed = replace_with_bitnet_linear(
    LlamaForCausalLM(config), ["lm_head"], quantization_config=BitNetQuantConfig()
)
packed.config.quantization_config = BitNetQuantConfig(modules_to_not_convert=["lm_head"])
packed.save_pretrained("packed")
samples = [{"input_ids": torch.arange(8), "labels": torch.arange(8)}] * 8


def train(model):
    args = TrainingArguments(
        "out",
        max_steps=5,
        learning_rate=1e-2,
        logging_steps=1,
        use_cpu=True,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        seed=SEED,
    )
    trainer = Trainer(model, args, train_dataset=samples)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return [log["loss"] for log in trainer.state.log_history[:5]]


def broken():
    model = LlamaForCausalLM.from_pretrained("packed")
    return train(model)


def fixed():
    model = LlamaForCausalLM.from_pretrained("full")
    return train(model)


def mistake_adapter_where_it_fits():
    model = LlamaForCausalLM.from_pretrained("packed")
    model = get_peft_model(model, LoraConfig(target_modules=["embed_tokens"]))
    return train(model)


def check(losses):
    """Five steps on one sequence lower its loss."""
    shown = [round(loss, 3) for loss in losses]
    assert losses[-1] < 0.9 * losses[0], f"losses {shown}"
