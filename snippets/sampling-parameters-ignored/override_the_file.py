"""Override every filter that the model's own generation_config.json sets, not one of them."""

import torch
from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=1,
)
LlamaForCausalLM(config).save_pretrained("model")
shipped = GenerationConfig(do_sample=True, temperature=0.01, top_k=1, top_p=0.001)
shipped.save_pretrained("model")
prompt = torch.tensor([[5, 6, 7]])


def eight_answers(**options):
    model = LlamaForCausalLM.from_pretrained("model").eval()
    torch.manual_seed(SEED)
    answers = []
    for trial in range(8):
        ids = model.generate(prompt, max_new_tokens=6, pad_token_id=0, **options)
        answers.append(ids[0, 3:].tolist())
    return answers


def broken():
    return eight_answers(do_sample=True, temperature=1.0)


def fixed():
    return eight_answers(do_sample=True, temperature=1.0, top_k=0, top_p=1.0)


def mistake_top_k_only():
    return eight_answers(do_sample=True, temperature=1.0, top_k=0)


def check(answers):
    """An untrained model, nearly uniform over 64 tokens, does not give one answer eight times."""
    different = len({tuple(answer) for answer in answers})
    assert different > 1, f"{different} different answer in {len(answers)} trials: {answers[0]}"
