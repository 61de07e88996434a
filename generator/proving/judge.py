"""The verdict on one side's run: what was declared, compared with what was observed. Pure; nothing runs here.

The role decides what is expected, never a flag: broken and every mistake must reproduce, fixed must be clean.
"""

from dataclasses import dataclass

import re2

from generator.entry import Declaration, Dies, FailsCheck, Hangs, Prints, Raises
from generator.proving.normalise import LEFT_OUT
from generator.proving.worker import Outcome

CLEAN, REPRODUCED, OTHER_ERROR, TIMED_OUT, UNAVAILABLE = "clean", "reproduced", "other-error", "timed-out", "unavailable"


@dataclass(frozen=True)
class Verdict:
    """One of the five words, and what was measured, in a sentence."""

    word: str
    measured: str


def expected(side: str) -> str:
    """Return the verdict that a side's role asks for."""
    return CLEAN if side == "fixed" else REPRODUCED


def time_limit(declared: Declaration, limit: int) -> float:
    """Return the seconds after which a side is stopped: a declared hang is seen at its own deadline."""
    return declared.hangs if isinstance(declared, Hangs) else limit


def judge(declared: Declaration, run: Outcome, check: Outcome | None) -> Verdict:
    """Decide what a run shows; `check` is the run of the snippet's check on what the side returned, where there is one."""
    if run.stopped:
        return Verdict(OTHER_ERROR, f"stopped: {run.stopped}")
    event = run.event.get("event")
    missing = run.event.get("missing")
    if event == "raised" and missing and not (run.called and isinstance(declared, Raises) and _is_raised(declared, run)):
        return Verdict(UNAVAILABLE, f'the module "{missing}" is not installed')
    if not run.called:
        return Verdict(OTHER_ERROR, f"before the side was called: {_ending(run)}")
    if event == "returned" and run.exit_code == 0:
        return _judge_end(declared, run, check)
    if isinstance(declared, Hangs) and run.timed_out:
        return Verdict(REPRODUCED, f"still running after {declared.hangs} s")
    if run.timed_out:
        return Verdict(TIMED_OUT, f"stopped after {run.seconds:.0f} s")
    if isinstance(declared, Dies) and event != "raised" and run.exit_code == declared.exit_code():
        return Verdict(REPRODUCED, f"the process ended by {declared.dies}")
    if isinstance(declared, Raises) and event == "raised" and _is_raised(declared, run):
        return Verdict(REPRODUCED, f"{run.event['type']}: {run.event['message']}")
    return Verdict(OTHER_ERROR, _ending(run))


def _judge_end(declared: Declaration, run: Outcome, check: Outcome | None) -> Verdict:
    """Judge a side that ran to its end."""
    if isinstance(declared, Prints):
        line = next((line for line in f"{run.stdout}\n{run.stderr}".split("\n") if re2.search(declared.prints, line)), None)
        if line is not None:
            return Verdict(REPRODUCED, f"printed: {line.strip()}")
        if LEFT_OUT in run.stdout + run.stderr:
            return Verdict(OTHER_ERROR, "printed so much that part of it was left out, and the line may stand there")
    if isinstance(declared, Hangs) and run.seconds > declared.hangs / 2:
        return Verdict(OTHER_ERROR, f"ended, but only after more than half of the {declared.hangs} s that count as a hang")
    if check is None:
        return Verdict(CLEAN, "ran to its end")
    return _judge_check(declared, check)


def _judge_check(declared: Declaration, check: Outcome) -> Verdict:
    event = check.event
    if check.stopped:
        return Verdict(OTHER_ERROR, f"the check was stopped: {check.stopped}")
    if event.get("event") == "returned" and check.exit_code == 0:
        return Verdict(CLEAN, "ran to its end, and the check passed")
    failed = event.get("event") == "raised" and event.get("phase") == "call" and "AssertionError" in event["names"]
    if failed and isinstance(declared, FailsCheck):
        return Verdict(REPRODUCED, str(event["message"]).strip() or "the check failed")
    if failed:
        return Verdict(OTHER_ERROR, f"the check failed: {event['message']}")
    return Verdict(OTHER_ERROR, f"the check itself broke: {_ending(check)}")


def _is_raised(declared: Raises, run: Outcome) -> bool:
    return declared.raises in run.event["names"] and re2.search(declared.match, run.event["message"]) is not None


def _ending(run: Outcome) -> str:
    """Say how a run ended, in words."""
    event = run.event.get("event")
    if event == "raised":
        return f"{run.event['type']}: {run.event['message']}"
    if run.timed_out:
        return f"still running after {run.seconds:.0f} s"
    if event == "returned":
        return f"it returned, and then the process ended with exit code {run.exit_code}"
    if event == "exited":
        return f"it called exit, with code {run.exit_code}"
    if (run.exit_code or 0) < 0:
        return f"killed by signal {-(run.exit_code or 0)}"
    return f"the process ended with exit code {run.exit_code} and reported nothing"
