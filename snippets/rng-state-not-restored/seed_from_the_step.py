"""Seed from the number of the step, so that a resumed run needs no saved random state."""

import torch

SEED = 0


def start():
    torch.manual_seed(SEED)
    model = torch.nn.Sequential(
        torch.nn.Linear(8, 32), torch.nn.Dropout(0.5), torch.nn.Linear(32, 1)
    )
    return model, torch.optim.SGD(model.parameters(), lr=0.02)


def update(model, optimizer):
    loss = (model(torch.rand(16, 8)) - 1).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def run_whole_and_resumed(train):
    whole = train(*start(), range(20))
    model, optimizer = start()
    resumed = train(model, optimizer, range(10))
    torch.save([model.state_dict(), optimizer.state_dict()], "checkpoint.pt")
    model, optimizer = start()
    weights, optimizer_state = torch.load("checkpoint.pt")
    model.load_state_dict(weights)
    optimizer.load_state_dict(optimizer_state)
    return {"whole": whole, "resumed": resumed + train(model, optimizer, range(10, 20))}


def broken():
    def train(model, optimizer, steps):
        losses = []
        for _ in steps:
            losses.append(update(model, optimizer))
        return losses

    return run_whole_and_resumed(train)


def fixed():
    def train(model, optimizer, steps):
        losses = []
        for step in steps:
            torch.manual_seed(SEED + step)
            losses.append(update(model, optimizer))
        return losses

    return run_whole_and_resumed(train)


def mistake_seed_once_with_the_first_step():
    def train(model, optimizer, steps):
        losses = []
        torch.manual_seed(SEED + steps[0])
        for _ in steps:
            losses.append(update(model, optimizer))
        return losses

    return run_whole_and_resumed(train)


def check(runs):
    """The resumed run repeats the losses of the run that was not interrupted."""
    pairs = list(zip(runs["whole"], runs["resumed"], strict=True))
    off = [i for i, (whole, resumed) in enumerate(pairs) if whole != resumed]
    assert not off, f"{len(off)} of 20 losses differ, first at step {off[0]}"
