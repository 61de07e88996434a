"""Compute what depends on trained weights inside the loop; a graph serves one backward."""

import torch

SEED = 0
torch.manual_seed(SEED)
features, targets = torch.randn(32, 6), torch.randn(32, 1)


def make_layers():
    torch.manual_seed(SEED)
    return torch.nn.Linear(6, 4), torch.nn.Linear(4, 1)


def train(step, layers):
    optimizer = torch.optim.SGD([p for layer in layers for p in layer.parameters()], lr=0.1)
    losses = []
    for n in range(5):
        loss = step()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    project, head = make_layers()
    hidden = project(features).tanh()

    def step():
        return (head(hidden) - targets).pow(2).mean()

    return train(step, [project, head])


def fixed():
    project, head = make_layers()

    def step():
        hidden = project(features).tanh()
        return (head(hidden) - targets).pow(2).mean()

    return train(step, [project, head])


def mistake_zero_grad():
    project, head = make_layers()
    hidden = project(features).tanh()

    def step():
        project.zero_grad(), head.zero_grad()
        return (head(hidden) - targets).pow(2).mean()

    return train(step, [project, head])


def mistake_clone():
    project, head = make_layers()
    hidden = project(features).tanh()

    def step():
        return (head(hidden.clone()) - targets).pow(2).mean()

    return train(step, [project, head])


def check(losses):
    """Every step uses the weights of that step: losses match a loop that recomputes by hand."""
    project, head = make_layers()
    parameters = [*project.parameters(), *head.parameters()]
    for number, loss in enumerate(losses):
        again = (head(project(features).tanh()) - targets).pow(2).mean()
        assert abs(loss - again.item()) < 1e-5, f"step {number}: {loss:.4f}, not {again.item():.4f}"
        with torch.no_grad():
            for p, g in zip(parameters, torch.autograd.grad(again, parameters), strict=True):
                p -= 0.1 * g
