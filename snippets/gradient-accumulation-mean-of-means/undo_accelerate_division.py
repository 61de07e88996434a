"""Under Accelerate, multiply by the accumulation steps that its backward divides by."""

import torch
from accelerate import Accelerator
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
model = accelerator.prepare(torch.nn.Linear(8, 5))
inputs, labels = torch.randn(9, 8), torch.randint(5, (9,))
micro_batches = [(inputs[:7], labels[:7]), (inputs[7:], labels[7:])]
steps = accelerator.gradient_accumulation_steps


def broken():
    for x, y in micro_batches:
        with accelerator.accumulate(model):
            loss = cross_entropy(model(x), y)
            accelerator.backward(loss)
    return model.weight.grad


def fixed():
    tokens = sum((y != -100).sum() for _, y in micro_batches)
    for x, y in micro_batches:
        with accelerator.accumulate(model):
            loss = cross_entropy(model(x), y, reduction="sum") * steps / tokens
            accelerator.backward(loss)
    return model.weight.grad


def mistake_divide_twice():
    tokens = sum((y != -100).sum() for _, y in micro_batches)
    for x, y in micro_batches:
        with accelerator.accumulate(model):
            loss = cross_entropy(model(x), y, reduction="sum") / tokens
            accelerator.backward(loss)
    return model.weight.grad


def check(gradient):
    """Two micro-batches give the gradient of the batch they were cut from."""
    model.zero_grad()
    cross_entropy(model(inputs), labels).backward()
    whole = model.weight.grad
    off = (gradient - whole).norm() / whole.norm()
    assert off < 1e-4, f"the accumulated gradient is {off:.0%} off the gradient of the whole batch"
