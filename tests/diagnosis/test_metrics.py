"""Numbers of logs as series, in the formats that programs print, and conditions over them."""

from collections.abc import Callable
from typing import Any

import pytest

from generator.diagnosis.answer import Answer, Diagnosis
from generator.diagnosis.metrics import MetricReader, Row, holds


@pytest.fixture(scope="session")
def reader(diagnosis: Diagnosis) -> MetricReader:
    return MetricReader(diagnosis.index["metrics"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "{'loss': 0.0, 'grad_norm': nan, 'learning_rate': 2e-05, 'epoch': 0.1}",
            {"loss": "0.0", "grad_norm": "nan", "learning_rate": "2e-05"},
        ),
        ("{'loss': '3.857', 'grad_norm': '1.625', 'epoch': '0.25'}", {"loss": "3.857", "grad_norm": "1.625"}),
        ('{"step": 3, "train/loss": 1.5, "val_loss": 2}', {"loss": "1.5", "eval_loss": "2"}),
        ("step 10 loss 2.31", {"loss": "2.31"}),
        ("[rank0]: step: 22  loss:  6.2250  memory:  1.41GiB(1.79%)  tps: 193,831", {"loss": "6.225"}),
        ("Epoch 3: 100%|##| 10/10 [00:01<00:00, train_loss=0.51, val_loss=0.62, v_num=3]", {"loss": "0.51", "eval_loss": "0.62"}),
        ("train Loss: 2.7186 Acc: 0.4082", {"loss": "2.7186", "accuracy": "0.4082"}),
        ("epoch 1 loss = 2.297269344329834", {"loss": "2.297269344329834"}),
        ("iter 12: val loss 1.9, lr 0.001", {"eval_loss": "1.9", "learning_rate": "0.001"}),
        ("lm loss: 7.1E+00 | grad norm: 1.2", {"loss": "7.1"}),
        ("allocated 4299.392", {"memory": "4299.392"}),
        ("the loss of 3 is fine in prose about glossaries", {}),
        ("no numbers of ours: 12", {}),
    ],
)
def test_formats(reader: MetricReader, text: str, expected: dict[str, str]) -> None:
    row = reader.row(1, text)
    assert {name: str(value) for name, value in (row.values.items() if row else ())} == {
        name: str(float(value)) for name, value in expected.items()
    }


@pytest.mark.parametrize(
    "table",
    [
        "Step\tTraining Loss\tValidation Loss\n500\t0.512300\tNo log\n1000\tnan\t0.62",
        "| Step | Training Loss | Validation Loss |\n|------|------|------|\n| 500 | 0.5123 | No log |\nbetween\n| 1000 | nan | 0.62 |",
    ],
)
def test_tables_of_notebooks(reader: MetricReader, table: str) -> None:
    values = [str(row.values) for row in reader.tables(list(enumerate(table.split("\n"), 1)))]
    assert values == ["{'loss': 0.5123}", "{'loss': nan, 'eval_loss': 0.62}"]


def test_a_progress_bar_and_a_table_of_other_things_are_no_metrics(reader: MetricReader) -> None:
    lines = [" 10%|#    | 1/10 [00:01<00:09, 1.0it/s]", "GPU | Temp", "0 | 55", "a|b", "Step | Loss", "1 | 2 | 3"]
    assert list(reader.tables(list(enumerate(lines, 1)))) == []


def test_the_loss_of_a_table_is_nan(ask: Callable[..., Answer]) -> None:
    answer = ask("Step\tTraining Loss\n10\t2.310000\n20\tnan\n30\tnan")
    assert any(e.line == 4 for c in answer.matches for e in c.evidence), answer.matches


def rows(**series: list[float]) -> list[Row]:
    length = max(map(len, series.values()))
    return [Row(i + 1, "", {name: values[i] for name, values in series.items() if i < len(values)}) for i in range(length)]


def condition(series: str, shows: str, value: float | None = None) -> dict[str, Any]:
    return {"series": series, "shows": shows, "value": value}


NAN = float("nan")
FLAT = [2.308, 2.297, 2.308, 2.302, 2.304]


@pytest.mark.parametrize(
    ("conditions", "series", "line"),
    [
        ([condition("loss", "zero"), condition("grad_norm", "nan")], {"loss": [2.0, 0.0], "grad_norm": [1.0, NAN]}, 2),
        ([condition("loss", "zero"), condition("grad_norm", "nan")], {"loss": [2.0, 0.0], "grad_norm": [1.0, 0.5]}, None),
        ([condition("loss", "zero"), condition("grad_norm", "above-zero")], {"loss": [0.0], "grad_norm": [0.5]}, 1),
        ([condition("loss", "zero")], {"loss": [0.0, 1.0]}, None),
        ([condition("loss", "at", 0.6931)], {"loss": [0.7, 0.6931]}, 2),
        ([condition("loss", "constant")], {"loss": [0.5, 0.5, 0.5]}, 3),
        ([condition("loss", "constant")], {"loss": [0.5, 0.5]}, None),
        ([condition("loss", "flat")], {"loss": FLAT}, 5),
        ([condition("loss", "flat")], {"loss": [2.3, 2.2, 2.1, 2.0, 1.9]}, None),
        ([condition("loss", "flat")], {"loss": [4.69, 4.68, 4.67, 4.66, 4.65]}, None),
        ([condition("loss", "flat")], {"loss": [2.3, 2.3, NAN, 2.3, 2.3]}, None),
        ([condition("loss", "spikes")], {"loss": [1.0, 1.1, 0.9, 1.0, 9.0, 1.0, 1.1, 0.9]}, 5),
        ([condition("loss", "spikes")], {"loss": [0.09, 0.1, 0.09, 0.1, 0.09, 0.08, 0.1, 0.11]}, None),
        ([condition("memory", "grows")], {"memory": [float(n) for n in range(100, 200, 8)]}, 13),
        ([condition("memory", "grows")], {"memory": [100.0, 120.0] * 8}, None),
        ([condition("lists", "repeats")], {"lists": [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]}, 6),
        ([condition("lists", "repeats")], {"lists": [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]}, None),
    ],
)
def test_conditions(conditions: list[dict[str, Any]], series: dict[str, list[float]], line: int | None) -> None:
    shown = holds(conditions, rows(**series))
    assert [row.line for row in shown[:1]] == ([line] if line else [])


def test_a_log_of_repeated_samples_leads_to_the_shared_seed(ask: Callable[..., Any]) -> None:
    text = "".join(f"[{n} {n + 3} {n + 1}]\n" * 3 for n in range(4))
    answer = ask(text)
    assert [(c.slug, c.confidence) for c in answer.matches] == [("worker-duplicate-random-seed", "possible")]


def test_a_line_that_speaks_for_several_entries_is_nobodys_collateral(ask: Callable[..., Answer]) -> None:
    answer = ask("step 1 loss 1.10\nstep 2 loss 1.60\nstep 3 loss nan\nstep 4 loss nan\n")
    assert len(answer.matches) > 1
    assert answer.collateral == ()
