"""Compute the scores in a type that can hold them before sampling."""

import torch

SEED = 0
torch.manual_seed(SEED)
hidden = torch.full((1, 64), 40.0)
head = torch.randn(10, 64)
head[3] = 40.0  # its score is 64 * 40 * 40 = 102400, and float16 ends at 65504


def broken():
    scores = (hidden.half() @ head.half().T).float()
    return torch.multinomial(scores.softmax(-1), 1)


def fixed():
    scores = (hidden.bfloat16() @ head.bfloat16().T).float()
    return torch.multinomial(scores.softmax(-1), 1)


def mistake_softmax_in_float32_only():
    scores = (hidden.half() @ head.half().T).to(torch.float32)
    return torch.multinomial(torch.softmax(scores, -1, dtype=torch.float32), 1)


def mistake_higher_temperature():
    scores = (hidden.half() @ head.half().T).float()
    return torch.multinomial((scores / 100).softmax(-1), 1)


def check(token):
    """Token 3 has by far the highest score, so it is drawn."""
    assert token.item() == 3, f"drew token {token.item()}"
