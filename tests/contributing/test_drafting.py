"""What a pasted log becomes: a declaration and a signature."""

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from generator.contributing.drafting import Draft, draft, generalise

TRACEBACK = 'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    f(x)\n    ^^^^\n'


def test_a_traceback_gives_type_message_and_program() -> None:
    log = (
        TRACEBACK + '  File "/v/site-packages/torch/nn/functional.py", line 9, in nll\n    raise\nIndexError: Target 3 is out of bounds.\n'
    )
    assert draft("step 1 loss 0.3\n" + log + "\nexit code 1\n") == Draft(
        {"raises": "IndexError", "match": r"Target -?\d+ is out of bounds\."},
        "IndexError: Target 3 is out of bounds.",
        r"Target -?\d+ is out of bounds\.",
        "torch",
    )


@pytest.mark.parametrize(
    ("log", "raises", "pattern"),
    [
        (
            "".join(f"[rank1]: {line}\n" for line in (TRACEBACK + "a.b.OddError: mask is of shape (3, 4)").split("\n")),
            "OddError",
            r"mask is of shape \([-\d, ]+\)",
        ),
        ("\x1b[31mValueError: no room at /home/me/x.bin for 12.5 GB\x1b[0m", "ValueError", r"no room at \S+ for -?[\d.]+(e[-+]?\d+)? GB"),
        (TRACEBACK + "KeyError: 'lr'\n", "KeyError", "KeyError: 'lr'"),
        (TRACEBACK + "AssertionError\n", "AssertionError", "AssertionError"),
        (
            TRACEBACK + "RuntimeError: shapes (4x3 and 5x2) of 'layers.0.weight' differ\n",
            "RuntimeError",
            r"shapes \([\dx]+ and [\dx]+\) of '[^']+' differ",
        ),
        (
            TRACEBACK
            + "E: first thing\n\nDuring handling of the above exception, another exception occurred:\n\n"
            + TRACEBACK
            + "F: second thing here\n",
            "F",
            "second thing here",
        ),
        (TRACEBACK + "OriginError: this came first\n\n" + TRACEBACK + "VictimError: that came of it\n", "OriginError", "this came first"),
    ],
)
def test_exceptions(log: str, raises: str, pattern: str) -> None:
    found = draft(log)
    assert (found.declaration["raises"], found.pattern) == (raises, pattern)
    assert re2.search(found.pattern, found.line)
    assert re2.search(found.declaration["match"], found.line)


@pytest.mark.parametrize(
    ("log", "declaration"),
    [
        ("epoch 1\nUserWarning: size 3 of step 4 mismatch\nepoch 2\n", {"prints": r"UserWarning: size -?\d+ of step -?\d+ mismatch"}),
        ("./run.sh: line 3:  4711 Segmentation fault      (core dumped) python x.py", {"dies": "SIGSEGV"}),
        ("Killed", {"dies": "SIGKILL"}),
        ("epoch 1 loss 2.3\nepoch 2 loss 2.3\n", {"fails": "check"}),
        ("", {"fails": "check"}),
    ],
)
def test_a_log_without_a_traceback(log: str, declaration: dict[str, str]) -> None:
    assert draft(log).declaration == declaration


@given(st.text(alphabet=st.sampled_from("ab 0123456789.'\"`[](){}\\^$|+*?/x-e,:é\t"), max_size=60))
def test_a_generalised_line_is_a_pattern_that_still_matches_it(line: str) -> None:
    line = line.strip()
    assert re2.search(generalise(line), line) is not None


@given(st.text(max_size=200))
def test_no_log_makes_drafting_raise(log: str) -> None:
    assert draft(TRACEBACK + log).declaration
    assert draft(log).declaration
