"""Build the optimizer where the model is built, once for every fold or trial."""

import torch

SEED = 0
torch.manual_seed(SEED)
folds = torch.randn(2, 32, 4)
target = torch.tensor([1.0, -2.0, 3.0, 0.5])


def build():
    return torch.nn.Linear(4, 1)


def train(model, optimizer, x):
    losses = []
    for _ in range(15):
        loss = torch.nn.functional.mse_loss(model(x)[:, 0], x @ target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in folds:
        losses = train(model, optimizer, x)
        model = build()
    return losses


def fixed():
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in folds:
        losses = train(model, optimizer, x)
        model = build()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return losses


def mistake_reload_the_optimizer():
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fresh = optimizer.state_dict()
    for x in folds:
        losses = train(model, optimizer, x)
        model = build()
        optimizer.load_state_dict(fresh)
    return losses


def check(losses):
    """The second fold learns as the first one does."""
    assert losses[-1] < losses[0] / 2, (
        f"second fold: loss {losses[0]:.3f} at first, {losses[-1]:.3f} at last"
    )
