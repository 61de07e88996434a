"""A shuffled IterableDataset of datasets needs its own set_epoch."""

from datasets import Dataset

SEED = 0
rows = Dataset.from_dict({"row": list(range(24))})
stream = rows.to_iterable_dataset(num_shards=4).shuffle(seed=SEED, buffer_size=8)


def broken():
    orders = []
    for _epoch in range(3):
        orders.append([sample["row"] for sample in stream])
    return orders


def fixed():
    orders = []
    for epoch in range(3):
        stream.set_epoch(epoch)
        orders.append([sample["row"] for sample in stream])
    return orders


def check(orders):
    """Three epochs come in three orders, each with every row once."""
    assert all(sorted(order) == list(range(24)) for order in orders), "rows are missing"
    different = len({tuple(order) for order in orders})
    assert different == 3, f"{different} order in 3 epochs: {orders[0][:8]} ..."
