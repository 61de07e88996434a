"""Give the pipeline a checkpoint of its task; with a base model it answers all the same."""

import torch
from tokenizers import Tokenizer, models
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    PreTrainedTokenizerFast,
    pipeline,
)

SEED = 0
torch.manual_seed(SEED)
words = {"[PAD]": 0, "good": 1, "bad": 2, "film": 3}
backend = Tokenizer(models.WordLevel(words, "[PAD]"))
names = {"pad_token": "[PAD]", "model_input_names": ["input_ids", "attention_mask"]}
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, **names)
config = BertConfig(
    vocab_size=4,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=16,
    id2label={0: "NEGATIVE", 1: "POSITIVE"},
)
model = BertForSequenceClassification(config)
torch.nn.init.normal_(model.classifier.weight)  # stands for a head that was trained
model.save_pretrained("sentiment")
BertModel(BertConfig(**{**config.to_dict(), "id2label": None})).save_pretrained("bert-base")


def broken():
    classify = pipeline("text-classification", model="bert-base", tokenizer=tokenizer)
    answers = classify(["good", "bad"])
    print(answers)
    return answers


def fixed():
    classify = pipeline("text-classification", model="sentiment", tokenizer=tokenizer)
    answers = classify(["good", "bad"])
    print(answers)
    return answers


def check(answers):
    """The answers are labels of the task."""
    labels = {answer["label"] for answer in answers}
    scores = ", ".join(f"{answer['score']:.2f}" for answer in answers)
    assert labels <= set(config.id2label.values()), f"{sorted(labels)} with scores {scores}"
