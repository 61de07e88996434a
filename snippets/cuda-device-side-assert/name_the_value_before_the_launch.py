"""Check the ids on the host before the model sees them, and say which one is wrong."""

import torch

table = torch.nn.Embedding(20, 4)
batch = torch.tensor([[3, 7, 5, 5], [1, 9, 23, 2]])


def complain(ids, size):
    """Raise with row, column and value of the first id that has no row in the table."""
    for row, column in ((ids < 0) | (ids >= size)).nonzero():
        value = ids[row, column]
        raise ValueError(f"input_ids[{row}, {column}] is {value}, the table ends at {size - 1}")


def broken():
    def step(ids):
        return table(ids)

    try:
        step(batch)
    except (IndexError, ValueError) as error:
        return str(error)


def fixed():
    def step(ids):
        complain(ids, table.num_embeddings)
        return table(ids)

    try:
        step(batch)
    except (IndexError, ValueError) as error:
        return str(error)


def check(message):
    """The error tells where the bad id stands, and what it is."""
    assert "[1, 2] is 23" in message, f"the error says only: {message}"
