"""Hand the parameters over in the same order: the state knows them by number only."""

import torch

SEED = 0
torch.manual_seed(SEED)
layers = {name: torch.nn.Linear(4, 4, bias=False) for name in ("query", "key", "value")}
model = torch.nn.ModuleDict(layers)
optimizer = torch.optim.Adam(model.parameters())
for scale, layer in enumerate(model.values()):
    (10.0**scale * layer(torch.randn(8, 4)).sum()).backward()
optimizer.step()
torch.save(optimizer.state_dict(), "optimizer.pt")


def averages(resumed):
    return {name: resumed.state[layer.weight]["exp_avg"] for name, layer in model.items()}


def broken():
    by_name = sorted(model.named_parameters())
    resumed = torch.optim.Adam([parameter for name, parameter in by_name])
    resumed.load_state_dict(torch.load("optimizer.pt"))
    return averages(resumed)


def fixed():
    by_name = list(model.named_parameters())
    resumed = torch.optim.Adam([parameter for name, parameter in by_name])
    resumed.load_state_dict(torch.load("optimizer.pt"))
    return averages(resumed)


def check(loaded):
    """Each layer has its own average of gradients again."""
    right = averages(optimizer)
    wrong = [name for name in right if not torch.equal(loaded[name], right[name])]
    assert not wrong, f"layers with the state of another layer: {', '.join(wrong)}"
