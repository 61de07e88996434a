"""Read the NCCL WARN line that stands above the error, not the error's category."""

LOG = """
node1:796:796 [0] NCCL INFO NET/Plugin: No plugin found, dlerror libnccl-net.so: no such file
node1:796:796 [0] NCCL INFO NET/IB : No device found.
node1:796:796 [0] NCCL INFO NET/Socket : Using [0]eth0:192.168.1.8<0>
node1:796:822 [0] misc/shmutils.cc:71 NCCL WARN Error: failed to extend /dev/shm/nccl-a to 5967876 bytes
node1:796:822 [0] NCCL INFO transport/shm.cc:114 -> 2
node1:796:822 [0] NCCL INFO init.cc:1089 -> 2
node2:411:430 [1] misc/socket.cc:484 NCCL WARN socketStartConnect: Connect to node1 failed : refused
RuntimeError: NCCL error, unhandled system error (run with NCCL_DEBUG=INFO for details)
ncclSystemError: System call (e.g. socket, malloc) or external library call failed
"""  # shortened lines of a made-up run: node1 has no shared memory, so node2 finds nobody there


def broken():
    def cause(log):
        return [line for line in log.splitlines() if "rror" in line][-1]

    return cause(LOG)


def fixed():
    def cause(log):
        return [line for line in log.splitlines() if "NCCL WARN" in line][0]

    return cause(LOG)


def mistake_last_warning():
    def cause(log):
        return [line for line in log.splitlines() if "NCCL WARN" in line][-1]

    return cause(LOG)


def mistake_no_plugin_found():
    def cause(log):
        return [line for line in log.splitlines() if "No " in line][0]

    return cause(LOG)


def check(line):
    """The line names what failed first, the shared memory of node1."""
    assert "/dev/shm" in line, f"took for the cause: {line[:75]}"
