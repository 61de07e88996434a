"""Enter other namespaces, mount, change the root, load code into the kernel."""

# machine: x86_64

import ctypes
import os

TARGET = {}  # the test names what to attack
managed = []


def attempt(what, action):
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}")
    else:
        managed.append(what)


libc = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def join(path):
    handle = os.open(path, os.O_RDONLY)
    call("setns", handle, 0)


def attack():
    for name, flag in (("user", 0x10000000), ("mount", 0x20000), ("network", 0x40000000), ("process", 0x20000000)):
        attempt(f"a new {name} namespace", lambda: call("unshare", flag))
        attempt(f"a child in a new {name} namespace", lambda: call("syscall", 56, flag | 17, 0, 0, 0, 0))
    attempt("clone3", lambda: call("syscall", 435, ctypes.create_string_buffer((0x10000000).to_bytes(8, "little") + bytes(80), 88), 88))
    for pid in (1, os.getppid(), TARGET["victim"], TARGET["prover's pid"], "self"):
        for name in ("user", "mnt", "net", "pid"):
            attempt(f"to join the {name} namespace of {pid}", lambda: join(f"/proc/{pid}/ns/{name}"))
    attempt("to mount", lambda: call("mount", b"none", b"tmp", b"tmpfs", 0, None))
    attempt("to bind", lambda: call("mount", b"/", b".", None, 4096, None))
    attempt("to unmount", lambda: call("umount2", b"/proc", 2))
    attempt("to change the root", lambda: os.chroot("."))
    attempt("a device", lambda: os.mknod("device", 0o600 | 0o060000, os.makedev(254, 0)))
    attempt("io_uring", lambda: call("syscall", 425, 8, ctypes.create_string_buffer(256)))
    attempt("bpf", lambda: call("syscall", 321, 0, ctypes.create_string_buffer(128), 128))
    attempt("keys", lambda: call("syscall", 248, b"user", b"hostile", b"x", 1, -3))
    attempt("a name for the machine", lambda: call("sethostname", b"hostile", 7))
    attempt("to open by handle", lambda: call("syscall", 304, -100, ctypes.create_string_buffer(128), 0))
    attempt("to become root", lambda: os.setresuid(0, 0, 0) if os.getuid() else call("setgroups", 0, None))


def broken():
    attack()
    print("managed", ", ".join(managed) or "nothing")


def fixed():
    print("idle")
