"""Ask in the format that was trained, up to the answer: add_generation_prompt=True."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
words = ["<pad>", "<|user|>", "<|assistant|>", "<|end|>"]
words += [f"{kind}{i}" for kind in ("question", "answer") for i in range(8)]
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<|end|>")
tokenizer.chat_template = """{% for m in messages -%}
<|{{ m.role }}|> {{ m.content }} <|end|> {% endfor -%}
{%- if add_generation_prompt -%}<|assistant|> {% endif %}"""
asked = [[{"role": "user", "content": f"question{i}"}] for i in range(8)]
rows = [[*q, {"role": "assistant", "content": f"answer{i}"}] for i, q in enumerate(asked)]


def replies(prompts):
    """Train on the eight rows, then return the first word after each prompt."""
    torch.manual_seed(SEED)
    size = dict(vocab_size=20, hidden_size=32, intermediate_size=64, num_hidden_layers=1)
    model = LlamaForCausalLM(LlamaConfig(**size, num_attention_heads=2))
    ids = torch.tensor(tokenizer.apply_chat_template(rows)["input_ids"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(80):
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        last = [model(torch.tensor([prompt])).logits[0, -1].argmax() for prompt in prompts]
    return [words[i] for i in last]


def broken():
    prompts = []
    for question in asked:
        encoded = tokenizer.apply_chat_template(
            question,
            tokenize=True,
        )
        prompts.append(encoded["input_ids"])
    return replies(prompts)


def fixed():
    prompts = []
    for question in asked:
        encoded = tokenizer.apply_chat_template(
            question,
            tokenize=True,
            add_generation_prompt=True,
        )
        prompts.append(encoded["input_ids"])
    return replies(prompts)


def mistake_user_marker_only():
    prompts = [tokenizer("<|user|> " + q[0]["content"])["input_ids"] for q in asked]
    return replies(prompts)


def check(said):
    """Each question that was trained on gets its answer."""
    right = sum(word == f"answer{i}" for i, word in enumerate(said))
    assert right == 8, f"{right} of 8 questions answered, the first with {said[0]!r}"
