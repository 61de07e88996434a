"""Detach what one step hands to the next: a running total, an average, a hidden state."""

import torch

SEED = 0
torch.manual_seed(SEED)
batches = torch.randn(4, 16, 6)


def train(step):
    torch.manual_seed(SEED)
    model = torch.nn.Linear(6, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    average, gradients = torch.tensor(0.0), []
    for batch in batches:
        optimizer.zero_grad()
        average = step(model(batch).squeeze(), average)
        gradients.append(model.weight.grad.clone())
        optimizer.step()
    return gradients


def broken():
    def step(scores, average):
        average = 0.9 * average + 0.1 * scores.mean()
        (scores - average).pow(2).mean().backward()
        return average

    return train(step)


def fixed():
    def step(scores, average):
        average = 0.9 * average + 0.1 * scores.mean()
        (scores - average).pow(2).mean().backward()
        return average.detach()

    return train(step)


def mistake_no_grad_around_the_step():
    def step(scores, average):
        average = 0.9 * average + 0.1 * scores.mean()
        (scores - average).pow(2).mean().backward()
        with torch.no_grad():
            return average

    return train(step)


def check(gradients):
    """Each step has the gradient of its own batch, with the carried average as a constant."""
    torch.manual_seed(SEED)
    model, average = torch.nn.Linear(6, 1), 0.0
    for batch, gradient in zip(batches, gradients, strict=True):
        scores = model(batch).squeeze()
        mean = 0.9 * average + 0.1 * scores.mean()
        own = torch.autograd.grad((scores - mean).pow(2).mean(), [*model.parameters()])
        torch.testing.assert_close(gradient, own[0])
        average = mean.item()
        with torch.no_grad():
            for p, g in zip(model.parameters(), own, strict=True):
                p -= 0.1 * g
