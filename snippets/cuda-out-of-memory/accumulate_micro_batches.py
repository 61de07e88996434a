"""Cut the batch into micro-batches: the same gradient from a quarter of the activations."""

import torch
from torch.nn.functional import cross_entropy

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    *[layer for _ in range(4) for layer in (torch.nn.Linear(64, 64), torch.nn.GELU())],
    torch.nn.Linear(64, 10),
)
inputs, labels = torch.randn(64, 64), torch.randint(10, (64,))
whole = torch.autograd.grad(cross_entropy(model(inputs), labels), list(model.parameters()))


def saved_bytes(loss_of):
    """Count the bytes that autograd keeps for one backward pass, parameters aside."""
    own = {p.data_ptr() for p in model.parameters()}
    kept = {}

    def pack(tensor):
        if tensor.data_ptr() not in own:
            kept[tensor.data_ptr()] = tensor.nbytes
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        loss = loss_of()
    total = sum(kept.values())
    loss.backward()
    return total


def broken():
    peak = saved_bytes(lambda: cross_entropy(model(inputs), labels))
    return peak, [p.grad for p in model.parameters()]


def fixed():
    peak = 0
    for x, y in zip(inputs.split(16), labels.split(16), strict=True):
        used = saved_bytes(lambda x=x, y=y: cross_entropy(model(x), y, reduction="sum") / 64)
        peak = max(peak, used)
    return peak, [p.grad for p in model.parameters()]


def mistake_one_backward_at_the_end():
    parts = list(zip(inputs.split(16), labels.split(16), strict=True))
    peak = saved_bytes(
        lambda: sum(cross_entropy(model(x), y, reduction="sum") / 64 for x, y in parts)
    )
    return peak, [p.grad for p in model.parameters()]


def check(result):
    """The gradient is that of the whole batch, and no pass keeps more than 100 kB."""
    peak, gradients = result
    for gradient, expected in zip(gradients, whole, strict=True):
        torch.testing.assert_close(gradient, expected)
    assert peak < 100_000, f"{peak / 1000:.0f} kB kept for backward"
