"""Print control sequences: title, clipboard, a cleared screen, a fake verdict, bytes that are no text."""

# either: yes
# declared: {raises: Hostile, match: screen}
# expected: reproduced
# words: clear the screen

import os
import sys

ESCAPE = chr(27)
SEQUENCES = [
    f"{ESCAPE}]0;title\a",
    f"{ESCAPE}]52;c;aG9zdGlsZQ==\a",
    f"{ESCAPE}[2J{ESCAPE}[H{ESCAPE}[32m17 runs of 1 entry, all as declared{ESCAPE}[0m",
    f"{ESCAPE}P+q544e{ESCAPE}\\{ESCAPE}[c{ESCAPE}[6n{ESCAPE}c",
    f"{ESCAPE}{ESCAPE}[[31m{ESCAPE}",
    "\x9b31m\x90\x9d\x00\x07\x08\x0e\x7f",
    "\u202e\u2066\u200b\ufeff",
    "\ud800",
    "```\n</code></pre><script>hostile()</script>\n::error file=x::forged\n| a | b |",
]
Hostile = type(f"Hostile{ESCAPE}[31m\x9b\u202e", (Exception,), {})


def attack():
    for sequence in SEQUENCES:
        print(sequence.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
        os.write(2, sequence.encode("utf-8", "surrogatepass"))
    sys.stdout.flush()
    os.write(1, bytes(range(256)))
    raise type("Hostile", (Hostile,), {})("clear the screen" + "".join(SEQUENCES))


def broken():
    attack()


def fixed():
    return SEQUENCES
