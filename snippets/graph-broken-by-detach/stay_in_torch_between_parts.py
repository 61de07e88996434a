"""Stay in torch between the parts of a model; a trip through NumPy cuts off what is before it."""

import torch

SEED = 0
torch.manual_seed(SEED)
encoder, head = torch.nn.Linear(6, 4), torch.nn.Linear(4, 1)
inputs, targets = torch.randn(16, 6), torch.randn(16, 1)


def broken():
    features = encoder(inputs).detach().numpy()
    features = torch.from_numpy(features / 2)
    (head(features) - targets).pow(2).mean().backward()
    return encoder.weight.grad, head.weight.grad


def fixed():
    features = encoder(inputs)
    features = features / 2
    (head(features) - targets).pow(2).mean().backward()
    return encoder.weight.grad, head.weight.grad


def check(result):
    """Both parts of the model have a gradient."""
    missing = [name for name, g in zip(("encoder", "head"), result, strict=True) if g is None]
    assert not missing, f"no gradient for: {', '.join(missing)}"
