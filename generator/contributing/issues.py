"""From an issue of the form "I met this failure" to what it says of an entry. Pure: two texts in, texts by field out."""

import re
from collections.abc import Mapping

import yaml

_NOTHING = "_No response_"


def labels_of(form: str) -> dict[str, str]:
    """Return the field of an entry that each question of an issue form asks for, by the question's label.

    The ids of a form are the names of fields, so the form itself is the table.
    """
    body = yaml.safe_load(form)["body"]
    return {part["attributes"]["label"].strip(): part["id"] for part in body if "id" in part}


def answers_of(issue: str, labels: Mapping[str, str]) -> dict[str, str]:
    """Return the answers of an issue by field.

    Args:
        issue: The body as GitHub stores it: each question's label as a heading, the answer below.
        labels: The field that each label asks for.
    """
    heads = "|".join(re.escape(label) for label in labels)
    parts = re.split(rf"^###[ \t]+({heads})[ \t]*$", issue.replace("\r\n", "\n"), flags=re.MULTILINE)
    found = {labels[label]: _without_fence(text.strip()) for label, text in zip(parts[1::2], parts[2::2], strict=True)}
    return {name: text for name, text in found.items() if text and text != _NOTHING}


def _without_fence(text: str) -> str:
    """Take off the fence that GitHub puts round the answer to a question with `render`."""
    match = re.fullmatch(r"(`{3,})[\w-]*\n(.*?)\n?\1", text, flags=re.DOTALL)
    return match[2] if match else text
