"""Set the padding side before the prompts are tokenized: afterwards the pads are already there."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

SEED = 0
words = "<pad> <eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", eos_token="<eos>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
tokenizer.chat_template = "{% for message in messages %}{{ message.content }}{% endfor %}"
torch.manual_seed(SEED)
options = dict(max_new_tokens=8, do_sample=False, suppress_tokens=[0, 1])
size = dict(n_embd=32, n_layer=2, n_head=2, n_positions=64, initializer_range=0.5)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=None, pad_token_id=0)
model = GPT2LMHeadModel(GPT2Config(**size, **ids)).eval()
prompts = ["cat", "the cat", "the red hill", "then it ran far away over one red hill"]


def new_text(batch):
    output = model.generate(**batch, **options)
    return tokenizer.batch_decode(output[:, batch["input_ids"].shape[1] :])


def broken():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    tokenizer.padding_side = "left"
    return new_text(batch)


def fixed():
    tokenizer.padding_side = "left"
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    return new_text(batch)


def mistake_chat_template_keyword():
    chats = [[{"role": "user", "content": prompt}] for prompt in prompts]
    options = dict(padding=True, padding_side="left", return_tensors="pt")
    return new_text(tokenizer.apply_chat_template(chats, **options))


def mistake_longest_first():
    batch = tokenizer(prompts[::-1], padding=True, return_tensors="pt")
    return new_text(batch)[::-1]


def check(texts):
    """A prompt's continuation does not depend on the prompts it is batched with."""
    alone = [new_text(tokenizer([prompt], return_tensors="pt"))[0] for prompt in prompts]
    for prompt, text, expected in zip(prompts, texts, alone, strict=True):
        assert text == expected, f"{prompt!r} alone: {expected!r}, in the batch: {text!r}"
