"""Build the mask from the lengths: a mask made of `ids != 0` hides every real token 0 too."""

import torch
from torch.nn.utils.rnn import pad_sequence

SEED = 0
torch.manual_seed(SEED)
embed = torch.nn.Embedding(50, 16)
layer = torch.nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
encoder = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()
texts = [torch.randint(0, 50, (n,)) for n in (4, 6, 9)]
texts[0][2] = texts[2][5] = 0


@torch.no_grad()
def first_vectors(ids, real):
    return encoder(embed(ids), src_key_padding_mask=~real)[:, 0]


def broken():
    ids = pad_sequence(texts, batch_first=True, padding_value=0)
    real = ids != 0
    return first_vectors(ids, real)


def fixed():
    ids = pad_sequence(texts, batch_first=True, padding_value=0)
    real = torch.arange(ids.shape[1]) < torch.tensor([[len(text)] for text in texts])
    return first_vectors(ids, real)


def check(vectors):
    """A text's vector equals that of the same text without padding."""
    alone = [first_vectors(text[None], torch.ones(1, len(text)).bool()) for text in texts]
    gap = (vectors - torch.cat(alone)).abs().amax(1)
    assert gap.max() < 1e-4, f"vectors move by {[round(g, 3) for g in gap.tolist()]}"
