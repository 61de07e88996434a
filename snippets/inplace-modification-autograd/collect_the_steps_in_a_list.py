"""Collect the steps of a recurrence in a list and stack it; do not fill a tensor row by row."""

import torch

SEED = 0
torch.manual_seed(SEED)
cell = torch.nn.RNNCell(3, 5)
inputs = torch.randn(6, 3)


def broken():
    states = torch.zeros(7, 5)
    for t in range(6):
        states[t + 1] = cell(inputs[t], states[t])
    states.pow(2).sum().backward()
    return cell.weight_hh.grad


def fixed():
    states = [torch.zeros(5)]
    for t in range(6):
        states.append(cell(inputs[t], states[t]))
    torch.stack(states).pow(2).sum().backward()
    return cell.weight_hh.grad


def check(gradient):
    """The gradient is that of the library's own recurrence over the same inputs."""
    rnn = torch.nn.RNN(3, 5)
    rnn.load_state_dict({name + "_l0": value for name, value in cell.state_dict().items()})
    rnn(inputs)[0].pow(2).sum().backward()
    torch.testing.assert_close(gradient, rnn.weight_hh_l0.grad)
