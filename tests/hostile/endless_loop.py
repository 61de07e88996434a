"""Loop without end."""

# expected: timed-out
# words: stopped after 1 s
# limit: 1


def attack():
    while True:
        pass


def broken():
    attack()


def fixed():
    print("idle")
