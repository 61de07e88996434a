"""Give the job the cache that was filled: offline, another HF_HOME is an empty one."""

import pathlib

from transformers import AutoConfig, LlamaConfig

# What `hf download my-team/tiny` leaves behind on the login node.
repository = pathlib.Path("shared/hub/models--my-team--tiny")
LlamaConfig(hidden_size=64).save_pretrained(repository / "snapshots" / "0123abc")
(repository / "refs").mkdir(exist_ok=True)
(repository / "refs" / "main").write_text("0123abc")


def width(cache_dir, name="my-team/tiny"):
    return AutoConfig.from_pretrained(name, cache_dir=cache_dir, local_files_only=True).hidden_size


def broken():
    return width("home/.cache/huggingface/hub")


def fixed():
    return width("shared/hub")


def mistake_one_folder_too_high():
    return width("shared")


def check(size):
    """It is the downloaded configuration."""
    assert size == 64, f"hidden size {size}"
