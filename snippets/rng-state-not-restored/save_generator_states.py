"""Put the states of all random generators into the checkpoint, and set them after loading it."""

import random

import torch

SEED = 0


def start():
    random.seed(SEED)
    torch.manual_seed(SEED)
    model = torch.nn.Sequential(
        torch.nn.Linear(8, 32), torch.nn.Dropout(0.5), torch.nn.Linear(32, 1)
    )
    return model, torch.optim.SGD(model.parameters(), lr=0.02)


def train(model, optimizer, steps):
    losses = []
    for _ in range(steps):
        x = torch.full((16, 8), random.random())
        loss = (model(x) - 1).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    model, optimizer = start()
    losses = train(model, optimizer, 10)
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save(state, "checkpoint.pt")

    model, optimizer = start()
    state = torch.load("checkpoint.pt")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return losses + train(model, optimizer, 10)


def fixed():
    model, optimizer = start()
    losses = train(model, optimizer, 10)
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    state |= {"torch": torch.get_rng_state(), "python": random.getstate()}
    torch.save(state, "checkpoint.pt")

    model, optimizer = start()
    state = torch.load("checkpoint.pt")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["torch"])
    random.setstate(state["python"])
    return losses + train(model, optimizer, 10)


def mistake_deterministic_algorithms():
    torch.use_deterministic_algorithms(True)
    return broken()


def check(losses):
    """A run that was stopped and resumed repeats the losses of one that was not."""
    whole = train(*start(), 20)
    off = [i for i in range(20) if losses[i] != whole[i]]
    assert not off, (
        f"{len(off)} of 20 losses differ, first at step {off[0]}: "
        f"{losses[off[0]]:.4f} instead of {whole[off[0]]:.4f}"
    )
