"""How long a check of many entries takes, as a ratio to plain PyYAML C parsing of the same files in the same run.

Run by hand: python bench/validate.py [COUNT ...]
"""

import sys
import tempfile
import time
from pathlib import Path

import yaml

from generator.project import Project, read

REPOSITORY = Path(__file__).parents[1]
WORDS = [
    *("loss", "gradient", "batch", "token", "mask", "rank", "seed", "step", "graph", "cache"),
    *("tensor", "shape", "weight", "label", "file", "epoch", "scale", "layer", "head", "index"),
]


def generate(folder: Path, count: int) -> None:
    """Write `count` entries, each the length of a real one and no two with the same sentences."""
    (folder / "entries").mkdir(parents=True)
    (folder / "snippets").mkdir()
    (folder / "entries" / "_taxonomy.yaml").write_text(
        (REPOSITORY / "tests/project/entries/_taxonomy.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    template = (REPOSITORY / "tests/project/entries/wrong-mean.yaml").read_text(encoding="utf-8")
    head, tail = template.split("signatures:\n")
    tail = tail.split("confirm:")[1]
    before, after = tail.split("    proofs:\n")
    text = f"{head}confirm:{before}    unproved: It cannot run here.\n"
    references = f"references:{after.split('references:')[1]}"
    for n in range(count):
        words = [WORDS[(n // len(WORDS) ** k) % len(WORDS)] for k in range(4)]
        prose = "\n".join(
            f"  - The {' '.join(words)} of part {i} is what {'abcdefghijklmnop'[i % 16] * 3} {words[i % 4]} {words[0]} {i} needs."
            for i in range(40)
        )
        (folder / "entries" / f"entry-{n}.yaml").write_text(f"{text}prevention:\n{prose}\n{references}", encoding="utf-8")


def main() -> None:
    """Print a line for each count."""
    print(f"{'entries':>8} {'PyYAML C':>10} {'check':>10} {'ratio':>6} {'µs/entry':>9}")
    for count in map(int, sys.argv[1:] or ["100", "1000", "10000"]):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            generate(folder, count)
            started = time.perf_counter()
            for path in (folder / "entries").glob("entry-*.yaml"):
                yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
            plain = time.perf_counter() - started
            started = time.perf_counter()
            reading = read(Project(folder))
            ours = time.perf_counter() - started
        print(f"{len(reading.loaded):>8} {plain:>9.2f}s {ours:>9.2f}s {ours / plain:>6.2f} {ours / count * 1e6:>9.0f}")


if __name__ == "__main__":
    main()
