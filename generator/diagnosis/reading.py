r"""From bytes to lines, as a stream in bounded memory.

In this order: a gzip stream is unpacked (as far as it goes), UTF-16 with a byte order mark becomes UTF-8, NUL bytes are dropped, a line of
more than `PIECE` bytes is cut into pieces of `PIECE`, ANSI escape sequences are removed, bytes that are not UTF-8 become U+FFFD.

An escape sequence that sets a title ends with its line at the latest. A line ends at `\n`. A carriage return inside it, as progress bars
print it, and the cut of a long line separate *pieces*: each is matched by itself, all have the line's number, empty ones are skipped.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

CHUNK = 1 << 17
PIECE = 1 << 16
SLICE = 1 << 12
CONTROLS = bytes(set(range(32)) - set(b"\0\t\n\r\x07\x08\x0b\x0c\x1b"))
ANSI = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n\r]*(?:\x07|\x1b\\)?|[#%()*+./-][0-~]|[0-Z\\-~])")


class Readable(Protocol):
    """What gives bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes, none at the end."""


class BinaryFileError(ValueError):
    """The bytes are no text."""


@dataclass(frozen=True)
class Block:
    r"""Whole lines: `text` has `\n` wherever a piece ends, `raw` has `\r` where that is not the end of a line; their lengths are equal."""

    text: bytes
    raw: bytes
    first: int
    """The number of the first line."""

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield every piece with the number of its line."""
        number, end = self.first, -1
        for piece in self.text.split(b"\n"):
            end += len(piece) + 1
            if piece:
                yield number, piece.decode("utf-8")
            number += self.raw[end : end + 1] == b"\n"

    def last(self, size: int) -> "Block":
        """Return the pieces that begin in the last `size` bytes."""
        start = len(self.text) - size
        cut = self.text.find(b"\n", start - 1) + 1 if start > 0 else 0
        if start > 0 and not cut:
            cut = len(self.text)
        return Block(self.text[cut:], self.raw[cut:], self.first + self.raw.count(b"\n", 0, cut))


def blocks(stream: Readable | BinaryIO) -> Iterator[Block]:
    """Read a stream as blocks of whole lines.

    Raises:
        BinaryFileError: its first bytes are no text.
    """
    first = 1
    for raw in _whole_lines(_without_nul(_as_utf8(_unpacked(stream)))):
        clean = ANSI.sub(b"", raw) if b"\x1b" in raw else raw
        if not clean.isascii():
            clean = _valid(clean)
        block = Block(clean.replace(b"\r", b"\n") if b"\r" in clean else clean, clean, first)
        yield block
        first += clean.count(b"\n")


def _valid(text: bytes) -> bytes:
    """Replace what is not UTF-8; a text that is stays the very same bytes. Decoding is slow: only lines that are not ASCII are tried."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", start + SLICE) + 1 or len(text)
        part = text[start:end]
        if not part.isascii():
            try:
                part.decode("utf-8")
            except UnicodeDecodeError:
                return text.decode("utf-8", "replace").encode("utf-8")
        start = end
    return text


def _chunks(stream: Readable | BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(CHUNK):
        yield chunk


def _unpacked(stream: Readable | BinaryIO) -> Iterator[bytes]:
    """Unpack gzip, member after member, never more than a chunk at a time; a file cut short gives what is there."""
    chunks = _chunks(stream)
    start = next(chunks, b"")
    if start[:2] != b"\x1f\x8b":
        yield start
        yield from chunks
        return
    unpacker = zlib.decompressobj(31)
    rest = start
    try:
        while rest or (rest := next(chunks, b"")):
            yield unpacker.decompress(rest, CHUNK)
            rest = unpacker.unconsumed_tail
            if unpacker.eof:
                rest, unpacker = unpacker.unused_data, zlib.decompressobj(31)
    except zlib.error:
        return


def _as_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    start = _start(chunks)
    encodings = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
    if start[:2] in encodings:
        import codecs

        decoder = codecs.getincrementaldecoder(encodings[start[:2]])("replace")
        yield decoder.decode(start[2:]).encode("utf-8", "replace")
        for chunk in chunks:
            yield decoder.decode(chunk).encode("utf-8", "replace")
        return
    start = start.removeprefix(b"\xef\xbb\xbf")
    sample = start[:PIECE]
    if len(sample) - len(sample.translate(None, CONTROLS)) > len(sample) // 50:
        raise BinaryFileError
    yield start
    yield from chunks


def _start(chunks: Iterator[bytes]) -> bytes:
    """Return the first chunks together: what is judged by its beginning must not depend on how that came."""
    start = b""
    while len(start) < PIECE and (chunk := next(chunks, None)) is not None:
        start += chunk
    return start


def _without_nul(chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        yield chunk.replace(b"\0", b"") if b"\0" in chunk else chunk


def _whole_lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    carried = b""
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            yield _cut(b"".join((carried, memoryview(chunk)[:end])))
            carried = chunk[end:]
            continue
        carried += chunk
        if len(carried) > PIECE:
            end = len(carried) // PIECE * PIECE
            yield _cut(carried[:end]) + b"\r"
            carried = carried[end:]
    if carried:
        yield _cut(carried)


def _cut(raw: bytes) -> bytes:
    r"""Put a `\r` between the pieces of lines that are too long."""
    parts, start, done = [], 0, 0
    while len(raw) - start > PIECE:
        end = raw.rfind(b"\n", start, start + PIECE + 1) + 1
        if not end:
            end = start + PIECE
            parts += [raw[done:end], b"\r"]
            done = end
        start = end
    return b"".join([*parts, raw[done:]]) if parts else raw
