"""Change weights by hand under no_grad; a leaf has no place to record the change."""

import math

import torch

SEED = 0
torch.manual_seed(SEED)
head = torch.nn.Conv2d(4, 6, 1)
start = head.bias.detach().clone()


def broken():
    bias = head.bias.view(2, 3)
    bias[:, 0] += math.log(8)
    return head.bias.detach()


def fixed():
    bias = head.bias.view(2, 3)
    with torch.no_grad():
        bias[:, 0] += math.log(8)
    return head.bias.detach()


def check(bias):
    """The first bias of each anchor is raised, the others are as they were."""
    raised = torch.tensor([math.log(8), 0, 0]).repeat(2)
    torch.testing.assert_close(bias, start + raised)
