"""Load the adapter trainable; TRL makes the inputs require gradients, so nothing raises if not."""

import warnings

import datasets
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from tokenizers import Tokenizer, models
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    PrinterCallback,
)
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)

SEED = 0
vocabulary = Tokenizer(models.WordLevel({f"w{i}": i for i in range(32)}, unk_token="w0"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=vocabulary, pad_token="w0", eos_token="w1")
data = datasets.Dataset.from_list([{"input_ids": list(range(2, 12))}] * 16)
size = dict(vocab_size=32, hidden_size=16, intermediate_size=32)
lora = LoraConfig(target_modules=["q_proj"], task_type="CAUSAL_LM")


def base():
    torch.manual_seed(SEED)
    return LlamaForCausalLM(LlamaConfig(num_attention_heads=2, num_hidden_layers=1, **size))


trained = get_peft_model(base(), lora)
for name, parameter in trained.named_parameters():
    if "lora_" in name:
        torch.nn.init.normal_(parameter)
trained.save_pretrained("saved")


def losses(model):
    args = SFTConfig(
        "out",
        per_device_train_batch_size=2,
        learning_rate=0.05,
        max_steps=8,
        logging_steps=1,
        use_cpu=True,
        bf16=False,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        seed=SEED,
    )
    trainer = SFTTrainer(model, args, train_dataset=data, processing_class=tokenizer)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return [log["loss"] for log in trainer.state.log_history[:8]]


def broken():
    model = PeftModel.from_pretrained(base(), "saved")
    return losses(model)


def fixed():
    model = PeftModel.from_pretrained(base(), "saved", is_trainable=True)
    return losses(model)


def check(losses):
    """Eight steps on one sequence lower its loss."""
    shown = [round(loss, 4) for loss in losses]
    assert losses[-1] < losses[0] - 0.001, f"losses {shown}"
