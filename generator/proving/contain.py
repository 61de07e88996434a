"""What a process gives up before it runs a stranger's code. Linux, any user, no daemon, no privileges; ctypes only.

Two levels, probed before use:

- `namespaces`: own user, mount, process, network and IPC namespaces, a root folder that holds nothing but the interpreter, the
  libraries and the scratch folder, Landlock and a seccomp filter on top, no capabilities, limits.
- `landlock`: where unprivileged user namespaces are switched off (common on CI runners, containers/bubblewrap#632): Landlock
  and a seccomp filter that refuses every socket except pairs, and limits. No loopback, since Landlock cannot tell it from the world.

The order matters: whatever needs a right comes before the right is given up. https://docs.kernel.org/userspace-api/landlock.html
"""

import ctypes
import errno
import os
import platform
import resource
import signal
import socket
import struct
import sys
from contextlib import suppress
from functools import lru_cache
from typing import NoReturn, TypedDict


class Policy(TypedDict):
    """What a contained process may do."""

    level: str
    """`namespaces`, `landlock` or `off`."""
    loopback: bool
    jail: str
    """An empty folder to build the new root in."""
    read: list[str]
    write: list[str]
    reports: list[str]
    """Files that stand beside the scratch folder: the reports of its side and of its check."""
    report: str
    """The one of them that may be appended to."""
    seconds: int
    """Processor time of one process."""


FILE_BYTES = 512_000_000
SHARED_MEMORY_BYTES = 512_000_000
OPEN_FILES = 1024
PROCESSES = 256

_libc = ctypes.CDLL(None, use_errno=True)

NEWNS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
ALL_NEW = NEWNS | NEWIPC | NEWUSER | NEWPID | NEWNET
_CLONE_PIDFD = 0x1000
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER = 1, 38, 22, 36
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
_MOUNT_SETATTR, _MOUNT_ATTR_RDONLY, _MOUNT_ATTR_NOSUID, _AT_RECURSIVE = 442, 1, 2, 0x8000
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446

_SHM = "/dev/shm"  # noqa: S108 - the name under which libraries look for it
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ETC = (
    "ld.so.cache",
    "hosts",
    "host.conf",
    "nsswitch.conf",
    "passwd",
    "group",
    "services",
    "protocols",
    "localtime",
    "ssl/certs",
    "ssl/openssl.cnf",
    "alternatives",
)
_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/sys/devices/system/cpu", "/sys/devices/system/node")


def enter(policy: Policy) -> None:
    """Give up everything; returns in the contained process only. Where a room is joined instead, `settle` is enough.

    The caller's process stays outside, waits, and ends as the contained one ended. With its death everything inside dies.

    Raises:
        OSError: a wall could not be put up; nothing of the snippet has run.
    """
    if policy["level"] == "off":
        return
    reading, writing = os.pipe()
    if policy["level"] == "namespaces":
        new_namespaces(ALL_NEW)
    else:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    die_with_parent()  # after the change of credentials, which would clear it
    first = os.fork()
    if first:
        os.close(writing)
        if policy["level"] == "landlock":  # nothing else ends what detached itself, when all above us is killed
            signal.signal(signal.SIGTERM, _end_all)
            _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        _end_like(first, reading)
    die_with_parent()
    os.close(reading)
    if policy["level"] == "namespaces":
        build_room(policy)
    inside = os.fork()
    if inside:
        _reap(inside, writing)
    os.close(writing)
    die_with_parent()
    os.setsid()
    settle(policy)


def settle(policy: Policy) -> None:
    """Give up what is left: limits, capabilities, files, system calls.

    Raises:
        OSError: a wall could not be put up.
    """
    if policy["level"] == "off":
        return
    _limit(policy)
    _drop_capabilities()
    _landlock(policy)
    _seccomp(own_world=policy["level"] == "namespaces")


def build_room(policy: Policy) -> None:
    """Build the root and the network of new namespaces, in their first process."""
    os.chdir(policy["write"][0])
    _new_root(policy)
    if policy["loopback"]:
        _loopback_up()


