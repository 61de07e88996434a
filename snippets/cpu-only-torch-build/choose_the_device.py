"""Ask once what this torch can use, and take the device from there."""

import os

import torch

SEED = 0
torch.manual_seed(SEED)
x, y = torch.randn(16, 4), torch.randn(16, 1)


def train(device):
    model = torch.nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(20):
        loss = torch.nn.functional.mse_loss(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    device = "cuda"
    return train(device)


def fixed():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return train(device)


def mistake_hide_the_gpu():
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    device = "cuda"
    return train(device)


def check(losses):
    """The model trains on what there is."""
    assert losses[-1] < losses[0], f"loss {losses[0]:.3f} at first, {losses[-1]:.3f} at last"
