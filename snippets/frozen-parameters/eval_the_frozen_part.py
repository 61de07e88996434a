"""Put the frozen part in eval mode as well: running statistics are buffers, not parameters."""

import torch

SEED = 0
torch.manual_seed(SEED)
backbone = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.BatchNorm1d(16))
model = torch.nn.Sequential(backbone, torch.nn.Linear(16, 3))
batches, labels = torch.randn(20, 32, 8) + 2, torch.randint(0, 3, (32,))
probe = torch.randn(4, 8)


def features():
    backbone.eval()
    return backbone(probe).detach().clone()


def change_of_features(set_modes):
    before = features()
    set_modes()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), labels).backward()
        optimizer.step()
    return (features() - before).abs().max().item()


def broken():
    def set_modes():
        backbone.requires_grad_(False)
        model.train()

    return change_of_features(set_modes)


def fixed():
    def set_modes():
        backbone.requires_grad_(False)
        model.train()
        backbone.eval()

    return change_of_features(set_modes)


def mistake_eval_before_train():
    def set_modes():
        backbone.requires_grad_(False).eval()
        model.train()

    return change_of_features(set_modes)


def check(change):
    """A frozen backbone gives the same features after training as before."""
    assert change == 0, f"features of the frozen backbone changed by up to {change:.3f}"
