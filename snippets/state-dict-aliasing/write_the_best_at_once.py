"""Write the best weights to a file when they are the best, not at the end."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = [0.9, 0.4, 0.7, 0.8]  # of the validation after each epoch: the second is the best


def train_epoch():
    optimizer.zero_grad()
    model(torch.ones(1, 4)).sum().backward()
    optimizer.step()


def broken():
    for epoch, loss in enumerate(losses):
        train_epoch()
        if loss == min(losses[: epoch + 1]):
            best, weights = model.state_dict(), model.weight.tolist()
    torch.save(best, "best.pt")
    return {"kept": weights, "file": torch.load("best.pt")["weight"].tolist()}


def fixed():
    for epoch, loss in enumerate(losses):
        train_epoch()
        if loss == min(losses[: epoch + 1]):
            best, weights = model.state_dict(), model.weight.tolist()
            torch.save(best, "best.pt")
    return {"kept": weights, "file": torch.load("best.pt")["weight"].tolist()}


def check(result):
    """The file holds the weights of the best epoch, two steps of 0.1 from the start."""
    start = model.weight.tolist()[0]
    moved = [a - b for a, b in zip(start, result["file"][0], strict=True)]
    assert all(abs(m - 0.2) < 1e-6 for m in moved), (
        f"the file is {moved[0] / 0.1:.0f} steps from the start, the best epoch was step 2"
    )
