"""What makes a page readable: words marked in differences, formulas, links of terms, code that runs when copied, exercises."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator import difference, formula, prose, runnable
from generator.entry import Entry
from generator.exercise import WORD, exercise_of
from generator.project import Project, read
from generator.snippet import extract
from tests.conftest import REPOSITORY, Sample
from tests.test_pages import ENTRY, pages, second

SAMPLE = REPOSITORY / "tests" / "project" / "snippets" / "wrong-mean"


def marked(old: str, new: str) -> list[tuple[str, list[str]]]:
    lines = [f"-{line}" for line in old.split("\n")] + [f"+{line}" for line in new.split("\n")]
    return [(row.mark, [piece.text for piece in row.pieces if piece.changed]) for row in difference.rows(lines)]


def test_only_the_changed_words_are_marked() -> None:
    assert marked("x = f(a, b)", "x = f(a, c, d)") == [("-", ["b"]), ("+", ["c, d"])]
    assert marked("running += loss", "running += loss.detach()") == [("-", []), ("+", [".detach()"])]


def test_lines_with_nothing_in_common_have_no_word_marked() -> None:
    assert marked("return first", "with lock: pass") == [("-", []), ("+", [])]


def test_every_line_of_every_snippet_is_shown_to_the_letter() -> None:
    for path in sorted((REPOSITORY / "snippets").glob("*/*.py")):
        lines = extract(path.read_text(encoding="utf-8")).difference()
        assert [row.mark + "".join(piece.text for piece in row.pieces) for row in difference.rows(lines)] == [
            line or " " for line in lines
        ], path


def test_a_formula_becomes_mathml_and_stays_tex_in_the_twin(sample: Sample) -> None:
    sample.edit(ENTRY, "have the means 1 and 2.5", "have $`\\bar x_1 < \\bar x_2`$, the means 1 and 2.5")
    sample.edit(ENTRY, "numbers is 2.\n", "numbers is 2.\n\n  ```math\n  \\frac{1}{k}\\sum_{i=1}^{k} \\bar x_i\n  ```\n")
    assert sample.run("check").exit_code == 0
    files = pages(sample)
    page = files["entries/wrong-mean.md"]
    assert re.search(r'have <span class="fp-math"><math display="inline">.*</math></span>&#44; the means', page)
    assert '<math display="block">' in page
    assert "<mfrac><mrow><mn>1</mn></mrow><mrow><mi>k</mi></mrow></mfrac>" in page
    assert "have $`\\bar x_1 < \\bar x_2`$, the means" in files["entries/wrong-mean/index.md"]


@pytest.mark.parametrize(
    "tex",
    [r"\frac{1}", r"\left( x", "}{", r"\foo", r"\href{javascript:x}{y}", r"\style{color:red}{x}", r"\color{red}{x}", r"\begin{matrix} a"],
)
def test_what_is_no_formula_or_would_link_and_restyle_is_refused(tex: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        formula.mathml(tex)
    assert [finding.code for finding in prose.findings(f"Then $`{tex}`$ holds.")] == ["bad-formula"]


@pytest.mark.parametrize("text", ["Let $n$ be", "so $x_i$ is", "$$\n\\frac{1}{2}\n$$", "where $t = 2$ holds"])
def test_dollars_of_latex_are_refused_with_the_form_to_write(text: str) -> None:
    (finding,) = prose.findings(text)
    assert (finding.code, finding.hint) == ("bad-formula", "write $`…`$ in a sentence, or a ```math fence")
    assert finding.token in text


@pytest.mark.parametrize("text", ["from $5 to $6", "`$HOME/$X` and $HOME, $PATH", "$`a_1`$=$`b`$, $`c`$", "```bash\nA=$B; C=$D_E\n```"])
def test_other_dollars_stay(text: str) -> None:
    assert list(prose.findings(text)) == []


def test_a_formula_cannot_bring_html() -> None:
    written = formula.mathml(r"\text{<script>alert(1)</script> *a* |} < 3")
    assert "<script" not in written
    assert not set("*|") & set(written)


def test_dollars_and_code_are_no_formula() -> None:
    assert "<math" not in prose.to_markdown("Costs $5, then `$HOME` and $ `x` $.")


def linked(sample: Sample) -> list[tuple[str, str]]:
    section = pages(sample)["entries/wrong-mean.md"].split("## Why it happens")[1].split("### ")[0].split("<details")[0]
    return re.findall(r"\[([^\]]+)\]\(([^)]+)\)", section)


def test_a_term_links_to_its_entry_at_its_first_use_only(sample: Sample) -> None:
    second(sample, "wrong-median", "terms: [whole median]\naliases: [median-of-medians]\n")
    sample.edit(ENTRY, "numbers is 2.\n", "numbers is 2. The median of medians is not the whole median; a Whole Median is.\n")
    assert linked(sample) == [("median of medians", "wrong-median.md")]


@pytest.mark.parametrize(
    "text", ["`whole median`", "[whole median](https://example.org)", "the whole. Median", "whole median_of", "whole medians"]
)
def test_code_links_and_parts_of_words_are_no_terms(sample: Sample, text: str) -> None:
    second(sample, "wrong-median", "terms: [whole median]\n")
    sample.edit(ENTRY, "numbers is 2.\n", f"numbers is 2. Here {text} stands.\n")
    assert "wrong-median.md" not in [target for _, target in linked(sample)]


def test_a_term_that_two_entries_claim_or_of_a_withdrawn_one_links_nowhere(sample: Sample) -> None:
    second(sample, "wrong-median", "terms: [whole median, lone median]\n")
    second(sample, "bad-median", "terms: [whole median]\n")
    second(sample, "old-median", "status: withdrawn\nreason: It was wrong.\nterms: [gone median]\n")
    sample.edit(ENTRY, "numbers is 2.\n", "numbers is 2. A whole median, a gone median, a lone median.\n")
    assert linked(sample) == [("lone median", "wrong-median.md")]


@pytest.mark.parametrize("name", ["divide_once", "refuse", "warn", "wait", "crash"])
def test_the_code_that_is_copied_runs_and_holds_no_broken_side(name: str, tmp_path: Path) -> None:
    code = runnable.fixed_code(extract((SAMPLE / f"{name}.py").read_text(encoding="utf-8")))
    assert not re.search(r"def (broken|mistake_)", code)
    (tmp_path / "pasted.py").write_text(code, encoding="utf-8")
    subprocess.run([sys.executable, "pasted.py"], cwd=tmp_path, check=True, timeout=30)


def test_the_commands_of_the_download_show_the_failure_and_the_fix(tmp_path: Path) -> None:
    text = (SAMPLE / "divide_once.py").read_text(encoding="utf-8")
    (tmp_path / "divide_once.py").write_text(text, encoding="utf-8")
    codes = [
        subprocess.run(
            ["sh", "-c", command.replace("python", sys.executable, 1)], cwd=tmp_path, check=False, capture_output=True
        ).returncode
        for command in runnable.commands(extract(text), "divide_once.py")
    ]
    assert codes == [1, 0]


def test_the_answer_key_is_computed_from_broken_against_fixed(sample: Sample) -> None:
    book = read(Project(sample.root)).encyclopedia
    exercise = exercise_of(book.entries["wrong-mean"], book.snippets["wrong-mean"], ["divide_once.py"])
    assert exercise is not None
    words = WORD.findall(exercise.code)
    assert [[words[i] for i in place.words] for place in exercise.places] == [["/", "len", "part"]]
    assert [(place.first, place.last, place.adds) for place in exercise.places] == [(2, 2, False)]


SNIPPET = '''
def broken():
    """Says too much."""
    total = first()  # wrong here

    report(total)
    return total


def fixed():
    total = first()
    guard(total)
    report(total)
    return total


def check(result):
    assert result
'''


def test_where_the_fix_only_adds_the_words_around_the_gap_count_and_comments_give_nothing_away() -> None:
    entry = Entry.model_construct(exercise=None)
    exercise = exercise_of(entry, {"a.py": extract(SNIPPET)}, ["a.py"])
    assert exercise is not None
    assert exercise.code == "def run():\n    total = first()\n    report(total)\n    return total"
    (place,) = exercise.places
    words = WORD.findall(exercise.code)
    assert (place.adds, place.first, place.last) == (True, 2, 3)
    assert [words[i] for i in place.words] == ["total", "=", "first", "report", "total"]


def test_an_entry_may_name_further_wrong_words_and_decoys(sample: Sample) -> None:
    sample.edit(
        ENTRY,
        "references:",
        "exercise:\n  snippet: divide_once.py\n  also_wrong:\n    - len(parts)\n"
        "  decoys:\n    - words: sum(part)\n      why: That sum is right.\nreferences:",
    )
    assert sample.run("check").exit_code == 0
    book = read(Project(sample.root)).encyclopedia
    exercise = exercise_of(book.entries["wrong-mean"], book.snippets["wrong-mean"], [])
    assert exercise is not None
    words = WORD.findall(exercise.code)
    assert [[words[i] for i in place.words] for place in exercise.places] == [["/", "len", "part"], ["len", "parts"]]
    assert [[words[i] for i in lure.words] for lure in exercise.lures] == [["sum", "part"]]


def test_no_comment_no_place_outside_and_something_to_find_in_every_real_exercise() -> None:
    book = read(Project(REPOSITORY), ledger_rules=False).encyclopedia
    for slug in book.published:
        for name, snippet in book.snippets[slug].items():
            exercise = exercise_of(Entry.model_construct(exercise=None), {name: snippet}, [name])
            assert exercise is not None
            assert exercise.places, (slug, name)
            assert all(0 <= word < exercise.words for place in exercise.places for word in place.words), (slug, name)
            assert all(place.words for place in exercise.places), (slug, name)
            compile(exercise.code, name, "exec")
