"""Set HF_HUB_OFFLINE before Python starts, or before the first import: it is read once."""

import os
import subprocess
import sys

ASK = "import huggingface_hub as hub; print(hub.constants.HF_HUB_OFFLINE)"
SET = "import os; os.environ['HF_HUB_OFFLINE'] = '1'"
environment = {name: value for name, value in os.environ.items() if name != "HF_HUB_OFFLINE"}


def run(*lines):
    command = [sys.executable, "-c", "\n".join(lines)]
    return subprocess.run(command, env=environment, text=True, capture_output=True).stdout.strip()


def broken():
    return run("import huggingface_hub.constants", SET, ASK)


def fixed():
    return run(SET, "import huggingface_hub.constants", ASK)


def check(offline):
    """The library knows that it is offline."""
    assert offline == "True", f"HF_HUB_OFFLINE is {offline} in the library"
