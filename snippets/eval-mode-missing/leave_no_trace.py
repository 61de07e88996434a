"""Switch to eval mode before validating: in train mode BatchNorm learns from what it is shown."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(
    torch.nn.Linear(8, 16), torch.nn.BatchNorm1d(16), torch.nn.Linear(16, 3)
)
validation = torch.randn(64, 8) + 3


def changed_by(validate):
    """Return how far the entries of the state dict move while the validation runs."""
    before = {name: value.clone() for name, value in model.state_dict().items()}
    validate()
    after = model.state_dict()
    return {name: (after[name] - before[name]).abs().max().item() for name in before}


def broken():
    def validate():
        model(validation)

    return changed_by(validate)


def fixed():
    def validate():
        model.eval()
        model(validation)

    return changed_by(validate)


def mistake_no_grad():
    def validate():
        with torch.no_grad():
            model(validation)

    return changed_by(validate)


def check(moved):
    """A validation changes nothing in the model."""
    names = [f"{name} by {value:.3f}" for name, value in moved.items() if value > 0]
    assert not names, f"the validation moved {', '.join(names)}"
