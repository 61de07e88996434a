"""Name every token that ends a turn in generation_config.eos_token_id."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

words = "<pad> </s> <|im_end|> <|user|> yes it is a cat and then it goes on and on".split()
words = list(dict.fromkeys(words))
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", pad_token="<pad>")
tokenizer.model_input_names = ["input_ids", "attention_mask"]
size, ids = dict(hidden_size=16, intermediate_size=16), dict(bos_token_id=None, eos_token_id=1)
config = LlamaConfig(vocab_size=16, **size, num_hidden_layers=1, num_attention_heads=2, **ids)
model = LlamaForCausalLM(config).eval()
for name, weight in model.named_parameters():  # the last token alone decides the next one
    weight.data.fill_(1.0 if "norm" in name else 0.0)
torch.nn.init.eye_(model.model.embed_tokens.weight)
says = "yes it is a cat <|im_end|> <|user|> and then on goes on".split()
for word, following in zip(says, says[1:]):
    model.lm_head.weight.data[words.index(following), words.index(word)] = 1.0


def answer(limit=10, **options):
    batch = tokenizer("yes", return_tensors="pt")
    out = model.generate(**batch, max_new_tokens=limit, do_sample=False, pad_token_id=0, **options)
    return tokenizer.decode(out[0]).split()


def broken():
    return answer()


def fixed():
    model.generation_config.eos_token_id = [1, words.index("<|im_end|>")]
    return answer()


def mistake_set_it_on_the_tokenizer():
    tokenizer.eos_token = "<|im_end|>"
    return answer()


def mistake_set_it_on_the_config():
    model.config.eos_token_id = words.index("<|im_end|>")
    return answer()


def mistake_lower_the_limit():
    return answer(limit=7)


def check(said):
    """The model says its answer up to the end of its turn, and nothing after it."""
    expected = says[: says.index("<|im_end|>") + 1]
    assert said == expected, f"it says {' '.join(said)!r}"
