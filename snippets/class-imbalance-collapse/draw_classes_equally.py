"""Draw classes equally often, so that a batch has samples of the rare one."""

import torch
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

SEED = 0
torch.manual_seed(SEED)
labels = torch.tensor([0] * 900 + [1] * 90 + [2] * 10)
inputs = torch.randn(1000, 6)
inputs[torch.arange(1000), labels] += 1.5
dataset = TensorDataset(inputs, labels)
held_out_labels = torch.arange(3).repeat_interleave(200)
held_out = torch.randn(600, 6)
held_out[torch.arange(600), held_out_labels] += 1.5


def train(loader):
    torch.manual_seed(SEED)
    model = torch.nn.Linear(6, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(6):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    return model(held_out).argmax(1)


def broken():
    return train(DataLoader(dataset, 100, shuffle=True))


def fixed():
    rarity = 1 / labels.bincount()[labels]
    return train(DataLoader(dataset, 100, sampler=WeightedRandomSampler(rarity, len(labels))))


def mistake_weights_per_class():
    rarity = 1 / labels.bincount()
    return train(DataLoader(dataset, 100, sampler=WeightedRandomSampler(rarity, len(labels))))


def mistake_longer_training():
    return train([batch for _ in range(4) for batch in DataLoader(dataset, 100, shuffle=True)])


def check(predicted):
    """Each class is recognized in half of its samples or more."""
    recalls = [(predicted[held_out_labels == c] == c).float().mean().item() for c in range(3)]
    assert min(recalls) > 0.5, f"recall of the classes: {[round(r, 2) for r in recalls]}"
