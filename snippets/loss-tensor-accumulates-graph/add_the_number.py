"""Add the loss's value to the running total, not the tensor that still holds the graph."""

import gc

import torch

SEED = 0
torch.manual_seed(SEED)
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = torch.randn(8, 4, 8)


def graph_nodes(value):
    nodes, todo = set(), [getattr(value, "grad_fn", None)]
    while todo:
        node = todo.pop()
        if node is not None and node not in nodes:
            nodes.add(node)
            todo += [parent for parent, _ in node.next_functions]
    return len(nodes)


def train_step(x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss


def broken():
    running, alive = 0.0, []
    for x in batches:
        loss = train_step(x)
        running += loss
        alive.append(graph_nodes(running))
    return alive


def fixed():
    running, alive = 0.0, []
    for x in batches:
        loss = train_step(x)
        running += loss.item()
        alive.append(graph_nodes(running))
    return alive


def mistake_del_loss():
    running, alive = 0.0, []
    for x in batches:
        loss = train_step(x)
        running += loss
        del loss
        alive.append(graph_nodes(running))
    return alive


def mistake_collect_garbage():
    running, alive = 0.0, []
    for x in batches:
        loss = train_step(x)
        running += loss
        gc.collect()
        torch.cuda.empty_cache()
        alive.append(graph_nodes(running))
    return alive


def check(alive):
    """The running total keeps no more of the graph after the last step than after the first."""
    assert alive[-1] <= alive[0], (
        f"{alive[0]} graph nodes alive after step 1, {alive[-1]} after step {len(alive)}"
    )
