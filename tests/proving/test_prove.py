"""`failpedia prove` through its output, its exit code and the ledger."""

import json
import subprocess
import time
from typing import Any

import pytest

from tests.conftest import Sample

FOLDER = "snippets/wrong-mean"
ENTRY = "entries/wrong-mean.yaml"
ONCE = f"{FOLDER}/divide_once.py"


def ledger(sample: Sample) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(sample.read(f"{FOLDER}/proof.json"))
    return data


def sides(sample: Sample, snippet: str) -> dict[str, Any]:
    found: dict[str, Any] = next(proof["sides"] for proof in ledger(sample)["proofs"] if proof["snippet"] == snippet)
    return found


def only(sample: Sample, snippet: str) -> None:
    """Keep one proof of the sample entry."""
    head, tail = sample.read(ENTRY).split("    proofs:\n")
    proofs, rest = tail.split("mistakes:")
    kept = next(block for block in proofs.split("      - ") if block.startswith(f"snippet: {snippet}"))
    rest = "mistakes:" + rest if snippet == "divide_once.py" else "references:" + rest.split("references:")[1]
    signature = "signatures:" + head.split("signatures:")[1].split("confirm:")[0]
    sample.write(ENTRY, (head if snippet == "warn.py" else head.replace(signature, "")) + "    proofs:\n      - " + kept + rest)
    for path in (sample.root / FOLDER).glob("*.py"):
        if path.name != snippet:
            path.unlink()


def test_every_declaration_is_seen(sample: Sample) -> None:
    assert {proof["snippet"]: proof["sides"]["broken"]["measured"] for proof in ledger(sample)["proofs"]} == {
        "divide_once.py": "mean 1.961, of the whole 2.281",
        "refuse.py": "ValueError: unequal parts",
        "warn.py": "printed: mean of means: 1.75",
        "wait.py": "still running after 1 s",
        "crash.py": "the process ended by SIGBUS",
    }
    assert sides(sample, "crash.py")["broken"]["exit_code"] == -7
    assert sides(sample, "divide_once.py")["broken"]["seeds"] == {"0": "reproduced", "1": "reproduced", "2": "reproduced"}
    assert sides(sample, "refuse.py")["broken"]["exception"] == {"type": "ValueError", "message": "unequal parts", "line": 8}


def test_a_rerun_that_sees_the_same_leaves_the_ledger_untouched(sample: Sample) -> None:
    path = sample.root / FOLDER / "proof.json"
    before = path.stat()
    assert sample.run("prove").exit_code == 0
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_cold_and_warm_agree(sample: Sample) -> None:
    assert sample.run("prove", "--cold", "--compare").output.endswith("17 runs of 1 entry, all as declared\n")


def test_swapped_sides_fail_with_side_verdict_declaration_measure_line_and_rerun(sample: Sample) -> None:
    only(sample, "divide_once.py")
    text = sample.read(ONCE).replace("def broken", "def x").replace("def fixed", "def broken").replace("def x", "def fixed")
    sample.write(ONCE, text)
    result = sample.run("prove")
    assert result.exit_code == 1
    expected = (
        f"{ONCE}:10:1: fixed: reproduced with SEED = 0, and should be clean; declared {{'fails': 'check'}}; "
        "measured: mean 1.961, of the whole 2.281; the fix does not remove the failure; "
        "run it again: failpedia prove wrong-mean [proof-failed]"
    )
    assert expected in result.stdout.splitlines()
    assert sum("[proof-failed]" in line for line in result.stdout.splitlines()) == 6


