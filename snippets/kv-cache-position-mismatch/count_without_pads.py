"""Count each row's positions without its pads, at the prompt and at every later token."""

import torch
from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
config = GPT2Config(
    vocab_size=40,
    n_positions=64,
    n_embd=32,
    n_layer=2,
    n_head=2,
    bos_token_id=None,
    eos_token_id=None,
    initializer_range=0.3,
)
model = GPT2LMHeadModel(config).eval()
short, long = torch.randint(1, 40, (5,)), torch.randint(1, 40, (8,))
ids = torch.nn.utils.rnn.pad_sequence([short, long], batch_first=True, padding_side="left")
following = torch.randint(1, 40, (2, 6))


@torch.no_grad()
def decode(positions_of):
    cache, mask = DynamicCache(config=config), ids.ne(0).long()
    model(ids, attention_mask=mask, position_ids=positions_of(mask), cache=cache)
    logits = []
    for token in following.split(1, dim=1):
        mask = torch.cat([mask, torch.ones(2, 1, dtype=torch.long)], dim=1)
        positions = positions_of(mask)[:, -1:]
        out = model(token, attention_mask=mask, position_ids=positions, cache=cache)
        logits.append(out.logits)
    return torch.cat(logits, dim=1)


def broken():
    def positions_of(mask):
        return torch.arange(mask.shape[1]).expand_as(mask)

    return decode(positions_of)


def fixed():
    def positions_of(mask):
        return (mask.cumsum(dim=1) - 1).clamp(min=0)

    return decode(positions_of)


@torch.no_grad()
def check(logits):
    """Each row continues as it does alone, without pads and without a cache."""
    off = []
    for row, prompt in enumerate([short, long]):
        alone = model(torch.cat([prompt, following[row]])[None]).logits[0, -6:]
        off.append(round((logits[row] - alone).abs().max().item(), 4))
    assert max(off) < 1e-3, f"logits of the short and the long row differ by {off}"
