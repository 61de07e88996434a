"""Load a saved adapter with is_trainable=True to go on training it."""

import warnings

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
warnings.simplefilter("ignore", FutureWarning)
ids = torch.arange(8)[None]
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


def steps(model):
    """Train for five steps and return the losses."""
    model.print_trainable_parameters()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    losses = []
    for _ in range(5):
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    model = PeftModel.from_pretrained(base(), "saved")
    return steps(model)


def fixed():
    model = PeftModel.from_pretrained(base(), "saved", is_trainable=True)
    return steps(model)


def mistake_train_mode():
    model = PeftModel.from_pretrained(base(), "saved")
    model.train()
    return steps(model)


def check(losses):
    """Each step on one sequence lowers its loss."""
    shown = [round(loss, 4) for loss in losses]
    assert all(a > b for a, b in zip(losses, losses[1:])), f"losses {shown}"
