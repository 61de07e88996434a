"""Pad lengths up to a few sizes where Python code is unrolled over the length."""

import torch
from torch._dynamo.utils import counters

sequences = [torch.linspace(-1, 1, length) for length in range(3, 19)]


def encode(steps, keep):
    """Run a recurrence in a Python loop; a masked step leaves the state alone."""
    state = torch.zeros(())
    for step, kept in zip(steps, keep, strict=True):
        state = torch.where(kept, torch.tanh(state + step), state)
    return state


def broken():
    compiled, states = torch.compile(encode, backend="eager"), []
    for sequence in sequences:
        keep = torch.ones(len(sequence), dtype=torch.bool)
        states.append(compiled(sequence, keep).item())
    return counters["stats"]["unique_graphs"], states


def fixed():
    compiled, states = torch.compile(encode, backend="eager"), []
    for sequence in sequences:
        length = -(-len(sequence) // 8) * 8
        keep = torch.arange(length) < len(sequence)
        padded = torch.nn.functional.pad(sequence, (0, length - len(sequence)))
        states.append(compiled(padded, keep).item())
    return counters["stats"]["unique_graphs"], states


def mistake_dynamic_true():
    compiled, states = torch.compile(encode, backend="eager", dynamic=True), []
    for sequence in sequences:
        keep = torch.ones(len(sequence), dtype=torch.bool)
        states.append(compiled(sequence, keep).item())
    return counters["stats"]["unique_graphs"], states


def check(result):
    """Lengths 3 to 18 need one graph for each multiple of 8, and every state stays right."""
    graphs, states = result
    expected = [encode(s, torch.ones(len(s), dtype=torch.bool)) for s in sequences]
    torch.testing.assert_close(torch.tensor(states), torch.stack(expected))
    assert graphs <= 3, f"{graphs} graphs for 16 lengths, and then the compiler gave up"
