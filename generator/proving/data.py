"""What a side returns crosses the process border as JSON: numbers, texts, lists, tuples, dicts, sets, bytes, tensors, arrays.

Never as a pickle: reading one would run code of the snippet's choice in the process that reads it. Only the child's
half of this module meets torch and numpy, and only if the snippet has imported them.
"""

import base64
import json
import sys
from typing import Any

MAX_BYTES = 64_000_000


class NotDataError(TypeError):
    """A side returned something that is not plain data."""


def dumps(value: Any) -> str:
    """Encode a value as JSON.

    Raises:
        NotDataError: it holds an object that is not plain data, or is larger than 64 MB.
    """
    try:
        text = json.dumps(_encode(value))
    except RecursionError as error:
        raise NotDataError("a value nested too deeply, or one that contains itself") from error
    if len(text) > MAX_BYTES:
        raise NotDataError(f"{len(text) // 1_000_000} MB of data; return less than {MAX_BYTES // 1_000_000} MB")
    return text


def loads(text: str) -> Any:
    """Decode what `dumps` wrote; tensors and arrays come back as such."""
    return json.loads(text, object_hook=_decode)


def holds_arrays(text: str) -> bool:
    """Tell whether decoding takes torch or numpy; a text that looks like it counts, too."""
    return '{"$": "tensor"' in text or '{"$": "array"' in text


def _encode(value: Any) -> Any:
    if value is None or type(value) in (bool, int, float, str):
        return value
    kind = type(value)
    if kind is list:
        return [_encode(item) for item in value]
    if kind in (tuple, set, frozenset):
        items = value if kind is tuple else sorted(value, key=repr)
        return {"$": kind.__name__, "items": [_encode(item) for item in items]}
    if isinstance(value, dict):
        return {"$": "dict", "items": [[_encode(k), _encode(v)] for k, v in value.items()]}
    if isinstance(value, tuple):  # a named tuple such as torch.Size
        return {"$": "tuple", "items": [_encode(item) for item in value]}
    if kind is bytes:
        return {"$": "bytes", "data": base64.b64encode(value).decode()}
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if torch is not None and isinstance(value, torch.Tensor):
        dense = value.detach().to("cpu").contiguous()
        raw = dense.reshape(-1).view(torch.uint8).numpy().tobytes() if dense.numel() else b""
        return {
            "$": "tensor",
            "dtype": str(dense.dtype).removeprefix("torch."),
            "shape": list(dense.shape),
            "data": base64.b64encode(raw).decode(),
        }
    if numpy is not None and isinstance(value, numpy.ndarray | numpy.generic) and value.dtype.kind in "biufc":
        array = numpy.ascontiguousarray(value)
        return {
            "$": "array",
            "dtype": str(array.dtype),
            "shape": list(value.shape),
            "data": base64.b64encode(array.tobytes()).decode(),
        }
    if isinstance(value, int | float | str):  # an enum or a subclass: its plain value
        return next(base(value) for base in (int, float, str) if isinstance(value, base))
    raise NotDataError(f"{kind.__module__}.{kind.__qualname__} is not data; return numbers, texts, lists, dicts, tensors or arrays")


def _decode(value: dict[str, Any]) -> Any:
    kind = value.get("$")
    if kind == "dict":
        return dict(value["items"])
    if kind in ("tuple", "set", "frozenset"):
        return {"tuple": tuple, "set": set, "frozenset": frozenset}[kind](value["items"])
    raw = base64.b64decode(value["data"])
    if kind == "bytes":
        return raw
    if kind == "array":
        import numpy as np

        return np.frombuffer(bytearray(raw), dtype=value["dtype"]).reshape(value["shape"])
    import torch

    dtype = getattr(torch, value["dtype"])
    flat = torch.frombuffer(bytearray(raw), dtype=dtype) if raw else torch.empty(0, dtype=dtype)
    return flat.reshape(value["shape"])


MAX_SHOWN = 3000
"""More than a ledger keeps: it shortens what is left once paths are taken out, so that the cut is the same on every machine."""


LEAST_SERIES, MOST_SERIES = 5, 1000
"""How many numbers make a curve; the weights of a layer do not."""


def summary(value: Any) -> tuple[str, list[float] | None]:
    """Describe a value for the ledger: a short text with rounded numbers, and the series if it is one."""
    shown = _short(value)
    return (shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN]), _series(value)


def _series(value: Any) -> list[float] | None:
    listed = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(listed, list | tuple) or not LEAST_SERIES <= len(listed) <= MOST_SERIES:
        return None
    if not all(type(item) in (int, float) and abs(item) < 1e300 for item in listed):
        return None
    return [item if isinstance(item, int) else float(f"{item:.6g}") for item in listed]


def _short(value: Any) -> str:
    if hasattr(value, "tolist"):
        return _short(value.tolist())
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_short(k)}: {_short(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple | set | frozenset):
        opening, closing = ("[", "]") if isinstance(value, list) else ("(", ")") if isinstance(value, tuple) else ("{", "}")
        return opening + ", ".join(map(_short, value)) + closing
    return repr(value)
