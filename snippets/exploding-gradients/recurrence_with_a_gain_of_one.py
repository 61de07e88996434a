"""Start the recurrent matrix as the identity: it is multiplied by itself at every time step."""

import math

import torch

SEED = 0
torch.manual_seed(SEED)
LENGTHS = [5, 10, 20, 30, 40, 50]
rnn = torch.nn.RNN(1, 32, nonlinearity="relu", bias=False)


def gradients():
    """Return log10 of the gradient that arrives at the first state, for each length."""
    norms = []
    for length in LENGTHS:
        state = torch.ones(1, 1, 32, requires_grad=True)
        rnn(torch.rand(length, 1, 1), state)[1].sum().backward()
        norms.append(math.log10(state.grad.norm().item()))
    return norms


def broken():
    torch.nn.init.normal_(rnn.weight_hh_l0, std=0.4)
    return gradients()


def fixed():
    torch.nn.init.eye_(rnn.weight_hh_l0)
    return gradients()


def check(norms):
    """A ten times longer sequence changes the gradient of its start by less than a hundred times."""
    growth = norms[-1] - norms[0]
    assert abs(growth) < 2, f"from 5 to 50 time steps the gradient grew by 10^{growth:.1f}"
