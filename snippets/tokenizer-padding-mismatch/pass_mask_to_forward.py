"""Pass the attention mask to forward() too: outside generate() nobody ever works one out."""

import torch
from transformers import DebertaV2Config, DebertaV2Model

SEED = 0
torch.manual_seed(SEED)
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
model = DebertaV2Model(DebertaV2Config(vocab_size=50, pad_token_id=0, **size)).eval()
texts = [torch.randint(1, 50, (n,)) for n in (3, 5, 9)]
ids = torch.nn.utils.rnn.pad_sequence(texts, batch_first=True, padding_value=0)
mask = torch.nn.utils.rnn.pad_sequence([torch.ones_like(t) for t in texts], batch_first=True)


@torch.no_grad()
def embed(**inputs):
    return model(**inputs).last_hidden_state[:, 0]


def broken():
    return embed(input_ids=ids)


def fixed():
    return embed(input_ids=ids, attention_mask=mask)


def mistake_zero_pad_embedding():
    model.embeddings.word_embeddings.weight.data[0] = 0
    return embed(input_ids=ids)


def check(vectors):
    """A text's embedding equals that of the same text without padding."""
    alone = torch.cat([embed(input_ids=text[None]) for text in texts])
    gap = (vectors - alone).abs().amax(1)
    assert gap.max() < 1e-4, f"embeddings move by {[round(g, 3) for g in gap.tolist()]}"
