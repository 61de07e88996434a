"""Rooms: namespaces that are made by a small process, for workers that are forked from a big one.

A fork costs what its process has in memory, so that none of the processes around a worker is a fork of the server that has imported
everything. The maker lives in a user and a process namespace of its own, the base, together with the fork servers. There they have
the rights that it takes to put a worker straight into a room: into its process namespace by the fork, into the others by `join`.

A room is an init process, the first of its process namespace, that has built the new root. All that runs in the room dies with it.
https://man7.org/linux/man-pages/man2/setns.2.html
"""

import ctypes
import json
import os
import signal
import socket
from contextlib import suppress
from typing import NoReturn

from generator.proving import contain

CLEAR, READY = b"k", b"ready"


def enter_base() -> None:
    """Enter the base; returns in its first process only, with whose death all in it dies."""
    contain.new_namespaces(contain.NEWUSER | contain.NEWPID)
    inside = os.fork()
    if inside:
        os.closerange(3, 65536)
        os._exit(os.waitstatus_to_exitcode(os.waitpid(inside, 0)[1]) & 0xFF)
    contain.die_with_parent()


def serve(control: socket.socket) -> NoReturn:
    """Make a room for every socket that comes; end when the other side does."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a room, so the kernel removes what is left of it
    while True:
        word, handles, *_ = socket.recv_fds(control, 1, 1)
        if not word:
            os._exit(0)
        with socket.socket(fileno=handles[0]) as asker:
            made = ctypes.c_int(-1)
            if contain.clone(contain.ALL_NEW, made) == 0:
                _init(asker)
            with suppress(OSError):  # it gave up asking
                socket.send_fds(asker, [b"p"], [made.value])
            os.close(made.value)


def _init(asker: socket.socket) -> NoReturn:
    """Be the first process of a room: build it as asked, then kill what is left in it whenever asked. Orphans need no reaping."""
    try:
        contain.die_with_parent()
        handle = asker.detach()
        os.closerange(3, handle)
        os.closerange(handle + 1, 65536)
        asker = socket.socket(fileno=handle)
        with asker.makefile("rb") as lines:
            policy: contain.Policy = json.loads(lines.readline())
        try:
            contain.build_room(policy)
            asker.sendall(READY)
        except OSError as error:
            asker.sendall(str(error).encode())
        while asker.recv(1) == CLEAR:
            _kill_all()
            asker.sendall(CLEAR)
    finally:
        os._exit(0)


def _kill_all() -> None:
    """Kill every process of this namespace but this one, until none is left."""
    with suppress(ProcessLookupError):
        while True:
            os.kill(-1, signal.SIGKILL)
            os.sched_yield()


def join(room: int) -> None:
    """Enter a room with this process, which a fork has put into its process namespace already.

    Args:
        room: A pidfd of the room's first process.
    """
    contain.setns(room, contain.ALL_NEW & ~contain.NEWPID)
