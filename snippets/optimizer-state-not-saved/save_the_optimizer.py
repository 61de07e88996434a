"""Save the optimizer's state beside the weights, and load both."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(64, 8)
targets = inputs @ torch.randn(8, 1) + 0.02 * torch.randn(64, 1)


def build():
    torch.manual_seed(SEED)
    model = torch.nn.Linear(8, 1)
    return model, torch.optim.Adam(model.parameters(), lr=0.05)


def train(model, optimizer, steps):
    losses = []
    for _ in range(steps):
        loss = ((model(inputs) - targets) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    model, optimizer = build()
    before = train(model, optimizer, 200)
    torch.save({"model": model.state_dict()}, "last.pt")

    model, optimizer = build()
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint["model"])
    return before[-10:] + train(model, optimizer, 20)


def fixed():
    model, optimizer = build()
    before = train(model, optimizer, 200)
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, "last.pt")

    model, optimizer = build()
    checkpoint = torch.load("last.pt")
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return before[-10:] + train(model, optimizer, 20)


def mistake_lower_rate():
    model, optimizer = build()
    before = train(model, optimizer, 200)
    torch.save({"model": model.state_dict()}, "last.pt")

    model, optimizer = build()
    model.load_state_dict(torch.load("last.pt")["model"])
    optimizer.param_groups[0]["lr"] /= 2
    return before[-10:] + train(model, optimizer, 20)


def check(losses):
    """The resumed run has the losses of the run that was not interrupted."""
    straight = train(*build(), 220)[-20:]
    worst, at = max((r / s, i) for i, (r, s) in enumerate(zip(losses[-20:], straight, strict=True)))
    assert worst < 1.001, (
        f"loss up to {worst:.1f} times too high, in step {at + 1} after the restart"
    )
