"""A model trained on right-padded rows still needs its prompts padded on the left."""

import torch
from torch.nn.functional import pad
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
PAD, LENGTHS = 7, range(2, 7)
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2)
ids = dict(vocab_size=8, pad_token_id=PAD, bos_token_id=None, eos_token_id=None)
model = LlamaForCausalLM(LlamaConfig(**size, **ids))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)


def progressions(n, length):
    start, step = torch.randint(0, 7, (n, 1)), torch.randint(1, 7, (n, 1))
    return (start + step * torch.arange(length)) % 7


for _ in range(120):
    mask = (torch.arange(10) < torch.randint(3, 11, (64, 1))).long()
    rows = progressions(64, 10).masked_fill(mask == 0, PAD)
    labels = rows.masked_fill(mask == 0, -100)
    model(rows, attention_mask=mask, labels=labels).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
model.eval()
tests = {n: progressions(40, n + 3) for n in LENGTHS}


def share_right(prompts, mask):
    output = model.generate(prompts, attention_mask=mask, max_new_tokens=3, do_sample=False)
    right = (output[:, -3:] == torch.cat([row[:, -3:] for row in tests.values()])).all(1)
    return [part.double().mean().item() for part in right.split(40)]


def broken():
    prompts = torch.cat([pad(tests[n][:, :-3], (0, 6 - n), value=PAD) for n in LENGTHS])
    return share_right(prompts, (prompts != PAD).long())


def fixed():
    prompts = torch.cat([pad(tests[n][:, :-3], (6 - n, 0), value=PAD) for n in LENGTHS])
    return share_right(prompts, (prompts != PAD).long())


def check(shares):
    """Each length is continued as well in the mixed batch as in a batch without any padding."""
    for n, share in zip(LENGTHS, shares, strict=True):
        output = model.generate(tests[n][:, :-3], max_new_tokens=3, do_sample=False)
        alone = (output == tests[n]).all(1).double().mean().item()
        assert share == alone, f"length {n}: {alone:.1%} right unpadded, {share:.1%} in the batch"
