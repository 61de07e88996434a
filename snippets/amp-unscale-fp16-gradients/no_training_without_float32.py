"""Train float32 weights; float16 ones without a scaler raise nothing and learn nothing."""

import torch

SEED = 0
torch.manual_seed(SEED)
x = torch.randn(64, 4)
y = x @ torch.tensor([1.0, 1.0, 1.0, 1.0])


def train(model, scaler):
    torch.nn.init.constant_(model.weight, 1.25)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0005)
    losses = []
    for _ in range(400):
        with torch.autocast("cpu", dtype=torch.float16):
            output = model(x)
        loss = (output[:, 0].float() - y).square().mean()
        losses.append(loss.item())
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    return losses


def broken():
    model = torch.nn.Linear(4, 1, bias=False).half()
    return train(model, torch.amp.GradScaler("cpu", enabled=False))


def fixed():
    model = torch.nn.Linear(4, 1, bias=False)
    return train(model, torch.amp.GradScaler("cpu", init_scale=256))


def check(losses):
    """The loss falls by a quarter at least."""
    first, last = losses[0], losses[-1]
    assert last < 0.75 * first, f"loss {first:.4f} at first, {last:.4f} after {len(losses)} steps"
