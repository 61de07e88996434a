"""Give the length to SFTConfig under its present name, max_length."""

from trl import SFTConfig


def broken():
    return SFTConfig(
        "out", max_seq_length=256, report_to="none", use_cpu=True, bf16=False
    ).max_length


def fixed():
    return SFTConfig("out", max_length=256, report_to="none", use_cpu=True, bf16=False).max_length


def check(length):
    """The length that was asked for is the one in use."""
    assert length == 256, f"max_length is {length}"
