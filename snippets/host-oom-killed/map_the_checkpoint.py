"""Load a checkpoint as mapped pages into a model without storage: one copy instead of two."""

import torch

WIDTH = 4096  # three layers of 67 MB


def megabytes():
    """Memory of this process that no file backs."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon")) / 1000


def network():
    return torch.nn.Sequential(*[torch.nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3)])


with torch.device("meta"):
    empty = network()
torch.save({k: torch.ones(WIDTH, WIDTH) for k in empty.state_dict()}, "model.pt")
start = megabytes()


def broken():
    model = network()
    state = torch.load("model.pt")
    model.load_state_dict(state)
    return model(torch.ones(WIDTH))[0].item(), round((megabytes() - start) / 10) * 10


def fixed():
    with torch.device("meta"):
        model = network()
    state = torch.load("model.pt", mmap=True)
    model.load_state_dict(state, assign=True)
    return model(torch.ones(WIDTH))[0].item(), round((megabytes() - start) / 10) * 10


def check(result):
    """The loaded model computes, and took no more memory than its 201 MB of weights."""
    output, used = result
    assert output == WIDTH**3, f"output {output}"
    assert used < 250, f"loading took {used:.0f} MB for 201 MB of weights"
