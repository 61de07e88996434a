"""Compare the policy with a frozen copy of its start, not with itself."""

import copy

import torch

SEED = 0
BETA = 0.1
torch.manual_seed(SEED)
start = torch.nn.Embedding(4, 8)  # four prompts, the logits of eight answers to each
prompts, chosen, rejected = torch.arange(4), torch.tensor([0, 1, 2, 3]), torch.tensor([4, 5, 6, 7])


def margin(model):
    logps = model(prompts).log_softmax(1)
    return logps[prompts, chosen] - logps[prompts, rejected]


def train(policy, reference):
    optimizer = torch.optim.AdamW(policy.parameters(), lr=0.05)
    losses = []
    for _ in range(20):
        with torch.no_grad():
            baseline = margin(reference)
        loss = -torch.nn.functional.logsigmoid(BETA * (margin(policy) - baseline)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def broken():
    policy = copy.deepcopy(start)
    reference = policy
    return train(policy, reference)


def fixed():
    policy = copy.deepcopy(start)
    reference = copy.deepcopy(policy)
    return train(policy, reference)


def mistake_shallow_copy():
    policy = copy.deepcopy(start)
    reference = copy.copy(policy).eval()
    return train(policy, reference)


def check(losses):
    """Twenty steps that raise the chosen answers bring the loss below ln 2."""
    first, last = losses[0], losses[-1]
    assert last < 0.68, f"loss {first:.4f} at the first step and {last:.4f} at the last"
