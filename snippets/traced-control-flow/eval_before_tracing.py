"""Call eval() before tracing: the mode is a constant of the trace."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.Dropout(0.5))
x = torch.ones(1, 4)


def broken():
    traced = torch.jit.trace(model, x, check_trace=False)
    traced.eval()
    return [traced(x).detach() for call in range(2)]


def fixed():
    model.eval()
    traced = torch.jit.trace(model, x, check_trace=False)
    return [traced(x).detach() for call in range(2)]


def mistake_no_grad():
    with torch.no_grad():
        traced = torch.jit.trace(model, x, check_trace=False)
    return [traced.eval()(x).detach() for call in range(2)]


def check(outputs):
    """The deployed model gives one answer to one input."""
    zeros = int((outputs[0] == 0).sum())
    assert torch.equal(*outputs), f"two answers to one input, {zeros} of 16 outputs dropped"
