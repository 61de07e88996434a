"""Take no_grad out of forward when the backbone is to train: unfreezing does not undo it."""

import torch

SEED = 0
torch.manual_seed(SEED)
x, labels = torch.randn(64, 8), torch.randint(0, 3, (64,))
backbone, head = torch.nn.Linear(8, 16), torch.nn.Linear(16, 3)


def train(forward):
    """Unfreeze everything, train, and return how far the backbone is from its start."""
    parameters = [*backbone.parameters(), *head.parameters()]
    for p in parameters:
        p.requires_grad_(True)
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    start, moved = backbone.weight.detach().clone(), []
    for _ in range(10):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(forward(x), labels).backward()
        optimizer.step()
        moved.append((backbone.weight.detach() - start).norm().item())
    return moved


def broken():
    def forward(x):
        with torch.no_grad():
            features = backbone(x).relu()
        return head(features)

    return train(forward)


def fixed():
    def forward(x):
        features = backbone(x).relu()
        return head(features)

    return train(forward)


def mistake_features_require_gradients():
    def forward(x):
        with torch.no_grad():
            features = backbone(x).relu()
        return head(features.requires_grad_())

    return train(forward)


def check(moved):
    """The unfrozen backbone moves in every step."""
    assert min(moved) > 0, (
        f"after {len(moved)} steps the backbone is {moved[-1]:.4f} from its start"
    )
