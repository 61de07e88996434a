"""Select the valid samples before the loss is computed instead of masking it afterwards."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(8, 3)
targets = torch.rand(8) + 0.5
targets[2] = 0.0  # a relative error does not exist for this one
valid = targets > 0


def train(loss_of):
    torch.manual_seed(SEED)
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for step in range(5):
        loss = loss_of(model(inputs).squeeze(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    def loss_of(outputs):
        error = (outputs - targets).abs() / targets
        return torch.where(valid, error, 0.0).sum() / valid.sum()

    return train(loss_of)


def fixed():
    def loss_of(outputs):
        error = (outputs - targets)[valid].abs() / targets[valid]
        return error.sum() / valid.sum()

    return train(loss_of)


def mistake_index_the_error():
    def loss_of(outputs):
        error = (outputs - targets).abs() / targets
        return error[valid].sum() / valid.sum()

    return train(loss_of)


def mistake_clip_gradients():
    def loss_of(outputs):
        outputs.register_hook(lambda gradient: gradient.clamp(-1, 1))
        error = (outputs - targets).abs() / targets
        return torch.where(valid, error, 0.0).sum() / valid.sum()

    return train(loss_of)


def check(losses):
    """All losses are finite, and the last is the smallest."""
    shown = [round(loss, 3) for loss in losses]
    assert losses[-1] == min(losses), f"losses {shown}"
