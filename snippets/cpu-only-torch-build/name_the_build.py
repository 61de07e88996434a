"""Name the build in the requirement: a bare version is satisfied by any build of it."""

from packaging.requirements import Requirement
from packaging.version import Version

PYPI = ["2.12.0", "2.13.0"]  # stands for the default index
CU130 = ["2.12.0+cu130", "2.13.0+cu130"]  # stands for --index-url .../whl/cu130


def install(line, index, installed="2.13.0+cpu", upgrade=False):
    """Decide as an installer does: keep what satisfies the line, else take the newest."""
    wanted = Requirement(line).specifier
    if installed in wanted and not upgrade:
        return installed
    candidates = [installed, *index] if installed in wanted else index
    return max(filter(wanted.contains, candidates), key=Version)


def broken():
    return install("torch==2.13.0", CU130)


def fixed():
    return install("torch==2.13.0+cu130", CU130)


def mistake_upgrade():
    return install("torch", PYPI, upgrade=True)


def check(version):
    """What is installed afterwards is the CUDA build."""
    assert Version(version).local == "cu130", f"installed is {version}"
