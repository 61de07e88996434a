"""Move every tensor of the batch to the model's device, and keep what `.to` returns."""

import torch

device = torch.device("meta")  # stands for "cuda": a CPU-only machine has no other second device
model = torch.nn.Linear(4, 2).to(device)
batch = {"inputs": torch.zeros(8, 4), "labels": torch.zeros(8, 2)}


def loss_of(batch):
    loss = torch.nn.functional.mse_loss(model(batch["inputs"]), batch["labels"])
    loss.backward()
    return {"loss": str(loss.device), "gradient": str(model.weight.grad.device)}


def broken():
    batch["inputs"] = batch["inputs"].to(device)
    return loss_of(batch)


def fixed():
    for name in batch:
        batch[name] = batch[name].to(device)
    return loss_of(batch)


def mistake_discard_what_to_returns():
    for name in batch:
        batch[name].to(device)
    return loss_of(batch)


def check(places):
    """Loss and gradient are where the model is."""
    elsewhere = {name: place for name, place in places.items() if place != str(device)}
    assert not elsewhere, f"not on {device}: {elsewhere}"
