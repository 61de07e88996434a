"""Divide once by all targets, not by the number of micro-batches: then every token counts alike."""

import torch

token_losses = torch.ones(17, requires_grad=True)
micro_batches = token_losses.split([14, 3])


def weights(loss):
    """Return how much each token counts in the loss, as a multiple of its share."""
    (gradient,) = torch.autograd.grad(loss, token_losses)
    return (gradient * len(token_losses)).tolist()


def broken():
    loss = sum(part.mean() for part in micro_batches) / len(micro_batches)
    return weights(loss)


def fixed():
    loss = sum(part.sum() for part in micro_batches) / len(token_losses)
    return weights(loss)


def check(weights):
    """Every token counts as much as any other, whatever micro-batch it is in."""
    low, high = min(weights), max(weights)
    assert high - low < 1e-4, f"a token counts {low:.2f} to {high:.2f} times its share"
