"""Cut a cache back to the shared prefix before another prompt continues from it."""

import torch
from transformers import DynamicCache, LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=40,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=2,
    initializer_range=0.3,
)
model = LlamaForCausalLM(config).eval()
system = torch.randint(40, (1, 6))
questions = torch.randint(40, (3, 1, 5))


@torch.no_grad()
def ask(question, cache):
    return model(question, cache=cache).logits[0, -1]


@torch.no_grad()
def prefilled():
    cache = DynamicCache(config=config)
    model(system, cache=cache)
    return cache


def broken():
    cache, answers = prefilled(), []
    for question in questions:
        answers.append(ask(question, cache))
    return answers


def fixed():
    cache, answers = prefilled(), []
    for question in questions:
        answers.append(ask(question, cache))
        cache.crop(-question.shape[1])
    return answers


def mistake_list_of_one_cache():
    answers = []
    for question, cache in zip(questions, [prefilled()] * 3):
        answers.append(ask(question, cache))
    return answers


@torch.no_grad()
def check(answers):
    """Each question is answered as if it were the only one."""
    off = []
    for question, answer in zip(questions, answers):
        alone = model(torch.cat([system, question], dim=1)).logits[0, -1]
        off.append(round((answer - alone).abs().max().item(), 3))
    assert max(off) < 1e-3, f"logits differ by {off}"
