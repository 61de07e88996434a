"""Read each row's logits at its last real token, where a single forward pass is all you need."""

import torch
from torch.nn.utils.rnn import pad_sequence

SEED = 0
torch.manual_seed(SEED)
embed = torch.nn.Embedding(50, 16)
layer = torch.nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
encoder = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()
head = torch.nn.Linear(16, 50)
prompts = [torch.randint(1, 50, (n,)) for n in (3, 5, 9)]


@torch.no_grad()
def forward(ids):
    causal = torch.nn.Transformer.generate_square_subsequent_mask(ids.shape[1])
    return head(encoder(embed(ids), mask=causal, is_causal=True))


def broken():
    ids = pad_sequence(prompts, batch_first=True)
    logits = forward(ids)
    return logits[:, -1]


def fixed():
    ids = pad_sequence(prompts, batch_first=True)
    logits = forward(ids)
    last = torch.tensor([len(prompt) - 1 for prompt in prompts])
    return logits[torch.arange(len(ids)), last]


def check(next_token_logits):
    """A row's next-token logits equal those of the prompt on its own."""
    alone = torch.stack([forward(prompt[None])[0, -1] for prompt in prompts])
    gap = (next_token_logits - alone).abs().amax(1)
    assert gap.max() < 1e-4, f"rows differ by up to {[round(g, 3) for g in gap.tolist()]}"
