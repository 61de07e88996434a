"""Switch inplace off for an activation whose input another operation has saved."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(8, 4)


def gradients(model):
    torch.manual_seed(SEED)
    for layer in (model[0], model[3]):
        layer.reset_parameters()
    model(inputs).sum().backward()
    return [p.grad for p in model.parameters()]


def broken():
    return gradients(
        torch.nn.Sequential(
            torch.nn.Linear(4, 6),
            torch.nn.Tanh(),
            torch.nn.ReLU(inplace=True),
            torch.nn.Linear(6, 1),
        )
    )


def fixed():
    return gradients(
        torch.nn.Sequential(
            torch.nn.Linear(4, 6),
            torch.nn.Tanh(),
            torch.nn.ReLU(),
            torch.nn.Linear(6, 1),
        )
    )


def check(result):
    """The last layer's gradient is the sum of the rectified activations."""
    torch.manual_seed(SEED)
    hidden = torch.nn.Linear(4, 6)(inputs).tanh().clamp(min=0).sum(0, keepdim=True)
    torch.testing.assert_close(result[2], hidden.detach())