@pytest.mark.parametrize(
    ("snippet", "old", "new", "side", "words"),
    [
        ("divide_once.py", "assert abs(mean - whole) < 1e-9", "assert True", "broken", "clean"),
        (
            "divide_once.py",
            "    return sum(sum(part) / len(part)",
            "    raise AssertionError('mine')\n    return sum(sum(part) / len(part)",
            "broken",
            "AssertionError: mine",
        ),
        ("divide_once.py", "    return round(", "    return 0 * round(", "mistake_more_digits", ""),
        (
            "divide_once.py",
            "    return sum(sum(part) for part",
            "    return object()\n    return sum(sum(part) for part",
            "fixed",
            "object is not data",
        ),
        ("divide_once.py", "    whole = sum", "    whole = undefined + sum", "fixed", "the check itself broke: NameError"),
        (
            "divide_once.py",
            "parts = [[1.0]",
            "parts = nobody = [[1.0] / 2]; parts = [[1.0]",
            "fixed",
            "before the side was called: TypeError",
        ),
        ("refuse.py", 'ValueError("unequal', 'KeyError("unequal', "broken", "other-error"),
        ("refuse.py", 'ValueError("unequal', 'ValueError("equal or un', "broken", "other-error"),
        ("refuse.py", "assert mean == 2", "assert mean == 3", "fixed", "the check failed: mean 2.0"),
        ("warn.py", 'print("mean:"', 'print("mean of means: 1.75"', "fixed", "reproduced"),
        ("warn.py", 'print("mean of means:"', 'raise SystemExit\n    print("mean of means:"', "broken", "it called exit, with code 0"),
        ("wait.py", "return None if", "import time; time.sleep(0.7); return None if", "fixed", "more than half of the 1 s"),
        ("wait.py", "return parts.get()", "raise SystemExit(3)", "broken", "it called exit, with code 3"),
        ("crash.py", "signal.SIGBUS)", "signal.SIGTERM)", "broken", "killed by signal 15"),
        ("crash.py", "os.getpid(), 0)", "os.getpid(), 9)", "fixed", "killed by signal 9"),
    ],
)
def test_a_side_that_shows_something_else_fails(sample: Sample, snippet: str, old: str, new: str, side: str, words: str) -> None:
    only(sample, snippet)
    sample.edit(f"{FOLDER}/{snippet}", old, new)
    result = sample.run("prove")
    failed = [line for line in result.stdout.splitlines() if f": {side}: " in line and "[proof-failed]" in line]
    if not words:  # a mean of 0 still fails the check: the mistake is as wrong as before
        assert not failed
        return
    assert result.exit_code == 1
    assert any(words in line for line in failed), result.stdout


def test_luck_is_found(sample: Sample) -> None:
    only(sample, "divide_once.py")
    sample.edit(ONCE, "random.uniform(3, 4)", "0.0 if SEED == 2 else 3.0")
    result = sample.run("prove", "--format", "json")
    seeds = {problem["message"].split(",")[0] for problem in json.loads(result.stdout) if problem["place"] == "broken"}
    assert seeds == {"clean with SEED = 2"}


def test_a_side_that_runs_too_long_is_stopped_and_leaves_nothing_behind(sample: Sample) -> None:
    only(sample, "warn.py")
    sample.edit(ENTRY, "stack: python\n", "stack: python\n        time_limit: 1\n")
    sample.edit(
        f"{FOLDER}/warn.py",
        'print("mean of means:"',
        'import subprocess, sys; subprocess.run([sys.executable, "-c", "import time; time.sleep(4321)"]); print("mean of means:"',
    )
    started = time.monotonic()
    result = sample.run("prove")
    assert "broken: timed-out" in result.stdout
    assert "stopped after 1 s" in result.stdout
    assert time.monotonic() - started < 20
    processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "time.sleep(4321)" not in processes


def test_an_unavailable_proof_is_no_success_and_keeps_the_ledger(sample: Sample) -> None:
    only(sample, "warn.py")
    before = sample.read(f"{FOLDER}/proof.json")
    sample.edit(f"{FOLDER}/warn.py", "\nparts", "\nimport nobody_has_this\n\nparts")
    result = sample.run("prove")
    assert 'the module "nobody_has_this" is not installed; install what the proofs need' in result.stdout
    assert result.exit_code == 1
    assert sample.read(f"{FOLDER}/proof.json") == before