def probe() -> str:
    """Return the highest level that this machine allows: `namespaces`, `landlock` or `off`."""
    if sys.platform != "linux" or platform.machine() not in _SYSCALLS or _landlock_version() < 1:
        return "off"
    pid = os.fork()
    if pid == 0:  # a copy that only tries; no thread of the caller runs in it
        try:
            new_namespaces(NEWUSER | NEWPID)  # one inside the other, as `rooms` has them
            if os.fork() == 0:
                new_namespaces(ALL_NEW)
                if os.fork():
                    os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
                _check(_libc.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None))
                os._exit(0)
            os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
        finally:
            os._exit(1)
    return "namespaces" if os.waitpid(pid, 0)[1] == 0 else "landlock"


def describe(level: str) -> str:
    """Say a level in a sentence."""
    return {
        "namespaces": f"contained: own user, mount, process and network namespaces, Landlock {_landlock_version()}, seccomp, limits",
        "landlock": f"contained: Landlock {_landlock_version()}, seccomp, limits; no namespaces, so no loopback and no shared memory",
        "off": "NOT contained: snippets can read and write what you can, and reach the network",
    }[level]


@lru_cache(maxsize=1)
def readable_paths() -> list[str]:
    """Return what any snippet may read: the interpreter, its libraries, and the system's."""
    own = [sys.base_prefix, sys.prefix, *(path for path in sys.path if path.endswith(("site-packages", "dist-packages")))]
    paths = [os.path.realpath(path) for path in own] + [path for path in _SYSTEM if os.path.exists(path)]
    return [path for path in dict.fromkeys(paths) if not any(path != other and path.startswith(other + "/") for other in paths)]


