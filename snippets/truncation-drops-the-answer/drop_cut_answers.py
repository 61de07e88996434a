"""Drop rows whose answer does not fit: a cut answer teaches that there is no end."""

EOS, MAX_LENGTH = 2, 10
prompt = [10, 11, 12]
answers = [[40, 41, EOS], [42, EOS], list(range(40, 60)) + [EOS], [43, 44, 45, EOS]]
rows = [prompt + answer for answer in answers]


def broken():
    kept = [row[:MAX_LENGTH] for row in rows]
    return kept


def fixed():
    kept = [row for row in rows if len(row) <= MAX_LENGTH]
    return kept


def mistake_force_an_eos():
    kept = [row[:MAX_LENGTH] for row in rows]
    return [[*row[:-1], EOS] for row in kept]


def check(kept):
    """What is kept are complete rows, each ending in its own eos."""
    cut = [row for row in kept if row not in rows]
    assert kept and not cut, f"{len(cut)} of {len(kept)} rows end before their answer does"
