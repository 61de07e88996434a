"""Write do_sample=False for greedy decoding; the temperature is a divisor and cannot be 0."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=1,
)
model = LlamaForCausalLM(config).eval()
prompt = torch.tensor([[5, 6, 7]])


def answer(**options):
    return model.generate(prompt, max_new_tokens=6, pad_token_id=0, **options)


def broken():
    return answer(do_sample=True, temperature=0.0)


def fixed():
    return answer(do_sample=False)


def mistake_top_k_one():
    return answer(do_sample=True, temperature=0.0, top_k=1)


def check(ids):
    """Each token is the likeliest one after the tokens before it."""
    likeliest = model(input_ids=ids).logits.argmax(-1)[0, 2:-1]
    assert ids[0, 3:].equal(likeliest), f"got {ids[0, 3:].tolist()}, likeliest {likeliest.tolist()}"
