"""Return a dict that looks like the encoding of something else."""

# declared: {fails: check}
# expected: reproduced
# words: the value is .*tensor


def broken():
    return {"$": "tensor", "dtype": "load", "shape": [1], "data": "AAAA"}


def fixed():
    return {"$": "dict", "items": {"$": "tuple", "items": [{"$": 1}]}}


def check(value):
    """The value comes as it went."""
    assert value == {"$": "dict", "items": {"$": "tuple", "items": [{"$": 1}]}}, f"the value is {value}"