def test_the_check_runs_apart_from_the_side_and_shares_its_folder(sample: Sample) -> None:
    only(sample, "divide_once.py")
    sample.edit(ONCE, "def broken():\n", "def broken():\n    parts.clear()\n    parts.append([5.0, 7.0])\n    open('left', 'w').close()\n")
    sample.edit(ONCE, "    numbers = ", "    assert open('left')\n    numbers = ")
    result = sample.run("prove")
    broken = sides(sample, "divide_once.py")["broken"]
    assert broken["measured"] == "mean 6.000, of the whole 2.281"
    assert "FileNotFoundError" in result.stdout  # fixed has a folder of its own


def test_a_fence_in_prose_runs(sample: Sample) -> None:
    sample.edit(ENTRY, "numbers is 2.\n", "numbers is 2.\n\n  ```python\n  print(sum([1, 2, 3]) / 3)\n  ```\n")
    assert sample.run("prove").exit_code == 0
    assert ledger(sample)["fences"] == [
        {"place": "mechanism", "code": "print(sum([1, 2, 3]) / 3)\n", "verdict": "clean", "measured": "ran to its end", "stdout": "2.0"}
    ]
    sample.edit(ENTRY, "print(sum(", "print(summ(")
    assert "the Python fence is other-error: NameError: name 'summ' is not defined" in sample.run("prove").stdout


@pytest.mark.parametrize(
    ("old", "new"), [("reproduced", "clean"), ("mean 1.961", "mean 1.861"), ('"1.9611"', '"1.9511"'), ("mean of means: 1.75", "")]
)
def test_an_edited_ledger_is_found(sample: Sample, old: str, new: str) -> None:
    sample.edit(f"{FOLDER}/proof.json", old, new)
    result = sample.run("prove", "--compare")
    assert result.exit_code == 1
    assert "if the run is right, run: failpedia prove wrong-mean, and commit the ledger [ledger-differs]" in result.stdout


def test_another_processor_may_round_otherwise(sample: Sample) -> None:
    sample.edit(f"{FOLDER}/proof.json", "of the whole 2.281", "of the whole 2.282")
    assert sample.run("prove", "--compare").exit_code == 0


@pytest.mark.parametrize(
    ("path", "old", "new", "why"),
    [
        (ONCE, "uniform(3, 4)", "uniform(3, 4.0)", "the snippet changed since it was proved"),
        (ENTRY, "match: unequal parts", "match: parts", "its declaration changed since it was proved"),
        (f"{FOLDER}/proof.json", '"prover": "', '"prover": "x', "the prover changed since"),
    ],
)
def test_what_makes_a_proof_stale(sample: Sample, path: str, old: str, new: str, why: str) -> None:
    sample.edit(path, old, new)
    assert f"{why}; run: failpedia prove wrong-mean [ledger-stale]" in sample.run("check").stdout


def test_versions_make_a_proof_stale_installed_or_pinned(sample: Sample) -> None:
    only(sample, "warn.py")
    sample.edit(f"{FOLDER}/warn.py", "\nparts", "\nimport pytest\n\nparts")
    assert sample.run("prove").exit_code == 0
    sample.edit(f"{FOLDER}/proof.json", '"pytest": "', '"pytest": "0.')
    assert "it was proved with other versions: pytest 0." in sample.run("check").stdout


def test_progress_and_counts_do_not_disturb_json(sample: Sample) -> None:
    assert json.loads(sample.run("prove", "--format", "json").stdout) == []


