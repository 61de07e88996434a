"""Load with assign=True before the optimizer is built: it puts other tensors in their place."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, y = torch.randn(32, 4), torch.randn(32, 1)
saved = torch.nn.Linear(4, 1).state_dict()
model = torch.nn.Linear(4, 1)


def train(optimizer):
    for _ in range(5):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    return model.weight.detach().clone()


def broken():
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    model.load_state_dict({name: t.clone() for name, t in saved.items()}, assign=True)
    return train(optimizer)


def fixed():
    model.load_state_dict({name: t.clone() for name, t in saved.items()}, assign=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    return train(optimizer)


def check(weight):
    """Training goes on from the loaded weights, and away from them."""
    moved = (weight - saved["weight"]).abs().max().item()
    assert moved > 0, f"after 5 steps the weights are {moved:.4f} from the checkpoint"
