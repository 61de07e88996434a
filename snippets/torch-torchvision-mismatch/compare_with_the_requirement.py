"""Compare the installed torch with the one that torchvision's own metadata asks for."""

import importlib.metadata
import pathlib

from packaging.requirements import Requirement


def install(name, version, *requires):
    """Write a package's metadata as pip does, without the package; an older one is replaced."""
    for old in pathlib.Path("site").glob(f"{name}-*.dist-info/METADATA"):
        old.unlink()
    folder = pathlib.Path(f"site/{name}-{version}.dist-info")
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {r}" for r in requires)]
    (folder / "METADATA").write_text("\n".join(lines))


def conflicts():
    """Return the requirements on torch that the installed torch does not meet."""
    found = {d.name: d for d in importlib.metadata.distributions(path=["site"])}
    needs = [Requirement(r) for d in found.values() for r in d.requires or ()]
    return [str(n) for n in needs if not n.specifier.contains(found[n.name].version)]


install("torchvision", "0.20.1", "torch==2.5.1")
install("torch", "2.5.1")


def broken():
    install("torch", "2.4.0")
    return conflicts()


def fixed():
    install("torch", "2.4.0")
    install("torchvision", "0.19.0", "torch==2.4.0")
    return conflicts()


def mistake_newest_torchvision():
    install("torch", "2.4.0")
    install("torchvision", "0.21.0", "torch==2.6.0")
    return conflicts()


def check(found):
    """Every package finds the torch that it was built for."""
    assert found == [], f"not met: {', '.join(found)}"
