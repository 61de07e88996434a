"""Give padding a token of its own: a real token that is used as the pad gets lost in text."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoTokenizer, PreTrainedTokenizerFast

TEXT = "wow!! yes!"
backend = Tokenizer(models.BPE())
backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
backend.decoder = decoders.ByteLevel()
letters = pre_tokenizers.ByteLevel.alphabet()
trainer = trainers.BpeTrainer(vocab_size=270, initial_alphabet=letters, show_progress=False)
backend.train_from_iterator([TEXT] * 9, trainer)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>")


def as_reloaded():
    tokenizer.save_pretrained("checkpoint")
    served = AutoTokenizer.from_pretrained("checkpoint")
    ids = served(TEXT)["input_ids"]
    return {
        "trained on": tokenizer.convert_ids_to_tokens(tokenizer(TEXT)["input_ids"]),
        "served": served.convert_ids_to_tokens(ids),
        "decoded": served.decode(ids, skip_special_tokens=True),
    }


def broken():
    tokenizer.pad_token_id = 0
    return as_reloaded()


def fixed():
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    return as_reloaded()


def check(seen):
    """The saved tokenizer splits a text as before, and decoding gives the text back."""
    kept = seen["served"] == seen["trained on"] and seen["decoded"] == TEXT
    assert kept, f"trained on {seen['trained on']}, served {seen['served']} = {seen['decoded']!r}"
