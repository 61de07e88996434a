"""How long builds of many entries take, and how much of it is ours: everything but MkDocs' own work on the same Markdown.

Run by hand: python bench/build.py [COUNT ...]. The entries are copies of real ones, code, ledger and all, each under a name of its own,
without signatures: a copy's log lines are those of its model, and every such collision would be reported.
"""

import json
import os
import re
import shutil
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from generator import site
from generator.project import Project, read

REPOSITORY = Path(__file__).parents[1]


def generate(root: Path, count: int) -> None:
    """Write a project of `count` entries: the real ones, over and over."""
    shutil.copytree(REPOSITORY / "templates", root / "templates")
    for name in ("mkdocs.yml", "constraints.txt"):
        shutil.copy(REPOSITORY / name, root / name)
    for folder in ("entries", "snippets"):
        (root / folder).mkdir()
    for name in ("_taxonomy.yaml", "_diagnosis.yaml"):
        shutil.copy(REPOSITORY / "entries" / name, root / "entries")
    models = sorted(path for path in (REPOSITORY / "entries").glob("*.yaml") if not path.name.startswith("_"))
    for n in range(count):
        model = models[n % len(models)]
        slug = f"{model.stem[:50].rstrip('-')}-{n}"
        text = re.sub(r"^(?:aliases:|# yaml-language-server:).*\n", "", model.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text = re.sub(r"^ +rather: .*\n|^related:(?: .*|\n(?: +- .*\n)+)\n*", "", text, flags=re.MULTILINE)
        text = re.sub(r"^signatures:\n(?:[ #].*\n|\n)+", "", text, flags=re.MULTILINE)
        title = re.findall(r"^title: ['\"]?(.*?)['\"]?$", text, re.MULTILINE)[0]
        text = re.sub(r"^title: .*$", f"title: {json.dumps(f'{title[:70]} {n}')}", text, count=1, flags=re.MULTILINE)
        (root / "entries" / f"{slug}.yaml").write_text(text, encoding="utf-8")
        shutil.copytree(REPOSITORY / "snippets" / model.stem, root / "snippets" / slug)
        ledger = root / "snippets" / slug / "proof.json"
        if ledger.exists():
            ledger.write_text(ledger.read_text(encoding="utf-8").replace(f'"{model.stem}"', f'"{slug}"', 1), encoding="utf-8")


def spent() -> float:
    """Return the processor time of this process and those it waited for: other programs may share the machine."""
    return sum(os.times()[:4])


def measure(root: Path) -> dict[str, float]:
    """Build once from nothing, and take the processor time of each part."""
    project, fresh = Project(root), root / "build" / "fresh"
    marks = [spent()]
    reading = read(project)
    marks.append(spent())
    site.publish_pages(project, reading.encyclopedia)
    marks.append(spent())
    said = site.run_engine(project, fresh, strict=False)
    if said:
        raise SystemExit(said)
    marks.append(spent())
    site.finish(project, fresh, offline=False)
    marks.append(spent())
    return dict(zip(("read", "publish", "mkdocs", "finish"), [b - a for a, b in pairwise(marks)], strict=True))


def main() -> None:
    """Print a line for each count."""
    print(f"{'entries':>8} {'read':>8} {'publish':>8} {'MkDocs':>9} {'finish':>8} {'ours':>6} {'ms/entry':>9} {'KB a page':>10}")
    for count in map(int, sys.argv[1:] or ["100", "1000", "10000"]):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            generate(root, count)
            took = measure(root)
            total = sum(took.values())
            sizes = [path.stat().st_size for path in (root / "build/site/entries").glob("*/index.html")]
            print(
                f"{count:>8} {took['read']:>7.1f}s {took['publish']:>7.1f}s {took['mkdocs']:>8.1f}s {took['finish']:>7.1f}s"
                f" {100 * (1 - took['mkdocs'] / total):>5.1f}% {1000 * total / count:>9.1f} {sum(sizes) / len(sizes) / 1024:>10.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
