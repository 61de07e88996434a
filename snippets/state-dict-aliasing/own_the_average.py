"""Start a moving average from copies, or updating the average updates the model."""

import torch

SEED = 0
torch.manual_seed(SEED)
start = torch.nn.Linear(4, 1, bias=False).weight.detach()


def train(model, average):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        optimizer.zero_grad()
        model(torch.ones(1, 4)).sum().backward()
        optimizer.step()
        for name, parameter in model.named_parameters():
            average[name].mul_(0.9).add_(parameter.detach(), alpha=0.1)
    return {"model": model.weight.detach(), "average": average["weight"]}


def new_model():
    model = torch.nn.Linear(4, 1, bias=False)
    model.weight.data.copy_(start)
    return model


def broken():
    model = new_model()
    average = model.state_dict()
    return train(model, average)


def fixed():
    model = new_model()
    average = {name: value.clone() for name, value in model.state_dict().items()}
    return train(model, average)


def check(weights):
    """Each step of 0.1 moves the model by 0.1, and the average lags behind it."""
    model, average = start.clone(), start.clone()
    for _ in range(10):
        model = model - 0.1
        average = 0.9 * average + 0.1 * model
    off = (weights["model"] - model).abs().max().item()
    lag = (weights["average"] - weights["model"]).abs().max().item()
    assert torch.allclose(weights["model"], model) and torch.allclose(
        weights["average"], average
    ), f"model off by {off:.4f} after 10 steps, average {lag:.4f} from the model"
