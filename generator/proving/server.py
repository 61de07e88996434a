"""The fork servers: processes that have imported what snippets need, each of which forks a worker for every job that it is sent.

They come in stages, each forked from the one before it and with more imports: a snippet runs in the first that has all it needs, so
that what few snippets need neither delays nor burdens the others. The parent of all imports nothing and makes rooms.
Only imports of installed libraries are executed here; nothing of a snippet is.
"""

import ctypes
import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import weakref
from contextlib import suppress
from typing import NoReturn

from generator.proving import child, contain, rooms

JOB, IMPORT = b"j", b"i"

_START_PATH = list(sys.path)
"""The import path of a new interpreter; libraries may change it while they are imported."""


def main() -> NoReturn:
    """Serve as the command line says: the level, the import statements of each stage, the sockets of the maker and of the stages."""
    level, stages, control, *handles = json.loads(sys.argv[1])
    maker, servers = socket.socket(fileno=control), [socket.socket(fileno=handle) for handle in handles]
    if level == "namespaces":
        rooms.enter_base()
    if os.fork() == 0:
        maker.close()
        _stage(stages, servers)
    for server in servers:
        server.close()
    rooms.serve(maker)


def _stage(stages: list[list[str]], servers: list[socket.socket]) -> NoReturn:
    """Be the server of the first of these stages, and start the next."""
    contain.die_with_parent()
    statements, *later = stages
    own, *others = servers
    for statement in statements:
        with suppress(BaseException):  # the worker that needs it imports it again, and reports the error
            exec(statement, {})  # noqa: S102 - import statements, taken from the syntax tree
    _keep()
    if later and os.fork() == 0:
        own.close()
        _stage(later, others)
    for other in others:
        other.close()
    _use_huge_pages()
    _serve(own)


def _keep() -> None:
    """Leave what is imported to this process: its workers must neither look through it for garbage nor take it down when they end.

    torch.library alone has thousands of finalizers; each worker would copy hundreds of megabytes of pages only to undo, one by one,
    the registrations that it shares.
    """
    gc.freeze()
    for finalizer in list(weakref.finalize._registry):  # type: ignore[attr-defined]  # noqa: SLF001 - no public way
        finalizer.atexit = False


def _use_huge_pages() -> None:
    """Let the kernel gather what was imported into huge pages: a fork copies a page table, and this makes it shorter by far.

    MADV_COLLAPSE, Linux 6.1: https://man7.org/linux/man-pages/man2/madvise.2.html. Where it fails, forks are slower.
    """
    if sys.platform != "linux":
        return
    huge = 1 << 21
    libc = ctypes.CDLL(None)
    libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        spans = [line.split()[0].split("-") for line in maps if line.split()[1].startswith("rw") and line.split()[4] == "0"]
    for start, end in spans:
        first, last = -(-int(start, 16) // huge) * huge, int(end, 16) // huge * huge
        if last > first:
            libc.madvise(first, last - first, 25)


def _serve(own: socket.socket) -> NoReturn:
    """Fork a worker for every job, and tell its exit status to who sent it."""
    waiting: dict[int, socket.socket] = {}
    base = os.open("/proc/self/ns/pid", os.O_RDONLY) if sys.platform == "linux" else -1
    ended, wake = os.pipe()
    for pipe in (ended, wake):
        os.set_blocking(pipe, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    while True:
        ready, _, _ = select.select([own.fileno(), ended], [], [])
        if ended in ready:
            os.read(ended, 4096)
            _tell_ends(waiting)
        if own.fileno() in ready:
            word, handles, *_ = socket.recv_fds(own, 1, 3)
            if not word:
                os._exit(0)
            if word == IMPORT:
                _import_more(handles[0])
            else:
                _start(handles, base, waiting)


def _import_more(names: int) -> None:
    """Import modules that workers came to need: libraries import parts of themselves at their first use only."""
    with open(names, encoding="utf-8") as file:
        for name in file.read().split("\n"):
            with suppress(BaseException):
                importlib.import_module(name)
    _keep()
    _use_huge_pages()


def _start(handles: list[int], base: int, waiting: dict[int, socket.socket]) -> None:
    """Fork the worker of a job: into a room, where one is given; say which process it is."""
    teller, job, *room = handles
    try:
        if room:
            contain.setns(room[0], contain.NEWPID)
        try:
            pid = os.fork()
            if pid == 0:
                _work(job, room[0] if room else None)
        finally:
            if room:
                contain.setns(base, contain.NEWPID)
        waiting[pid] = answer = socket.socket(fileno=teller)
        with suppress(OSError):  # it gave up asking
            _send_process(answer, pid)
    except OSError:  # no room any more: who asked sees its socket closed
        os.close(teller)
    for handle in (job, *room):
        os.close(handle)


def _send_process(answer: socket.socket, pid: int) -> None:
    """Tell which process was started: its number is another one in the asker's process namespace, a handle is the same."""
    if sys.platform == "linux":
        handle = os.pidfd_open(pid)
        socket.send_fds(answer, [struct.pack("i", pid)], [handle])
        os.close(handle)
    else:
        answer.send(struct.pack("i", pid))


def _work(job: int, room: int | None) -> NoReturn:
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with open(job, encoding="utf-8") as file:
            asked: child.Job = json.load(file)
        child.run({**asked, "path": _START_PATH}, room)
    finally:
        os._exit(1)


def _tell_ends(waiting: dict[int, socket.socket]) -> None:
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            if pid in waiting:  # the next stage is a child too
                with waiting.pop(pid) as answer, suppress(OSError):
                    answer.send(struct.pack("i", status))
