"""Size the embeddings by the largest id, and never make them smaller than they are."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SEED = 0
torch.manual_seed(SEED)
vocabulary = {word: i for i, word in enumerate("<unk> </s> the cat sat on a mat".split())}
vocabulary["<image>"] = 12  # ids 8 to 11 stand for nothing
backend = Tokenizer(models.WordLevel(vocabulary, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
size = dict(vocab_size=16, hidden_size=16, intermediate_size=32, initializer_range=0.3)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2)).eval()
old = tokenizer("the cat <image>", return_tensors="pt")


@torch.no_grad()
def logits():
    return model(**old).logits[..., :13]


def broken():
    tokenizer.add_tokens(["<tool>"])
    model.resize_token_embeddings(len(tokenizer))
    return logits()


def fixed():
    tokenizer.add_tokens(["<tool>"])
    rows = max(tokenizer.get_vocab().values()) + 1
    if rows > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(rows)
    return logits()


def check(after):
    """A text of old tokens has the logits that it had before one was added."""
    gap = (after - logits()).abs().max().item()
    assert gap < 1e-5, f"logits moved by {gap:.4f}"
