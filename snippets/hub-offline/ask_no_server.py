"""Say that there is no network: a cached file is otherwise asked for on the Hub first."""

import os
import pathlib
import socket
import subprocess
import sys

repository = pathlib.Path("hub/models--my-team--tiny")
(repository / "snapshots" / "0123abc").mkdir(parents=True, exist_ok=True)
(repository / "snapshots" / "0123abc" / "config.json").write_text("{}")
(repository / "refs").mkdir(exist_ok=True)
(repository / "refs" / "main").write_text("0123abc")
firewall = socket.create_server(("127.0.0.1", 0))  # takes connections and never answers
SILENT = f"http://127.0.0.1:{firewall.getsockname()[1]}"
LOAD = """
from huggingface_hub import hf_hub_download
print(hf_hub_download("my-team/tiny", "config.json", cache_dir="hub"))
"""


def run(**settings):
    """Load in a new process, which takes the silent server for the Hub."""
    environment = {**os.environ, "HF_ENDPOINT": SILENT, **settings}
    command = [sys.executable, "-c", LOAD]
    return subprocess.run(command, env=environment, text=True, capture_output=True).stdout.strip()


def broken():
    return run(HF_HUB_OFFLINE="0")


def fixed():
    return run(HF_HUB_OFFLINE="1")


def check(path):
    """The cached file is found."""
    assert path.endswith("0123abc/config.json"), f"found: {path!r}"
