"""Decorate the main function with @record, so that torchrun's report holds the traceback."""

import os
import textwrap

from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
from torch.distributed.run import main as torchrun

os.environ["OMP_NUM_THREADS"] = "1"


def report_of(script):
    """Run the script under torchrun and return the report at its end."""
    open("train.py", "w").write(textwrap.dedent(script))
    try:
        torchrun(["--standalone", "--nproc-per-node=1", "train.py"])
    except ChildFailedError as error:
        lines = [line for line in str(error).splitlines() if "  time  " not in line]
        print("\n".join(lines))
        return "\n".join(lines)


def broken():
    return report_of("""
        def main():
            raise FileNotFoundError("shard-00003.bin is missing")

        main()
    """)


def fixed():
    return report_of("""
        from torch.distributed.elastic.multiprocessing.errors import record

        @record
        def main():
            raise FileNotFoundError("shard-00003.bin is missing")

        main()
    """)


def mistake_exit_code():
    return report_of("""
        import sys

        def main():
            raise FileNotFoundError("shard-00003.bin is missing")

        try:
            main()
        except Exception as error:
            sys.exit(str(error))
    """)


def check(report):
    """The launcher's report tells the worker's own error."""
    told = [line.strip() for line in report.splitlines() if "traceback :" in line]
    assert "shard-00003.bin is missing" in report, f"the report says: {told[0]}"
