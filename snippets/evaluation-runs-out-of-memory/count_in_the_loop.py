"""Keep counts in an evaluation loop of your own, not logits."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(8, 32_000)
inputs = torch.randn(6, 312, 8)
with torch.no_grad():
    labels = torch.stack([model(x).argmax(-1) for x in inputs])
labels[:, ::3] = 0  # so that two of three guesses are right
batches = list(zip(inputs, labels, strict=True))


def megabytes():
    """Memory of this process that no file backs."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon")) / 1000


@torch.no_grad()
def broken():
    used, kept = [], []
    for x, y in batches:
        kept.append((model(x), y))
        used.append(megabytes())
    correct = sum((logits.argmax(-1) == y).sum() for logits, y in kept)
    return [round((m - used[0]) / 20) * 20 for m in used] + [correct / 1872]


@torch.no_grad()
def fixed():
    used, correct = [], 0
    for x, y in batches:
        correct += (model(x).argmax(-1) == y).sum()
        used.append(megabytes())
    return [round((m - used[0]) / 20) * 20 for m in used] + [correct / 1872]


def check(series):
    """Evaluating more batches needs no more memory, and the score is the same."""
    *growth, accuracy = series
    assert 0.66 < accuracy < 0.67, f"accuracy {accuracy:.4f}, and two of three are right"
    assert growth[-1] < 100, f"{growth[-1]:.0f} MB more than after the first batch"
