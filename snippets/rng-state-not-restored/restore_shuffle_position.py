"""Draw an epoch's order from a generator of its own, seeded by the epoch, and skip what was read."""

import itertools

import torch
from torch.utils.data import DataLoader

SEED = 0
EPOCH = 3
data = list(range(24))


def broken():
    torch.manual_seed(SEED)
    loader = DataLoader(data, batch_size=4, shuffle=True)
    seen = [batch.tolist() for batch in itertools.islice(loader, 2)]
    checkpoint = {"random_state": torch.get_rng_state(), "batches": 2}

    torch.set_rng_state(checkpoint["random_state"])
    loader = DataLoader(data, batch_size=4, shuffle=True)
    seen += [batch.tolist() for batch in itertools.islice(loader, checkpoint["batches"], None)]
    return seen


def fixed():
    order = torch.Generator().manual_seed(SEED + EPOCH)
    loader = DataLoader(data, batch_size=4, shuffle=True, generator=order)
    seen = [batch.tolist() for batch in itertools.islice(loader, 2)]
    checkpoint = {"epoch": EPOCH, "batches": 2}

    order = torch.Generator().manual_seed(SEED + checkpoint["epoch"])
    loader = DataLoader(data, batch_size=4, shuffle=True, generator=order)
    seen += [batch.tolist() for batch in itertools.islice(loader, checkpoint["batches"], None)]
    return seen


def mistake_restart_the_epoch():
    torch.manual_seed(SEED)
    loader = DataLoader(data, batch_size=4, shuffle=True)
    seen = [batch.tolist() for batch in itertools.islice(loader, 2)]
    checkpoint = {"random_state": torch.get_rng_state()}

    torch.set_rng_state(checkpoint["random_state"])
    loader = DataLoader(data, batch_size=4, shuffle=True)
    seen += [batch.tolist() for batch in loader]
    return seen


def check(seen):
    """An epoch that was interrupted reads every sample exactly once."""
    read = [sample for batch in seen for sample in batch]
    twice, never = len(read) - len(set(read)), len(data) - len(set(read))
    assert twice == never == 0, f"of {len(data)} samples {twice} were read twice and {never} never"
