"""Cut the prompt to what is left beside the answer: then every length of prompt teaches all of it."""

MAX_LENGTH = 12
answer = [40, 41, 42, 43, 2]  # its end is the eos


def broken():
    graded = []
    for length in range(16):
        prompt = list(range(100, 100 + length))
        labels = [-100] * len(prompt) + answer
        graded.append(sum(label != -100 for label in labels[:MAX_LENGTH]))
    return graded


def fixed():
    graded = []
    for length in range(16):
        prompt = list(range(100, 100 + length))
        prompt = prompt[-(MAX_LENGTH - len(answer)) :]
        labels = [-100] * len(prompt) + answer
        graded.append(sum(label != -100 for label in labels[:MAX_LENGTH]))
    return graded


def check(graded):
    """Every row grades the whole answer, whatever the length of its prompt."""
    cut = [length for length, count in enumerate(graded) if count < len(answer)]
    assert not cut, f"the answer is cut from {cut[0]} prompt tokens on, at 15 it has {graded[-1]}"
