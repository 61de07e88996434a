"""Call eval() on a model that was built from a config; from_pretrained would have done it."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
config = GPT2Config(
    vocab_size=64,
    n_embd=32,
    n_layer=2,
    n_head=2,
    n_positions=32,
    tie_word_embeddings=False,
    bos_token_id=1,
    eos_token_id=2,
)
GPT2LMHeadModel(config).save_pretrained("trained")
weights = GPT2LMHeadModel.from_pretrained("trained").state_dict()
prompt = torch.tensor([[5, 6, 7]])


def continuations(model):
    options = {"max_new_tokens": 12, "do_sample": False, "pad_token_id": 0}
    return [model.generate(prompt, **options)[0].tolist() for trial in range(4)]


def broken():
    model = GPT2LMHeadModel(config)
    model.load_state_dict(weights)
    return continuations(model)


def fixed():
    model = GPT2LMHeadModel(config)
    model.load_state_dict(weights)
    model.eval()
    return continuations(model)


def mistake_greedy_is_deterministic():
    model = GPT2LMHeadModel(config)
    model.load_state_dict(weights)
    model.generation_config.do_sample = False
    return continuations(model)


def check(texts):
    """Greedy decoding gives the same text every time."""
    different = len({tuple(text) for text in texts})
    assert different == 1, f"{different} different greedy continuations in {len(texts)} trials"
