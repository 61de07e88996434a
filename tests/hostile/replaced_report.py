"""Replace the report by a link, a folder, a pipe, or another file."""

# declared: {fails: check}
# side: fixed
# expected: clean
# words: the check passed

import os
import sys


managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


def report():
    """Return the path of the report: frames hold it."""
    frame = sys._getframe()
    while "job" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["job"]["report"]


def replace():
    path = report()
    open("forged", "w").write('{"event": "called"}\n{"event": "returned", "value": "0"}\n')
    attempt("to rename over it", lambda: os.replace("forged", path))
    attempt("to delete it", lambda: os.unlink(path))
    attempt("to move it", lambda: os.rename(path, "report"))
    attempt("to link it", lambda: os.link(path, "report"))
    attempt("to make a link", lambda: os.symlink("/etc/passwd", path + "-2"))
    attempt("to write another", lambda: open(path + "-3", "w"))
    attempt("to write the output that is shown", lambda: open(path.replace("report-", "stdout-"), "a").write("forged"))
    attempt("to read another", lambda: os.listdir(os.path.dirname(path)))
    return len(managed)


def broken():
    return 1


def fixed():
    return replace()


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
