"""Find the response in the text and mask by position; its token ids depend on what precedes it."""

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

texts = [
    "### Question: two plus two?\n### Answer: four",
    "### Question: capital of Peru?\n### Answer: Lima",
    "### Question: is it raining?\n### Answer: no",
]
raw = Tokenizer(models.BPE())
raw.pre_tokenizer = pre_tokenizers.Metaspace()
raw.decoder = decoders.Metaspace()
letters = sorted(set("".join(texts)))
raw.train_from_iterator(
    texts * 9, trainers.BpeTrainer(vocab_size=99, initial_alphabet=letters, show_progress=False)
)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw)


def end_of(template, ids):
    """Return where the template ends in the ids, or their length if it is not found."""
    for start in range(len(ids) - len(template) + 1):
        if ids[start : start + len(template)] == template:
            return start + len(template)
    return len(ids)


def trained_on(starts):
    """Return the text that remains of each sample when its labels are masked up to its start."""
    kept = []
    for text, start in zip(texts, starts, strict=True):
        labels = torch.tensor(tokenizer(text)["input_ids"])
        labels[:start] = -100
        kept.append(tokenizer.decode(labels[labels != -100]).strip())
    return kept


def broken():
    template = tokenizer("### Answer:")["input_ids"]
    return trained_on([end_of(template, tokenizer(text)["input_ids"]) for text in texts])


def fixed():
    ends = [text.index("### Answer:") + len("### Answer:") for text in texts]
    return trained_on([tokenizer(text).char_to_token(end) for text, end in zip(texts, ends)])


def mistake_newline_in_front():
    template = tokenizer("\n### Answer:")["input_ids"]
    return trained_on([end_of(template, tokenizer(text)["input_ids"]) for text in texts])


def mistake_without_special_tokens():
    template = tokenizer("### Answer:", add_special_tokens=False)["input_ids"]
    return trained_on([end_of(template, tokenizer(text)["input_ids"]) for text in texts])


def check(kept):
    """The loss is computed on the answers, and on nothing else."""
    answers = [text.split("Answer: ")[1] for text in texts]
    assert kept == answers, f"the loss is computed on {kept}, the answers are {answers}"
