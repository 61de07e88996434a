"""Train float adapters beside the integer weights, and leave those frozen."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs, targets = torch.randn(64, 16), torch.randn(64, 16)


class Int8Linear(torch.nn.Module):
    """A linear layer with weights of 8 bits and one scale a row."""

    def __init__(self, weight):
        super().__init__()
        scale = weight.abs().amax(1, keepdim=True) / 127
        codes = (weight / scale).round().to(torch.int8)
        self.weight = torch.nn.Parameter(codes, requires_grad=False)
        self.register_buffer("scale", scale)

    def forward(self, x):
        return x @ (self.weight * self.scale).T


class WithAdapter(torch.nn.Module):
    """A frozen layer and a product of two small matrices that is added to it."""

    def __init__(self, base, rank=4):
        super().__init__()
        self.base = base
        self.down = torch.nn.Linear(16, rank, bias=False)
        self.up = torch.nn.Linear(rank, 16, bias=False)
        torch.nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


def train(layer):
    trained = [p for p in layer.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=0.02)
    losses = []
    for _ in range(30):
        loss = torch.nn.functional.mse_loss(layer(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    layer = Int8Linear(torch.randn(16, 16) / 4)
    layer.weight.requires_grad = True
    return train(layer)


def fixed():
    layer = Int8Linear(torch.randn(16, 16) / 4)
    layer = WithAdapter(layer)
    return train(layer)


def mistake_wider_integers():
    layer = Int8Linear(torch.randn(16, 16) / 4)
    layer.weight = torch.nn.Parameter(layer.weight.to(torch.int16))
    return train(layer)


def check(losses):
    """Thirty steps on one batch lower its loss."""
    first, last = losses[0], losses[-1]
    assert last < 0.95 * first, f"loss {first:.3f} at the first step and {last:.3f} at the last"
