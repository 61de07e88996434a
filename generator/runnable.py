"""What a reader may copy and run: the fixed side with its set-up and check, cut out of the proved file. Pure."""

from generator.snippet import Snippet


def fixed_code(snippet: Snippet) -> str:
    """Return the module without its broken side and its mistakes, and with a last line that runs it."""
    lines = snippet.text.rstrip("\n").split("\n")
    for function in sorted(snippet.functions.values(), key=lambda function: -function.line):
        if function.name == "broken" or function.name.startswith("mistake_"):
            count = function.source.count("\n") + 1
            del lines[function.line - 1 : function.line - 1 + count]
    call = "check(fixed())" if "check" in snippet.functions else "print(fixed())"
    lines += ["", "", 'if __name__ == "__main__":', f"    {call}"]
    text = "\n".join(lines)
    while "\n\n\n\n" in text:
        text = text.replace("\n\n\n\n", "\n\n\n")
    return text.strip("\n") + "\n"


def commands(snippet: Snippet, name: str) -> tuple[str, str]:
    """Return how to see the failure and the fix with the downloaded file."""
    stem = name.removesuffix(".py")
    see = "s.check(s.{side}())" if "check" in snippet.functions else "print(s.{side}())"
    broken, fixed = (f'python -c "import {stem} as s; {see.format(side=side)}"' for side in ("broken", "fixed"))
    return broken, fixed
