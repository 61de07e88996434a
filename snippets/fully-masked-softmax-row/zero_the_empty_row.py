"""Set the weights of a row without keys to zero, after the softmax."""

import torch

SEED = 0
torch.manual_seed(SEED)
query, key, value = (torch.randn(2, 4, 8, requires_grad=True) for _ in range(3))
visible = torch.tensor([[True, True, False, False], [False] * 4])[:, None, :]  # row 1 is empty


def output_and_gradient(weights):
    out = weights @ value
    out.square().sum().backward()
    return out.detach(), query.grad, value.grad


def broken():
    scores = query @ key.mT / 8**0.5
    weights = scores.masked_fill(~visible, float("-inf")).softmax(-1)
    return output_and_gradient(weights)


def fixed():
    scores = query @ key.mT / 8**0.5
    weights = scores.masked_fill(~visible, float("-inf")).softmax(-1)
    weights = weights.masked_fill(~visible, 0.0)
    return output_and_gradient(weights)


def mistake_finite_minimum():
    scores = query @ key.mT / 8**0.5
    weights = scores.masked_fill(~visible, torch.finfo(scores.dtype).min).softmax(-1)
    return output_and_gradient(weights)


def mistake_small_epsilon():
    scores = query @ key.mT / 8**0.5
    exps = scores.masked_fill(~visible, float("-inf")).exp() + 1e-9
    return output_and_gradient(exps / exps.sum(-1, keepdim=True))


def mistake_clean_the_output():
    scores = query @ key.mT / 8**0.5
    weights = scores.masked_fill(~visible, float("-inf")).softmax(-1)
    out = (weights @ value).nan_to_num(0.0)
    out.square().sum().backward()
    return out.detach(), query.grad, value.grad


def check(result):
    """A row without keys gives zeros and no gradient, and nothing is nan."""
    out, *gradients = result
    nans = [int(tensor.isnan().sum()) for tensor in (out, *gradients)]
    assert not any(nans), f"nan in output, query's and value's gradient: {nans}"
    assert out[1].abs().max() == 0, f"attends to masked keys: {out[1].abs().max():.2f}"
