"""Sort new tokens before adding them to a tokenizer; the order of adding gives the ids."""

import os
import subprocess
import sys

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

new = ["<user>", "<bot>", "<tool>", "<system>", "<think>"]


def distinct(words, run):
    """Return list(set(words)) as another run of the script, a new interpreter, would order it."""
    environment = os.environ | {"PYTHONHASHSEED": str(run)}
    code = "import sys; print(*set(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *words]
    return subprocess.check_output(command, env=environment, text=True).split()


def encode(tokens):
    base = Tokenizer(models.WordLevel({"hi": 0, "[UNK]": 1}, unk_token="[UNK]"))
    base.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=base, unk_token="[UNK]")
    tokenizer.add_tokens(tokens)
    return tokenizer("<user> hi <bot> hi <tool>")["input_ids"]


def broken():
    return [encode(list(distinct(new, run))) for run in range(1, 6)]


def fixed():
    return [encode(sorted(distinct(new, run))) for run in range(1, 6)]


def check(ids):
    """Five runs that add the same tokens encode a dialogue alike."""
    different = len({tuple(row) for row in ids})
    assert different == 1, f"one dialogue has {different} encodings in {len(ids)} runs"