SEEN_BY_A_CHECK = {
    "a call changes it": ("limits = []\n\n\ndef allow(limit):\n    limits.append(limit)\n\n\nallow(2)\n", "limits == [2]"),
    "it is defined under a condition": ("try:\n    import nobody_has_this\nexcept ImportError:\n    limit = 2\n", "limit == 2"),
    "it is reached by name only": ("limit = 2\n", 'globals()["limit"] == 2'),
    "it has the name of a builtin": ("input = 2\n", "input == 2"),
    "it comes with a star": ("from math import *\n", "pi > 3"),
    "it is an attribute of something": ("import types\n\nbox = types.SimpleNamespace()\nbox.limit = 2\n", "box.limit == 2"),
    "it is drawn after something else": (
        "import random\n\nrng = random.Random(0)\nunused = rng.random()\nlimit = rng.random()\n",
        "limit < 0.8",
    ),
    "what is not referred to does not run again": (
        'with open("runs", "a") as runs:\n    runs.write("x")\n',
        'len(open("runs").read()) == 1',
    ),
}


@pytest.mark.parametrize(("setup", "condition"), SEEN_BY_A_CHECK.values(), ids=SEEN_BY_A_CHECK)
def test_a_check_sees_all_of_the_setup_that_it_refers_to(sample: Sample, setup: str, condition: str) -> None:
    only(sample, "divide_once.py")
    functions = "".join(f"\n\ndef {name}():\n    return {name!r}\n" for name in ("broken", "mistake_divide_twice"))
    functions += "\n\ndef fixed():\n    return 'right'\n"
    seen = f"    if not ({condition}):\n        raise SystemExit\n"
    check = f'\n\ndef check(value):\n    """It is right."""\n{seen}    assert value == "right", value\n'
    sample.write(ONCE, f'"""Divide once."""\n\n{setup}{functions}{check}')
    result = sample.run("prove")
    assert {name: side["measured"] for name, side in sides(sample, "divide_once.py").items()} == {
        "broken": "broken",
        "fixed": "ran to its end, and the check passed",
        "mistake_divide_twice": "mistake_divide_twice",
    }, result.stdout


@pytest.mark.parametrize(
    "hidden", ["say(2000); print('mean of means: 1.75'); say(2000)", "print('.' * 3000 + 'mean of means: 1.75' + '.' * 3000)"]
)
def test_a_symptom_does_not_hide_where_long_output_is_cut(sample: Sample, hidden: str) -> None:
    only(sample, "warn.py")
    say = "\ndef say(count):\n    for number in range(count):\n        print('step', number)\n\n\ndef fixed"
    sample.edit(f"{FOLDER}/warn.py", "def fixed", say.lstrip("\n"))
    sample.edit(f"{FOLDER}/warn.py", 'print("mean:"', f'{hidden}; print("mean:"')
    result = sample.run("prove")
    assert (result.exit_code, sides(sample, "warn.py")["fixed"]["verdict"]) == (1, "other-error")


def test_a_module_that_is_missing_can_be_the_failure(sample: Sample) -> None:
    only(sample, "refuse.py")
    sample.edit(ENTRY, "raises: ValueError\n          match: unequal parts", "raises: ModuleNotFoundError\n          match: old_package")
    sample.edit(f"{FOLDER}/refuse.py", 'raise ValueError("unequal parts")', "import old_package")
    assert sample.run("prove").exit_code == 0
    assert sides(sample, "refuse.py")["broken"]["measured"] == "ModuleNotFoundError: No module named 'old_package'"


def test_a_snippet_may_change_the_clock(sample: Sample) -> None:
    only(sample, "divide_once.py")
    sample.edit(ONCE, "def broken():\n", "def broken():\n    import time; time.monotonic = lambda: float('nan')\n")
    sample.run("prove")
    assert sides(sample, "divide_once.py")["broken"]["verdict"] == "reproduced"


def test_what_a_library_prints_at_its_import_is_seen_warm_and_cold(sample: Sample) -> None:
    pytest.importorskip("accelerate")
    only(sample, "warn.py")
    sample.edit(ENTRY, r"prints: 'mean of means: 1\.75'", "prints: memory_utils has been reorganized")
    sample.edit(f"{FOLDER}/warn.py", 'print("mean of means:"', 'import accelerate.memory_utils; print("mean of means:"')
    for options in ((), ("--cold",)):
        sample.run("prove", *options)
        assert sides(sample, "warn.py")["broken"]["verdict"] == "reproduced", options
