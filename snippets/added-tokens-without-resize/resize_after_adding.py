"""Resize the model's embeddings to the tokenizer after the last token was added."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
torch.manual_seed(SEED)
words = "<unk> </s> the cat sat on a mat".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
size = dict(vocab_size=len(words), hidden_size=16, intermediate_size=32, initializer_range=0.3)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2)).eval()


@torch.no_grad()
def run(text):
    batch = tokenizer(text, return_tensors="pt")
    out = model(**batch, labels=batch["input_ids"])
    return {"loss": out.loss, "first logits": out.logits[0, 0]}


def broken():
    tokenizer.add_tokens(["<tool>"], special_tokens=True)
    return run("the cat sat <tool>")


def fixed():
    tokenizer.add_tokens(["<tool>"], special_tokens=True)
    model.resize_token_embeddings(len(tokenizer))
    return run("the cat sat <tool>")


def mistake_resize_before_adding():
    model.resize_token_embeddings(len(tokenizer))
    tokenizer.add_tokens(["<tool>"], special_tokens=True)
    return run("the cat sat <tool>")


def mistake_vocab_size_in_config():
    tokenizer.add_tokens(["<tool>"], special_tokens=True)
    model.config.vocab_size = len(tokenizer)
    return run("the cat sat <tool>")


def mistake_input_embedding_only():
    tokenizer.add_tokens(["<tool>"], special_tokens=True)
    table = torch.nn.Embedding(len(tokenizer), 16)
    table.weight.data[: len(words)] = model.get_input_embeddings().weight
    model.set_input_embeddings(table)
    return run("the cat sat <tool>")


def check(seen):
    """The text with the new token has a finite loss, and old tokens keep their logits."""
    before = run("the cat sat")["first logits"]
    gap = (seen["first logits"][: len(words)] - before).abs().max().item()
    assert seen["loss"].isfinite() and gap < 1e-5, f"loss {seen['loss']}, logits moved {gap:.4f}"
