"""Call zero_grad() in every step: backward adds to .grad, it does not replace it."""

import torch

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(256, 8)
targets = inputs @ torch.randn(8, 1)


def train(before_backward, lr=0.1, before_step=lambda model: None, method=torch.optim.SGD):
    """Train a linear model on linear data; return the loss over all data after each step."""
    torch.manual_seed(SEED)
    model = torch.nn.Linear(8, 1)
    optimizer = method(model.parameters(), lr=lr)
    losses = []
    for step in range(60):
        batch = slice(step % 8 * 32, step % 8 * 32 + 32)
        loss = (model(inputs[batch]) - targets[batch]).pow(2).mean()
        before_backward(step, optimizer)
        loss.backward()
        before_step(model)
        optimizer.step()
        losses.append((model(inputs) - targets).pow(2).mean().item())
    return losses


def broken():
    def before_backward(step, optimizer):
        pass

    return train(before_backward)


def fixed():
    def before_backward(step, optimizer):
        optimizer.zero_grad()

    return train(before_backward)


def mistake_once_an_epoch():
    def before_backward(step, optimizer):
        if step % 8 == 0:
            optimizer.zero_grad()

    return train(before_backward)


def mistake_smaller_rate():
    def before_backward(step, optimizer):
        pass

    return train(before_backward, lr=0.01)


def mistake_clip():
    def before_backward(step, optimizer):
        pass

    def before_step(model):
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)

    return train(before_backward, before_step=before_step)


def mistake_adam():
    def before_backward(step, optimizer):
        pass

    return train(before_backward, method=torch.optim.Adam)


def check(losses):
    """The loss of a linear model on linear data falls in practically every step."""
    rises = sum(after > before + 1e-6 for before, after in zip(losses, losses[1:], strict=False))
    assert rises <= 3, f"the loss rose in {rises} of {len(losses) - 1} steps, to {max(losses):.3g}"