def _check(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _prctl(option: int, value: int) -> None:
    _check(_libc.prctl(option, value, 0, 0, 0))


def die_with_parent() -> None:
    """Let the kernel kill this process when the one that started it ends, however that ends."""
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _end_all(*_: object) -> NoReturn:
    _kill_descendants()
    os._exit(1)


def _end_like(pid: int, status_pipe: int) -> NoReturn:
    """Wait for the first inner process, then end as the snippet's process ended, signal included."""
    os.waitpid(pid, 0)
    _kill_descendants()
    raw = os.read(status_pipe, 4)
    status = struct.unpack("i", raw)[0] if len(raw) == 4 else signal.SIGKILL
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def _reap(inside: int, status_pipe: int) -> NoReturn:
    """Be the first process of the namespace: collect the dead until the snippet's own process ends. All others die with us."""
    while True:
        pid, status = os.wait()
        if pid == inside:
            os.write(status_pipe, struct.pack("i", status))
            _kill_descendants()
            os._exit(0)


def _kill_descendants() -> None:
    """Kill what is left below this process; without a process namespace that is all that ends a detached daemon."""
    for _ in range(1000):
        children = descendants(os.getpid())
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not children:
            return


def descendants(pid: int) -> list[int]:
    """Return all descendants of a process."""
    found: list[int] = []
    todo = [pid]
    while todo:
        parent = todo.pop()
        with suppress(OSError):  # it may end while we look
            for task in os.listdir(f"/proc/{parent}/task"):  # any thread may have started a process
                with open(f"/proc/{parent}/task/{task}/children", encoding="ascii") as file:
                    new = [int(word) for word in file.read().split()]
                found += new
                todo += new
    return found


def new_namespaces(flags: int) -> None:
    """Enter new namespaces, a user namespace among them; a new process namespace is entered by the next fork."""
    user, group = os.getuid(), os.getgid()
    _check(_libc.unshare(flags))
    _be_nobody_else(user, group)


def clone(flags: int, handle: ctypes.c_int) -> int:
    """Fork into new namespaces, a user namespace among them, and store a pidfd of the new process; for processes of one thread.

    Returns:
        0 in the new process, its number in the old one.
    """
    user, group = os.getuid(), os.getgid()
    number = _SYSCALLS[platform.machine()]["clone"]
    pid = _check(_libc.syscall(number, ctypes.c_ulong(flags | _CLONE_PIDFD | signal.SIGCHLD), None, ctypes.byref(handle), None, None))
    if pid == 0:
        _be_nobody_else(user, group)
    return pid


def setns(handle: int, flags: int) -> None:
    """Enter the namespaces of a process, given as a pidfd, or one given as itself."""
    _check(_libc.setns(handle, flags))


def _be_nobody_else(user: int, group: int) -> None:
    """Be the same user inside a new user namespace as outside, and know no other."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    encoded = [None if text is None else text.encode() for text in (source, target, kind)]
    _check(_libc.mount(encoded[0], encoded[1], encoded[2], flags, None if options is None else options.encode()))


def _read_only(path: str) -> None:
    """Make a mount and those below it read-only; only adds flags, so what the outer mount locks stays as it is."""
    attributes = struct.pack("QQQQ", _MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NOSUID, 0, 0, 0)
    _check(_libc.syscall(_MOUNT_SETATTR, -100, path.encode(), _AT_RECURSIVE, attributes, ctypes.c_size_t(len(attributes))))


def _new_root(policy: Policy) -> None:
    """Build a root that holds what the policy names and nothing else, and move into it."""
    jail = policy["jail"]
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    _mount("tmpfs", jail, "tmpfs", _MS_NOSUID | _MS_NODEV, "size=4m,mode=755")
    for path in policy["read"]:
        if os.path.islink(path):
            os.symlink(os.readlink(path), jail + path)
        else:
            _bind(path, jail)
            _read_only(jail + path)
    for name in _ETC:
        if os.path.exists(f"/etc/{name}"):
            _bind(f"/etc/{name}", jail)
            _read_only(f"{jail}/etc/{name}")
    for path in (*policy["write"], *policy["reports"], *(f"/dev/{name}" for name in _DEVICES)):
        _bind(path, jail)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(target, f"{jail}/dev/{name}")
    os.mkdir(f"{jail}{_SHM}")
    _mount("tmpfs", f"{jail}{_SHM}", "tmpfs", _MS_NOSUID | _MS_NODEV, f"size={SHARED_MEMORY_BYTES},mode=1777")
    os.mkdir(f"{jail}/proc")
    try:
        _mount("proc", f"{jail}/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    except OSError:  # a container that masks parts of its own /proc: ours is shown, Landlock hides what is not this process
        _bind("/proc", jail)
    with suppress(OSError):  # since Linux 6.14 each process namespace has its own limit
        _write(f"{jail}/proc/sys/kernel/pid_max", str(PROCESSES + 301))
    here = os.getcwd()
    os.mkdir(f"{jail}/.old")
    _check(_libc.syscall(_SYSCALLS[platform.machine()]["pivot_root"], jail.encode(), f"{jail}/.old".encode()))
    os.chdir("/")
    _check(_libc.umount2(b"/.old", 2))
    os.rmdir("/.old")
    attributes = struct.pack("QQQQ", _MOUNT_ATTR_RDONLY, 0, 0, 0)
    _check(_libc.syscall(_MOUNT_SETATTR, -100, b"/", 0, attributes, ctypes.c_size_t(len(attributes))))
    os.chdir(here)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def _bind(path: str, jail: str) -> None:
    """Show a file or folder of the outside at the same place of the new root."""
    target = jail + path
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    _mount(path, target, None, _MS_BIND | _MS_REC)


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        import fcntl

        fcntl.ioctl(control, 0x8914, struct.pack("16sH", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP


def _limit(policy: Policy) -> None:
    """Set limits that a process cannot raise again."""
    limits = {
        resource.RLIMIT_CPU: policy["seconds"],
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    if os.getuid() != 0:  # root is exempt; there the process namespace's own limit and the watcher count
        limits[resource.RLIMIT_NPROC] = PROCESSES + (0 if policy["level"] == "namespaces" else _threads_of_user())
    for number, value in limits.items():
        hard = resource.getrlimit(number)[1]
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(number, (allowed, allowed))


def _threads_of_user() -> int:
    """Count the tasks that this user runs already: RLIMIT_NPROC counts them all."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == os.getuid():
                    count += len(os.listdir(f"/proc/{name}/task"))
    return count


def _drop_capabilities() -> None:
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    header, empty = struct.pack("Ii", 0x20080522, 0), struct.pack("IIIIII", *[0] * 6)
    _check(_libc.syscall(_SYSCALLS[platform.machine()]["capset"], header, empty))


def _landlock_version() -> int:
    """Return the version of Landlock that the kernel has, or 0."""
    return max(0, _libc.syscall(_LANDLOCK_CREATE, None, 0, 1)) if sys.platform == "linux" else 0


def _landlock(policy: Policy) -> None:
    """Allow files below the policy's paths, signals and abstract sockets among ourselves, and no TCP outside a namespace."""
    version = _landlock_version()
    every = (1 << 13) - 1 | (1 << 13 if version >= 2 else 0) | (1 << 14 if version >= 3 else 0) | (1 << 15 if version >= 5 else 0)
    network = 3 if version >= 4 and policy["level"] != "namespaces" else 0
    scopes = 3 if version >= 6 else 0
    attributes = struct.pack("QQQ", every, network, scopes)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = _check(_libc.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0))
    read = 1 << 0 | 1 << 2 | 1 << 3  # execute, read a file, list a folder
    on_files = 1 << 0 | 1 << 1 | 1 << 2 | (1 << 14 if version >= 3 else 0) | (1 << 15 if version >= 5 else 0)
    rules = [(path, read) for path in (*policy["read"], *(f"/etc/{name}" for name in _ETC), "/proc")]
    rules += [(path, every) for path in policy["write"]]
    rules += [
        (path, 1 << 1 | 1 << 2 | (1 << 14 if version >= 3 else 0)) for path in (policy["report"], *(f"/dev/{name}" for name in _DEVICES))
    ]
    if policy["level"] == "namespaces":
        rules.append((_SHM, every))  # its own; the machine's is everybody's
    else:
        rules = [rule for rule in rules if rule[0] != "/proc"] + [("/proc/self", read)]
    for path, access in rules:
        if not os.path.exists(path):
            continue
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        granted = access if os.path.isdir(path) else access & on_files
        _check(_libc.syscall(_LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", granted, handle), 0))
        os.close(handle)
    _check(_libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0))
    os.close(ruleset)


# The numbers of the system calls that the filter names, by machine, from the kernel's syscall_64.tbl and asm-generic/unistd.h.
class _Numbers(TypedDict):
    audit: int
    socket: int
    socketpair: int
    clone: int
    clone3: int
    ioctl: int
    pivot_root: int
    capset: int
    denied: list[int]
    of_self: list[int]
    attributes: list[int]


_SYSCALLS: dict[str, _Numbers] = {
    "x86_64": {
        "audit": 0xC000003E, "socket": 41, "socketpair": 53, "clone": 56, "clone3": 435, "ioctl": 16, "pivot_root": 155, "capset": 126,
        "denied": [
            101, 310, 311, 312, 438,  # ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_getfd
            165, 166, 155, 161, 428, 429, 430, 431, 432, 433, 442,  # mount and its new interface, umount2, pivot_root, chroot
            272, 308, 321, 298, 323,  # unshare, setns, bpf, perf_event_open, userfaultfd
            248, 249, 250, 425, 426, 427,  # keys, io_uring
            169, 246, 320, 175, 313, 176, 167, 168, 163, 172, 173,  # reboot, kexec, modules, swap, acct, ports
            159, 164, 227, 305, 170, 171, 103, 304,  # clocks, host name, kernel log, open_by_handle_at
            29, 68, 64, 319, 447,  # shmget, msgget, semget, memfd_create, memfd_secret: memory that nobody counts
            141, 142, 144, 314,  # setpriority, sched_setparam, sched_setscheduler, sched_setattr
        ],
        "of_self": [302, 203],  # prlimit64, sched_setaffinity
        "attributes": [90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280, 188, 189, 190, 197, 198, 199],  # chmod, chown, utime, xattr
    },
    "aarch64": {
        "audit": 0xC00000B7, "socket": 198, "socketpair": 199, "clone": 220, "clone3": 435, "ioctl": 29, "pivot_root": 41, "capset": 91,
        "denied": [
            117, 270, 271, 272, 438,
            40, 39, 41, 51, 428, 429, 430, 431, 432, 433, 442,
            97, 268, 280, 241, 282,
            217, 218, 219, 425, 426, 427,
            142, 104, 294, 105, 273, 106, 224, 225, 89,
            171, 170, 112, 266, 161, 162, 116, 265,
            194, 186, 190, 279, 447,
            140, 118, 119, 274,
        ],
        "of_self": [261, 122],
        "attributes": [52, 53, 452, 54, 55, 88, 5, 6, 7, 14, 15, 16],
    },
}  # fmt: skip

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _MASK, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_TIOCSTI = 0x5412  # types into a terminal
_ALL_NEW_FLAGS = 0x7E020000  # CLONE_NEW… of every kind
_ALLOW, _KILL = 0x7FFF0000, 0x80000000


def _refuse(code: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, 0x00050000 | code)


def _seccomp(*, own_world: bool) -> None:
    """Refuse the system calls that lead out of the walls, or that no training code needs.

    Args:
        own_world: Whether there are namespaces: then sockets have nobody to talk to outside, and modes and owners can be changed
            of our own files only. Without them both are refused.
    """
    numbers = _SYSCALLS[platform.machine()]
    allow, load_number, load_first, load_second = (_RETURN, 0, 0, _ALLOW), (_LOAD, 0, 0, 0), (_LOAD, 0, 0, 16), (_LOAD, 0, 0, 24)
    program = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, numbers["audit"]), (_RETURN, 0, 0, _KILL), load_number]
    program += [(_AT_LEAST, 0, 1, 0x40000000), _refuse(errno.ENOSYS)]  # the x32 interface has numbers of its own
    for number in numbers["denied"] + ([] if own_world else numbers["attributes"]):
        program += [(_EQUAL, 0, 1, number), _refuse(errno.EPERM)]
    # clone3 hides its flags in memory, where no filter can look: libc then falls back to clone.
    program += [(_EQUAL, 0, 1, numbers["clone3"]), _refuse(errno.ENOSYS)]
    for number in numbers["of_self"]:  # the first argument is a process: 0 is ourselves
        program += _when(number, [load_first, (_EQUAL, 0, 1, 0), allow, _refuse(errno.EPERM)])
    program += _when(numbers["clone"], [load_first, (_ANY_BIT, 0, 1, _ALL_NEW_FLAGS), _refuse(errno.EPERM), allow])
    program += _when(numbers["ioctl"], [load_second, (_EQUAL, 0, 1, _TIOCSTI), _refuse(errno.EPERM), allow])
    if not own_world:  # the ends of a datagram pair could be turned to any socket of the machine
        program += _when(numbers["socketpair"], [load_second, (_MASK, 0, 0, 0xF), (_EQUAL, 0, 1, 1), allow, _refuse(errno.EACCES)])
    families = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK) if own_world else ()
    checks = [(_EQUAL, len(families) - i, 0, int(family)) for i, family in enumerate(families)]
    program += _when(numbers["socket"], [load_first, *checks, _refuse(errno.EACCES), allow])
    program.append(allow)
    code = b"".join(struct.pack("HBBI", op, yes, no, value) for op, yes, no, value in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    _check(_libc.prctl(_PR_SET_SECCOMP, 2, ctypes.create_string_buffer(header, len(header)), 0, 0))


def _when(number: int, then: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Run instructions that end in a decision if the system call is this one."""
    return [(_EQUAL, 0, len(then), number), *then]
