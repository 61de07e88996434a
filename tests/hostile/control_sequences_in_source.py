"""Hold control sequences in the source, where pages and terminals show it. ]0;title"""

# either: yes
# declared: {prints: hostile}
# expected: reproduced
# words: printed: hostile


def broken():
    # ]0;title [2J  31m ‮
    print("hostile")


def fixed():
    # [31m
    print("idle")
