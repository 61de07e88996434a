"""Take the head's entries out of the state dict, and see that nothing else is missing."""

import torch

SEED = 0
torch.manual_seed(SEED)


def build(classes):
    layers = {"body": torch.nn.Linear(4, 4), "head": torch.nn.Linear(4, classes)}
    return torch.nn.ModuleDict(layers)


state = build(3).state_dict()
model = build(5)


def broken():
    missing = model.load_state_dict(state).missing_keys
    return model["body"].weight, missing


def fixed():
    body = {key: value for key, value in state.items() if not key.startswith("head.")}
    missing = model.load_state_dict(body, strict=False).missing_keys
    return model["body"].weight, missing


def mistake_strict_false():
    missing = model.load_state_dict(state, strict=False).missing_keys
    return model["body"].weight, missing


def check(loaded):
    """The body is the checkpoint's, and only the head is missing."""
    body, missing = loaded
    assert torch.equal(body, state["body.weight"]), "the body was not loaded"
    assert missing == ["head.weight", "head.bias"], f"missing: {missing}"
