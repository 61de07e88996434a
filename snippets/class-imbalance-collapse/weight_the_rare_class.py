"""Weigh the rare class by how rare it is, so that its samples pull as hard as the others."""

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

SEED = 0
torch.manual_seed(SEED)


def draw(count):
    labels = (torch.arange(count) % 50 == 0).float()  # 2 %
    return torch.randn(count, 8) + 0.6 * labels[:, None], labels


(inputs, labels), (held_out, truth) = draw(4000), draw(4000)


def train(**weighting):
    torch.manual_seed(SEED)
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(200):
        loss = binary_cross_entropy_with_logits(model(inputs)[:, 0], labels, **weighting)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = (model(held_out)[:, 0].detach() > 0) == (truth == 1)
    return {
        "recall": right[truth == 1].float().mean().item(),
        "specificity": right[truth == 0].float().mean().item(),
        "accuracy": right.float().mean().item(),
    }


def broken():
    return train()


def fixed():
    rarity = (labels == 0).sum() / (labels == 1).sum()
    return train(pos_weight=rarity)


def mistake_equal_weight_for_all():
    return train(weight=torch.tensor(49.0))


def check(scores):
    """Most of the rare class is found, and most of the other is left alone."""
    seen = ", ".join(f"{name} {score:.3f}" for name, score in scores.items())
    assert scores["recall"] > 0.5 and scores["specificity"] > 0.5, seen
