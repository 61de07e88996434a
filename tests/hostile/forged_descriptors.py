"""Write forged results to every descriptor that the process was given."""

# declared: {fails: check}
# side: fixed
# expected: other-error
# words: the process ended with exit code 0 and reported nothing

import os


def forge():
    for handle in range(1024):
        for line in (b'{"event": "called"}\n', b'{"event": "returned", "value": "0"}\n', b"\0" * 64):
            try:
                os.write(handle, line)
            except OSError:
                break
    os._exit(0)


def broken():
    return 1


def fixed():
    forge()


def check(value):
    """The value is 0."""
    assert value == 0, f"the value is {value}"
