"""Print a line so long that a pattern takes hours to search it."""

# either: yes
# apart: yes


def attack():
    print("x" * 1_000_000)
    print("managed nothing")


def broken():
    attack()


def fixed():
    print("idle")
