"""Save the vocabulary in the checkpoint and load it from there, instead of building it again."""

import os
import subprocess
import sys

import torch

words = [f"word{i}" for i in range(32)]
corpus = [*words, "zebra"]
labels = torch.arange(32) % 2


def distinct(words, run):
    """Return list(set(words)) as another run of the script, a new interpreter, would order it."""
    environment = os.environ | {"PYTHONHASHSEED": str(run)}
    code = "import sys; print(*set(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *words]
    return subprocess.check_output(command, env=environment, text=True).split()


def train(vocabulary):
    weight = torch.zeros(len(vocabulary), 2, requires_grad=True)
    ids = torch.tensor([vocabulary.index(word) for word in words])
    for _ in range(20):
        loss = torch.nn.functional.cross_entropy(weight[ids], labels)
        weight.data -= 10 * torch.autograd.grad(loss, weight)[0]
    return weight.detach()


def correct(weight, vocabulary):
    ids = torch.tensor([vocabulary.index(word) for word in words])
    return int((weight[ids].argmax(1) == labels).sum())


def broken():
    vocabulary = distinct(corpus, run=1)
    torch.save({"model": train(vocabulary)}, "model.pt")
    vocabulary = distinct(corpus, run=2)
    return correct(torch.load("model.pt")["model"], vocabulary)


def fixed():
    vocabulary = distinct(corpus, run=1)
    torch.save({"model": train(vocabulary), "vocabulary": vocabulary}, "model.pt")
    vocabulary = torch.load("model.pt")["vocabulary"]
    return correct(torch.load("model.pt")["model"], vocabulary)


def mistake_sort_and_rebuild():
    vocabulary = sorted(distinct(corpus, run=1))
    torch.save({"model": train(vocabulary)}, "model.pt")
    vocabulary = sorted(distinct([*words, "ape"], run=2))  # one word of the data is new
    return correct(torch.load("model.pt")["model"], vocabulary)


def check(right):
    """The loaded model still knows the 32 words that it was trained on."""
    assert right == 32, f"{right} of 32 right after loading; guessing gives 16"
