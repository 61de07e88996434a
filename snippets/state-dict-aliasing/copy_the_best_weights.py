"""Copy the weights at the moment they are the best: state_dict() hands out the live tensors."""

import copy

import torch

SEED = 0
torch.manual_seed(SEED)
inputs, targets = torch.randn(8, 6), torch.randn(8, 1)
held_out, held_out_targets = torch.randn(64, 6), torch.randn(64, 1)
model = torch.nn.Linear(6, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train_step():
    optimizer.zero_grad()
    (model(inputs) - targets).square().mean().backward()
    optimizer.step()


@torch.no_grad()
def validation_loss():
    return (model(held_out) - held_out_targets).square().mean().item()


def broken():
    best_loss = float("inf")
    for _ in range(30):
        train_step()
        if validation_loss() < best_loss:
            best_loss, best = validation_loss(), model.state_dict()
    model.load_state_dict(best)
    return {"best": best_loss, "restored": validation_loss()}


def fixed():
    best_loss = float("inf")
    for _ in range(30):
        train_step()
        if validation_loss() < best_loss:
            best_loss, best = validation_loss(), copy.deepcopy(model.state_dict())
    model.load_state_dict(best)
    return {"best": best_loss, "restored": validation_loss()}


def mistake_copy_the_dict():
    best_loss = float("inf")
    for _ in range(30):
        train_step()
        if validation_loss() < best_loss:
            best_loss, best = validation_loss(), model.state_dict().copy()
    model.load_state_dict(best)
    return {"best": best_loss, "restored": validation_loss()}


def mistake_move_to_the_cpu():
    best_loss = float("inf")
    for _ in range(30):
        train_step()
        if validation_loss() < best_loss:
            state = {k: v.detach().cpu() for k, v in model.state_dict().items()}
            best_loss, best = validation_loss(), state
    model.load_state_dict(best)
    return {"best": best_loss, "restored": validation_loss()}


def check(losses):
    """The weights that are loaded back give the loss for which they were kept."""
    best, restored = losses["best"], losses["restored"]
    assert best < float("inf") and abs(restored - best) < 1e-6, (
        f"validation loss {best:.4f} when it was the best, {restored:.4f} after loading that back"
    )
