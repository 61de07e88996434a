"""Give Adam a rate that is small against the weights: it moves each of them by about the rate."""

import torch
from transformers import BertConfig, BertForSequenceClassification

SEED = 0
torch.manual_seed(SEED)
config = BertConfig(
    vocab_size=20,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=2,
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
)
ids = torch.randint(20, (64, 8))
labels = (ids == 7).any(1).long()  # does the text contain token 7?


def train(rate, warmup=1, clip=None):
    torch.manual_seed(SEED)
    model = BertForSequenceClassification(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1 / warmup, total_iters=warmup)
    for step in range(50):
        model(input_ids=ids, labels=labels).loss.backward()
        if clip is not None:
            torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        optimizer.zero_grad()
        schedule.step()
    return model(input_ids=ids).logits.detach()


def broken():
    return train(rate=0.3)


def fixed():
    return train(rate=1e-3)


def mistake_clip_gradients():
    return train(rate=0.3, clip=1.0)


def mistake_warm_up():
    return train(rate=0.3, warmup=25)


def check(logits):
    """Different inputs get different logits, and most of them the right class."""
    spread = logits.std(0).max()
    right = (logits.argmax(1) == labels).float().mean()
    assert right > 0.9, f"{right:.0%} right, logits spread over inputs {spread:.4f}"
