"""Who began: origins before victims, causality over clocks, the rank that lags, attempts told apart."""

import copy
from collections.abc import Callable

import pytest

from generator.diagnosis import evaluation
from generator.diagnosis.answer import Answer, Diagnosis

Ask = Callable[..., Answer]

WATCHDOG = (
    "[rank{r}]:[E1130 10:00:0{r}.1 ProcessGroupNCCL.cpp:616] [Rank {r}] Watchdog caught collective operation timeout: "
    "WorkNCCL(SeqNum={s}, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600013 milliseconds before timing out."
)


def began(answer: Answer) -> tuple[int, int | None] | None:
    return (answer.initiating.rank, answer.initiating.line) if answer.initiating else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[rank3]: ValueError: no\n[rank0]: RuntimeError: Connection closed by peer\n", (3, 1)),
        ("[rank0]: RuntimeError: Connection closed by peer\n[rank3]: ValueError: no\n", (3, 2)),
        ("[default2]:ValueError: no\n[default1]:BrokenPipeError: Broken pipe\n", (2, 1)),
        ("1: fine\n7: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate\n", (7, 2)),
        ("2026-11-30 10:00:00,123 [rank4]: ValueError: no\n", (4, 1)),
        ("[pod/train-0-x7k2p/pytorch] [rank3]: ValueError: no\n", (3, 1)),
        ("2026-11-30T12:00:00.123456789+00:00 stderr F [rank3]: ValueError: no\n", (3, 1)),
        ("trainer-1  | [rank3]: ValueError: no\n", (3, 1)),
        ("[1,5]<stderr>:ValueError: no\n", (5, 1)),
        ('{"log":"[rank3]: ValueError: no\\n","stream":"stderr"}\n', (3, 1)),
        ("Nov 30 12:00:00 gpu17 train[4711]: [rank3]: ValueError: no\n", (3, 1)),
        ("plain words\nValueError: no\n", None),
    ],
)
def test_an_origin_began_and_victims_did_not(ask: Ask, text: str, expected: tuple[int, int] | None) -> None:
    assert began(ask(text)) == expected


def test_order_within_a_log_counts_not_the_clock(ask: Ask) -> None:
    text = "[rank1]: 2026-11-30 10:00:09,000 ValueError: first\n[rank0]: 2026-11-30 10:00:01,000 ValueError: second\n"
    assert began(ask(text)) == (1, 1)


def test_a_rank_that_was_a_victim_first_did_not_begin(ask: Ask) -> None:
    victim = "RuntimeError: Connection closed by peer\nKeyError: 'loss'\n"
    assert began(ask(victim, "fine\n" * 40 + "ValueError: no\n")) == (1, 41)


def test_the_collateral_ranks_are_listed_with_the_reason(ask: Ask) -> None:
    lines = [WATCHDOG.format(r=r, s=41) for r in (0, 1)]
    answer = ask("\n".join([*lines, "[rank2]: ValueError: no"]))
    assert [(c.rank, c.line) for c in answer.collateral] == [(0, 1), (1, 2)]
    assert all("rank 2 began" in c.because for c in answer.collateral)


def test_with_victims_only_the_lowest_collective_lags(ask: Ask) -> None:
    answer = ask("\n".join(WATCHDOG.format(r=r, s=s) for r, s in ((0, 41), (1, 40), (2, 41))))
    assert began(answer) == (1, 2)
    assert answer.initiating is not None
    assert answer.initiating.how == "its last collective is 40, others reached 41"


def test_with_victims_only_the_silent_rank_is_the_suspect(ask: Ask) -> None:
    text = "[rank0]: step 9\n[rank1]: step 9\n[rank2]: step 8\n" + "\n".join(WATCHDOG.format(r=r, s=41) for r in (0, 1))
    assert began(ask(text)) == (2, 3)


def test_the_rank_that_others_name_is_the_suspect(ask: Ask) -> None:
    assert began(ask("[rank0]: RuntimeError: Rank 3 failed to pass monitoredBarrier in 1800000 ms\n")) == (3, None)


def test_attempts_are_told_apart(ask: Ask) -> None:
    first = "[rank5]: RuntimeError: Connection closed by peer\n[rank5]: ValueError: no\n"
    restart = "INFO:torch.distributed.elastic.agent: Worker group FAILED. 3/3 attempts left; will restart worker group\n"
    answer = ask(first + restart + "[rank0]: RuntimeError: The server socket has failed\n")
    assert began(answer) == (5, 2)


