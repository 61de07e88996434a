"""Ask Accelerate to take the compiled wrapper off as well."""

import torch
from accelerate import Accelerator

SEED = 0
torch.manual_seed(SEED)
accelerator = Accelerator(cpu=True)
model = torch.nn.Linear(3, 2)
compiled = torch.compile(model, backend="eager")
inputs = torch.randn(4, 3)


def broken():
    plain = accelerator.unwrap_model(compiled)
    torch.save(plain.state_dict(), "model.pt")
    loaded = torch.nn.Linear(3, 2)
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def fixed():
    plain = accelerator.unwrap_model(compiled, keep_torch_compile=False)
    torch.save(plain.state_dict(), "model.pt")
    loaded = torch.nn.Linear(3, 2)
    loaded.load_state_dict(torch.load("model.pt"))
    return loaded(inputs)


def check(outputs):
    """The loaded model computes what the saved one does."""
    torch.testing.assert_close(outputs, model(inputs))
