"""Sort the distinct words before numbering them: a set of strings has another order each run."""

import os
import subprocess
import sys

words = "the cat sat on the mat and the dog sat on the log".split()


def encodings(code):
    """Build the vocabulary in five interpreters and return what the words become in each."""
    code = f"import sys\nwords = sys.argv[1:]\n{code}\nprint([vocabulary[w] for w in words])"
    outputs = []
    for seed in range(1, 6):  # by default each interpreter draws its own
        environment = os.environ | {"PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", code, *words]
        outputs.append(subprocess.check_output(command, env=environment, text=True).strip())
    return outputs


def broken():
    return encodings("vocabulary = {w: i for i, w in enumerate(set(words))}")


def fixed():
    return encodings("vocabulary = {w: i for i, w in enumerate(sorted(set(words)))}")


def mistake_seed_random():
    seeded = "import random\nrandom.seed(0)\n"
    return encodings(seeded + "vocabulary = {w: i for i, w in enumerate(set(words))}")


def mistake_hash_seed_in_the_script():
    seeded = "import os\nos.environ['PYTHONHASHSEED'] = '0'\n"
    return encodings(seeded + "vocabulary = {w: i for i, w in enumerate(set(words))}")


def mistake_list():
    return encodings("vocabulary = {w: i for i, w in enumerate(list(set(words)))}")


def check(outputs):
    """Every interpreter encodes the sentence alike."""
    different = len(set(outputs))
    assert different == 1, f"{different} encodings of one sentence in {len(outputs)} interpreters"
