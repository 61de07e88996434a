"""Enter no_grad in the thread that computes: the switch belongs to a thread."""

from concurrent.futures import ThreadPoolExecutor

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(4, 2)
batches = torch.randn(3, 5, 4).unbind()


def broken():
    with ThreadPoolExecutor(2) as pool, torch.no_grad():
        outputs = list(pool.map(model, batches))
    return [output.requires_grad for output in outputs]


def fixed():
    with ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(torch.no_grad()(model.forward), batches))
    return [output.requires_grad for output in outputs]


def mistake_eval_first():
    model.eval()
    with ThreadPoolExecutor(2) as pool, torch.no_grad():
        outputs = list(pool.map(model, batches))
    return [output.requires_grad for output in outputs]


def check(recorded):
    """No output of validation carries a graph."""
    assert not any(recorded), f"{sum(recorded)} of {len(recorded)} outputs carry a graph"
