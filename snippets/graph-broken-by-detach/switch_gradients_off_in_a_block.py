"""Switch gradients off in a with block around validation, so that they come back."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs, targets = torch.randn(16, 3), torch.randn(16, 1)


def make():
    torch.manual_seed(SEED)
    model = torch.nn.Linear(3, 1)
    return model, torch.optim.SGD(model.parameters(), lr=0.1)


def update(model, optimizer):
    optimizer.zero_grad()
    loss = (model(inputs) - targets).pow(2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def broken():
    model, optimizer = make()
    losses = []
    for _ in range(3):
        losses.append(update(model, optimizer))
        torch.set_grad_enabled(False)
        model(inputs)
    return losses


def fixed():
    model, optimizer = make()
    losses = []
    for _ in range(3):
        losses.append(update(model, optimizer))
        with torch.no_grad():
            model(inputs)
    return losses


def mistake_train_mode():
    model, optimizer = make()
    losses = []
    for _ in range(3):
        model.train()
        losses.append(update(model, optimizer))
        torch.set_grad_enabled(False)
        model(inputs)
    return losses


def check(losses):
    """Every epoch lowers the loss."""
    assert losses == sorted(losses, reverse=True), f"losses {losses}"
