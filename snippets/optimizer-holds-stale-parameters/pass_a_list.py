"""Make a list of the parameters before counting them: parameters() can be read only once."""

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Linear(4, 1)


def broken():
    params = (p for p in model.parameters() if p.requires_grad)
    print("trainable:", sum(p.numel() for p in params))
    return len(torch.optim.AdamW(params).param_groups[0]["params"])


def fixed():
    params = [p for p in model.parameters() if p.requires_grad]
    print("trainable:", sum(p.numel() for p in params))
    return len(torch.optim.AdamW(params).param_groups[0]["params"])


def check(held):
    """The optimizer holds the weight and the bias."""
    assert held == 2, f"the optimizer holds {held} tensors"
