"""Hand generate() the tokenizer's attention mask: with pad = eos it cannot work one out."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
words = "<eos> the cat sat on a mat and then it ran far away over one red hill".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<eos>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>")
tokenizer.padding_side = "left"
tokenizer.pad_token = tokenizer.eos_token
torch.manual_seed(SEED)
options = dict(max_new_tokens=8, do_sample=False, suppress_tokens=[0])
size = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2)
ids = dict(vocab_size=len(words), bos_token_id=None, eos_token_id=0)
model = LlamaForCausalLM(LlamaConfig(**size, **ids, initializer_range=0.5)).eval()
prompts = ["cat", "the cat", "the red hill", "then it ran far away over one red hill"]


def new_text(output, batch):
    return tokenizer.batch_decode(output[:, batch["input_ids"].shape[1] :])


def broken():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    output = model.generate(batch["input_ids"], **options)
    return new_text(output, batch)


def fixed():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    output = model.generate(batch["input_ids"], attention_mask=batch["attention_mask"], **options)
    return new_text(output, batch)


def mistake_pad_token_id_only():
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    output = model.generate(batch["input_ids"], pad_token_id=tokenizer.pad_token_id, **options)
    return new_text(output, batch)


def check(texts):
    """A prompt's continuation does not depend on the prompts it is batched with."""
    for prompt, text in zip(prompts, texts, strict=True):
        alone = tokenizer([prompt], return_tensors="pt")
        expected = new_text(model.generate(alone["input_ids"], **options), alone)[0]
        assert text == expected, f"{prompt!r} alone: {expected!r}, in the batch: {text!r}"
