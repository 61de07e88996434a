"""A model that is graded on eos learns to stop: the same training, pad apart from eos."""

import torch
from tokenizers import Tokenizer, models
from transformers import (
    DataCollatorForLanguageModeling,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

SEED = 0
EOS, LIMIT = 2, 12
words = Tokenizer(models.WordLevel({f"w{i}": i for i in range(40)}, unk_token="w1"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w2", pad_token="w2")
rows = [[5, 6, 7, EOS], [8, 9, 10, 11, 12, EOS], [13, 14, EOS]]


def answers_after_training():
    torch.manual_seed(SEED)
    size = dict(vocab_size=40, hidden_size=32, intermediate_size=64)
    heads = dict(num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=2)
    model = LlamaForCausalLM(LlamaConfig(**size, **heads, bos_token_id=None, eos_token_id=EOS))
    collate = DataCollatorForLanguageModeling(tokenizer, mlm=False)
    batch = collate([{"input_ids": row} for row in rows])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(40):
        model(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    options = dict(max_length=LIMIT, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    options["attention_mask"] = torch.ones(1, 1).long()
    return [model.generate(torch.tensor([row[:1]]), **options)[0].tolist() for row in rows]


def broken():
    tokenizer.pad_token_id = EOS
    return answers_after_training()


def fixed():
    tokenizer.pad_token_id = 0
    return answers_after_training()


def check(answers):
    """After training on three rows, each start is continued to the end of its row and no further."""
    lengths = [len(answer) for answer in answers]
    assert answers == rows, f"lengths {lengths}, of the rows {[len(row) for row in rows]}"
