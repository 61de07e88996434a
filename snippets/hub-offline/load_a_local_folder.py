"""Load from a folder that came with the job: a name needs the Hub or its cache."""

from transformers import AutoConfig, LlamaConfig

LlamaConfig(hidden_size=64).save_pretrained("models/tiny")  # copied to the node beforehand


def load(where):
    """Load as a node without internet does: local_files_only is HF_HUB_OFFLINE for one call."""
    return AutoConfig.from_pretrained(where, cache_dir="cache", local_files_only=True)


def broken():
    return load("my-team/tiny").hidden_size


def fixed():
    return load("models/tiny").hidden_size


def mistake_name_of_the_folder():
    return load("tiny").hidden_size


def check(size):
    """It is the configuration in the folder."""
    assert size == 64, f"hidden size {size}"
