"""Pass shuffle=True to the training loader: it is off by default, and files come sorted."""

import torch
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader, TensorDataset

SEED = 0
torch.manual_seed(SEED)
angle = torch.arange(5) * 2 * torch.pi / 5
centres = 3 * torch.stack([angle.cos(), angle.sin()], 1)


def draw(each):
    """Draw the classes one after the other, as a folder per class is read."""
    labels = torch.arange(5).repeat_interleave(each)
    return centres[labels] + torch.randn(len(labels), 2), labels


train_set, (test_x, test_y) = TensorDataset(*draw(320)), draw(100)
model = torch.nn.Sequential(torch.nn.Linear(2, 32), torch.nn.ReLU(), torch.nn.Linear(32, 5))


def fit(loader, epochs=1):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    scores = []
    for _ in range(epochs):
        for step, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            cross_entropy(model(x), y).backward()
            optimizer.step()
            if step % 5 == 4:
                scores.append((model(test_x).argmax(1) == test_y).float().mean().item())
    return scores


def broken():
    loader = DataLoader(train_set, batch_size=16)
    return fit(loader)


def fixed():
    loader = DataLoader(train_set, batch_size=16, shuffle=True)
    return fit(loader)


def mistake_larger_batches():
    loader = DataLoader(train_set, batch_size=64)
    return fit(loader)


def mistake_more_epochs():
    loader = DataLoader(train_set, batch_size=16)
    return fit(loader, epochs=3)


def check(scores):
    """Training ends with a score that the data allow: the distance to the centres gives as much."""
    best = (torch.cdist(test_x, centres).argmin(1) == test_y).float().mean().item()
    assert scores[-1] > best - 0.05, f"accuracy {scores[-1]:.2f}, nearest centre {best:.2f}"
