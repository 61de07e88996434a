"""Ask is_initialized() in code that also runs alone, and answer for one process."""

import torch
import torch.distributed as dist


def broken():
    def mean_over_ranks(value):
        total = torch.tensor(float(value))
        dist.all_reduce(total)
        return (total / dist.get_world_size()).item()

    return mean_over_ranks(0.5)


def fixed():
    def mean_over_ranks(value):
        total = torch.tensor(float(value))
        if not dist.is_initialized():
            return total.item()
        dist.all_reduce(total)
        return (total / dist.get_world_size()).item()

    return mean_over_ranks(0.5)


def mistake_is_available():
    def mean_over_ranks(value):
        total = torch.tensor(float(value))
        if not dist.is_available():
            return total.item()
        dist.all_reduce(total)
        return (total / dist.get_world_size()).item()

    return mean_over_ranks(0.5)


def check(mean):
    """The mean over one process is its own value."""
    assert mean == 0.5, f"mean {mean}"
