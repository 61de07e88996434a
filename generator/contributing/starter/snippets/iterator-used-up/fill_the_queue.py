"""Put values into a queue that are still there after the log line about them."""

import queue

lines = ["3", "5", "8"]


def broken():
    numbers = (int(line) for line in lines)
    print("sending", list(numbers))
    waiting = queue.Queue()
    for number in numbers:
        waiting.put(number)
    return [waiting.get() for _ in lines]


def fixed():
    numbers = [int(line) for line in lines]
    print("sending", list(numbers))
    waiting = queue.Queue()
    for number in numbers:
        waiting.put(number)
    return [waiting.get() for _ in lines]


def check(received):
    """What was announced arrives."""
    assert received == [3, 5, 8], f"received {received}"
