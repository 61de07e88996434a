"""Ask the routing table which interface leads to the master, instead of writing its name down."""

import fcntl
import os
import socket
import struct

import torch
import torch.distributed as dist

os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="0", RANK="0", WORLD_SIZE="1")


def interface_towards(host):
    """Return the name of the interface whose address the kernel uses to reach the host."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, 9))  # sends nothing, it only chooses a route
        mine = socket.inet_aton(probe.getsockname()[0])
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode())
            if mine == fcntl.ioctl(probe, 0x8915, request)[20:24]:  # SIOCGIFADDR
                return name


def broken():
    os.environ["GLOO_SOCKET_IFNAME"] = "enp67s0f1"
    dist.init_process_group("gloo")
    total = torch.ones(1)
    dist.all_reduce(total)
    return total.item()


def fixed():
    os.environ["GLOO_SOCKET_IFNAME"] = interface_towards(os.environ["MASTER_ADDR"])
    dist.init_process_group("gloo")
    total = torch.ones(1)
    dist.all_reduce(total)
    return total.item()


def check(total):
    """The group of one rank reduces."""
    assert total == 1, f"the sum is {total}"
