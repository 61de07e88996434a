"""Set do_sample=True: without it generate takes the likeliest token, whatever the temperature."""

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


def eight_answers(**options):
    torch.manual_seed(SEED)
    answers = []
    for trial in range(8):
        ids = model.generate(prompt, max_new_tokens=6, pad_token_id=0, **options)
        answers.append(ids[0, 3:].tolist())
    return answers


def broken():
    return eight_answers(temperature=1.5, top_p=0.9)


def fixed():
    return eight_answers(temperature=1.5, top_p=0.9, do_sample=True)


def mistake_hotter():
    return eight_answers(temperature=100.0, top_p=0.9)


def mistake_beams():
    return eight_answers(num_beams=4, temperature=1.5, top_p=0.9)


def check(answers):
    """An untrained model, nearly uniform over 64 tokens, does not give one answer eight times."""
    different = len({tuple(answer) for answer in answers})
    assert different > 1, f"{different} different answer in {len(answers)} trials: {answers[0]}"
