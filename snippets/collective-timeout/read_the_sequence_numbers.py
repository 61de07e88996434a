"""Look for the rank that is missing or enqueued least, not for the one that reports first."""

import re

RANKS = range(4)
LOG = """
[Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE)
[PG 1 Rank 3] Exception detected at work: 1580, last enqueued NCCL work: 1582, last completed: 1579
[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE)
[PG 1 Rank 0] Exception detected at work: 1580, last enqueued NCCL work: 1582, last completed: 1579
[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1579, OpType=BROADCAST)
[PG 1 Rank 1] Exception detected at work: 1579, last enqueued NCCL work: 1579, last completed: 1578
[Rank 2] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE)
[PG 1 Rank 2] Exception detected at work: 1580, last enqueued NCCL work: 1582, last completed: 1579
"""  # shortened lines of a made-up run: rank 1 stopped two calls before the others
ALL_BUT_1 = "\n".join(line for line in LOG.splitlines() if "Rank 1]" not in line)


def broken():
    def suspect(log):
        return int(re.search(r"\[Rank (\d+)\] Watchdog caught", log)[1])

    return [suspect(LOG), suspect(ALL_BUT_1)]


def fixed():
    def suspect(log):
        last = re.findall(r"Rank (\d+)\] Exception .* last enqueued NCCL work: (\d+)", log)
        enqueued = {int(rank): int(number) for rank, number in last}
        return min(RANKS, key=lambda rank: enqueued.get(rank, -1))

    return [suspect(LOG), suspect(ALL_BUT_1)]


def check(suspects):
    """Rank 1 is the suspect, whether it reports an older call or nothing at all."""
    assert suspects == [1, 1], f"suspects: rank {suspects[0]} and rank {suspects[1]}, not rank 1"
