"""Without a graph a layer's input is freed as soon as its output is there."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    *[layer for _ in range(12) for layer in (torch.nn.Linear(64, 64), torch.nn.ReLU())]
)
x = torch.randn(256, 64)
alive, peak = {}, 0


def watch(module, args, output):
    """Count the bytes of the layers' outputs that are still alive after each layer."""
    global peak
    alive[id(output)] = torch.multiprocessing.reductions.StorageWeakRef(output.untyped_storage())
    peak = max(peak, 256 * 64 * 4 * sum(not ref.expired() for ref in alive.values()))


for layer in model:
    layer.register_forward_hook(watch)


def broken():
    model.eval()
    model(x)
    return peak


def fixed():
    model.eval()
    with torch.no_grad():
        model(x)
    return peak


def mistake_detach_the_result():
    model.eval()
    model(x).detach()
    return peak


def check(peak):
    """A stack of layers needs one input and one output at a time."""
    assert peak <= 3 * 256 * 64 * 4, f"{peak // (256 * 64 * 4)} outputs of 65 kB alive at once"
