"""Cut the prompt, not the sequence: reserve room for the answer and its eos first."""

BOS, EOS, MAX_LENGTH = 1, 2, 12
rows = [
    {"prompt": [BOS, *range(10, 30)], "answer": [40, 41, 42, EOS]},
    {"prompt": [BOS, *range(10, 19)], "answer": [40, 41, 42, EOS]},
    {"prompt": [BOS, 10, 11], "answer": [43, EOS]},
]


def broken():
    encoded = []
    for row in rows:
        prompt, answer = row["prompt"], row["answer"]
        ids = (prompt + answer)[:MAX_LENGTH]
        labels = ([-100] * len(prompt) + answer)[:MAX_LENGTH]
        encoded.append({"input_ids": ids, "labels": labels})
    return encoded


def fixed():
    encoded = []
    for row in rows:
        prompt, answer = row["prompt"], row["answer"]
        room = MAX_LENGTH - len(answer)
        if len(prompt) > room:
            prompt = [BOS, *prompt[-(room - 1) :]]
        ids = prompt + answer
        labels = [-100] * len(prompt) + answer
        encoded.append({"input_ids": ids, "labels": labels})
    return encoded


def mistake_cut_from_the_left():
    encoded = []
    for row in rows:
        prompt, answer = row["prompt"], row["answer"]
        ids = (prompt + answer)[-MAX_LENGTH:]
        labels = ([-100] * len(prompt) + answer)[-MAX_LENGTH:]
        encoded.append({"input_ids": ids, "labels": labels})
    return encoded


def check(encoded):
    """Each row begins with bos, fits, and grades its whole answer."""
    for row, out in zip(rows, encoded):
        graded = [label for label in out["labels"] if label != -100]
        whole, first = graded == row["answer"], out["input_ids"][0]
        assert whole, f"graded {graded} of the answer {row['answer']}"
        assert first == BOS, f"the row begins with {first}, bos is {BOS}"
        assert len(out["input_ids"]) == len(out["labels"]) <= MAX_LENGTH, "too long"
