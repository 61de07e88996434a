"""The command `failpedia`, also as `python -m generator`."""

import signal


def run() -> None:
    """Run the command. Until a command says what to do about Ctrl-C, it ends the process as it ends any other, without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from generator.cli import main

    main()


if __name__ == "__main__":
    run()
