"""Keep the weights in float32 and compute in bfloat16 by autocast."""

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
inputs, labels = torch.randn(64, 32), torch.randint(5, (64,))


def share_moved(dtype, steps=20, scale=1.0):
    """Train with AdamW at 1e-5; return the share of weights that are not what they were."""
    torch.manual_seed(SEED)
    model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.GELU(), torch.nn.Linear(64, 5))
    model = model.to(dtype)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5, weight_decay=0.0)
    before = torch.nn.utils.parameters_to_vector(model.parameters()).clone()
    for step in range(steps):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = cross_entropy(model(inputs.to(dtype)), labels) * scale
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    after = torch.nn.utils.parameters_to_vector(model.parameters())
    return (after != before).float().mean().item()


def broken():
    return share_moved(dtype=torch.bfloat16)


def fixed():
    return share_moved(dtype=torch.float32)


def mistake_train_longer():
    return share_moved(dtype=torch.bfloat16, steps=200)


def mistake_scale_the_loss():
    return share_moved(dtype=torch.bfloat16, scale=1024.0)


def check(share):
    """Training moves practically every weight."""
    assert share > 0.95, f"{share:.0%} of the weights have moved"