def test_only_a_waiting_rank_is_here_so_bring_the_others(ask: Ask) -> None:
    answer = ask(WATCHDOG.format(r=3, s=41))
    assert any(what.startswith("Only rank 3 speaks here") for what in answer.missing)


def test_a_cause_on_a_victims_line_weighs_less(diagnosis: Diagnosis) -> None:
    index = copy.deepcopy(dict(diagnosis.index))
    for entry in index["entries"]:
        for signature in entry["signatures"]:
            signature["role"] = "cause"
    timed_out = "[rank0]: RuntimeError: [../third_party/gloo] Timed out waiting 1800000ms for recv operation to complete\n"
    answer = evaluation.diagnose_text(Diagnosis(index), timed_out + "[rank1]: IndexError: Target 7 is out of bounds.\n")
    assert (answer.matches[0].slug, answer.matches[0].confidence) == ("label-index-out-of-range", "sure")
    assert answer.matches[0].score > answer.matches[1].score + 600


def test_a_victims_entry_stands_behind_the_origins(ask: Ask) -> None:
    timed_out = "[rank0]: RuntimeError: [../third_party/gloo] Timed out waiting 1800000ms for recv operation to complete\n"
    answer = ask(timed_out + "[rank1]: IndexError: Target 7 is out of bounds.\n")
    assert [c.slug for c in answer.matches][:2] == ["label-index-out-of-range", "collective-mismatch-hang"]
    assert answer.matches[1].confidence == "possible"


def test_several_ranks_that_only_lost_another_ask_for_the_others(ask: Ask) -> None:
    closed = "RuntimeError: [../third_party/gloo] Connection closed by peer [10.0.0.3]:4411\n"
    answer = ask(f"[rank0]: {closed}[rank1]: {closed}")
    assert answer.initiating is None
    assert [what for what in answer.missing if what.startswith("Ranks 0, 1 waited for another or lost it")]
    assert not any(what.startswith("Ranks ") for what in ask(f"[rank0]: {closed}[rank1]: ValueError: no\n").missing)


def test_a_rank_that_is_here_and_silent_is_named_not_asked_for(ask: Ask) -> None:
    """As after SIGKILL: the others lost it, its own file just ends."""
    closed = "RuntimeError: [../third_party/gloo] Connection closed by peer [10.0.0.3]:4411\n"
    for logs, who in ([[closed, "step 1\n"], "rank 1"], [[closed, "step 1\n", closed, "step 1\n"], "ranks 1, 3"]):
        missing = ask(*logs).missing
        assert any(what.startswith(f"No error of {who} is here") for what in missing), missing
        assert not any("Bring the logs" in what for what in missing)


SUMMARY = "".join(
    f"  rank      : {r} (local_rank: {r})\n  exitcode  : 1 (pid: 4{r})\n  error_file: <N/A>\n"
    "  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html\n"
    for r in (1, 2)
)
SUMMARY = f"torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \ntrain.py FAILED\n{SUMMARY}"


def test_a_summary_without_a_traceback_does_not_outdo_the_exception_that_the_log_has(ask: Ask) -> None:
    alone = ask(SUMMARY)
    assert alone.matches[0].slug == "child-failed-hides-root-cause"
    assert any("Bring the lines above it" in what for what in alone.missing)
    cause, closed = "[rank2]: IndexError: Target 5 is out of bounds.\n", "[rank0]: RuntimeError: Connection closed by peer\n"
    for logs in ([cause + closed + SUMMARY], [SUMMARY, closed, cause]):
        first, second = [(c.slug, c.confidence) for c in ask(*logs).matches][:2]
        assert first == ("label-index-out-of-range", "sure")
        assert second[0] == "child-failed-hides-root-cause"
    unknown = ask(f"[rank2]: ValueError: nobody has an entry for this\n{SUMMARY}")
    assert [c.confidence for c in unknown.matches if c.confidence == "sure"] == []


def test_an_entry_that_only_may_fit_explains_no_line_of_another(ask: Ask) -> None:
    timed_out = "[rank0]: RuntimeError: [../third_party/gloo] Timed out waiting 1800000ms for recv operation to complete\n"
    answer = ask(timed_out + SUMMARY)
    assert answer.matches[0].confidence == "possible"
    assert not any("explains it" in c.because for c in answer.collateral)
