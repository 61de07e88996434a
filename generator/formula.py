r"""Formulas of prose as MathML, made while building: no script, no font and no request shows them.

Prose writes them as GitHub does: `` $`\frac{1}{n}`$ `` in a sentence, a ```` ```math ```` fence for one that stands alone. Neither
can be met by accident, and a reader of plain Markdown still sees the TeX.
"""

from functools import lru_cache
from html import escape, unescape
from xml.etree.ElementTree import Element

_ARITY = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}
_ELEMENTS = {*_ARITY, "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msqrt", "mtable", "mtr", "mtd", "mpadded", "mstyle", "menclose"}
# What TeX of a stranger may set: nothing that links, loads or restyles.
_ATTRIBUTES = {
    *("display", "stretchy", "fence", "form", "accent", "accentunder", "largeop", "movablelimits", "symmetric", "separator"),
    *("mathvariant", "columnalign", "columnlines", "rowlines", "linethickness", "notation", "width", "lspace", "rspace"),
    *("minsize", "maxsize", "displaystyle", "scriptlevel"),
}


@lru_cache(maxsize=4096)
def mathml(tex: str, *, block: bool = False) -> str:
    """Return a formula as one line of MathML.

    Raises:
        ValueError: the TeX is not a formula that can be shown.
    """
    from latex2mathml.converter import convert_to_element

    try:
        root = convert_to_element(tex, display="block" if block else "inline")
    except Exception as error:
        raise ValueError(" ".join(filter(None, [type(error).__name__.removesuffix("Error"), str(error)]))) from error
    return _written(root)


def _written(element: Element) -> str:
    if element.tag not in _ELEMENTS:
        raise ValueError(f"<{element.tag}> is not shown here")
    text = unescape(element.text or "")
    if text.startswith("\\") and len(text) > 1:
        raise ValueError(f"{text} is not a command that is known here")
    if len(element) != _ARITY.get(element.tag, len(element)):
        raise ValueError(f"an argument is missing in <{element.tag}>")
    refused = sorted(set(element.attrib) - _ATTRIBUTES - {"xmlns"})
    if refused:
        raise ValueError(f"{refused[0]} may not be set")
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in element.attrib.items() if name != "xmlns")
    # Character references, so that no Markdown engine finds emphasis or a table in a formula.
    inner = "".join(c if c.isalnum() else f"&#{ord(c)};" for c in text) + "".join(map(_written, element))
    return f"<{element.tag}{attributes}>{inner}</{element.tag}>"
