"""Map the ids of the data set onto 0 to C-1 through one table that is kept with the model."""

import torch
import torch.nn.functional as F

SEED = 0
torch.manual_seed(SEED)
category_ids = [1, 2, 4, 7]  # as an annotation file numbers them: from 1 and with gaps
annotated = [4, 1, 7, 2, 2]
logits = torch.randn(len(annotated), len(category_ids))


def broken():
    target = torch.tensor(annotated)
    F.cross_entropy(logits, target)
    return target


def fixed():
    target = torch.tensor([category_ids.index(c) for c in annotated])
    F.cross_entropy(logits, target)
    return target


def mistake_subtract_one():
    target = torch.tensor(annotated) - 1
    F.cross_entropy(logits, target)
    return target


def check(target):
    """Each target names an output, and the table leads from it back to the annotated id."""
    back = [category_ids[t] for t in target.tolist()]
    assert back == annotated, f"targets {target.tolist()} stand for {back}, annotated {annotated}"
