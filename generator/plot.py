"""Two series as one small inline SVG: broken against fixed, with axes, units and a text alternative. Pure."""

from collections.abc import Iterator, Sequence
from html import escape

from generator.entry import Plot

WIDTH, HEIGHT = 560, 240
STRETCHES = 240
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 14, 40


def svg(broken: Sequence[float], fixed: Sequence[float], axes: Plot, title: str) -> str:
    """Draw two series over their index; every line of the result is non-empty, so that it can stand in Markdown."""
    low, high = min(0.0, *broken, *fixed), max(*broken, *fixed)
    high = high if high > low else low + 1
    last = max(len(broken), len(fixed)) - 1

    def x(index: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / last, 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    alternative = escape(description(broken, fixed, axes, title))
    lines = [
        f'<svg class="fp-plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{alternative}">',
        *(_horizontal(y(tick), _number(tick)) for tick in _ticks(low, high)),
        *(f'<text class="fp-tick" x="{x(i)}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{i}</text>' for i in _indices(last)),
        f'<text class="fp-axis" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(axes.x)}</text>',
        _vertical_title(axes.y),
    ]
    for name, series in (("broken", broken), ("fixed", fixed)):
        points = " ".join(f"{x(i)},{y(value)}" for i, value in _visible(series))
        lines.append(f'<polyline class="fp-{name}" points="{points}"/>')
    return "\n".join([*lines, "</svg>"])


def _visible(series: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Yield the points that can be told apart: of a long series the lowest and the highest of each stretch."""
    if len(series) <= 2 * STRETCHES:
        yield from enumerate(series)
        return
    for k in range(STRETCHES):
        part = range(len(series) * k // STRETCHES, len(series) * (k + 1) // STRETCHES)
        lowest, highest = min(part, key=series.__getitem__), max(part, key=series.__getitem__)
        yield from ((i, series[i]) for i in sorted({lowest, highest}))


def description(broken: Sequence[float], fixed: Sequence[float], axes: Plot, title: str) -> str:
    """Say in words what the plot shows."""
    spans = [f"{name}: {_number(s[0])} at the start, {_number(s[-1])} at the end" for name, s in (("broken", broken), ("fixed", fixed))]
    return f"{title}. {axes.y} over {axes.x}. {'; '.join(spans)}."


def _vertical_title(text: str) -> str:
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return f'<text class="fp-axis" transform="translate(12 {middle}) rotate(-90)" text-anchor="middle">{escape(text)}</text>'


def _horizontal(y: float, label: str) -> str:
    line = f'<line class="fp-grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
    return f'{line}<text class="fp-tick" x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{label}</text>'


def _ticks(low: float, high: float) -> list[float]:
    """Return about four round values between two."""
    step = 10.0 ** len(str(int((high - low) / 4))) if high - low >= 4 else 1.0
    while (high - low) / step < 3:
        step /= 2 if str(step).strip("0.")[:1] in ("1", "2") else 2.5
    first = int(low / step) if low >= 0 else int(low / step) - 1
    return [tick for k in range(first, first + 12) if low <= (tick := round(k * step, 10)) <= high]


def _indices(last: int) -> list[int]:
    step = max(1, round(last / 5))
    return list(range(0, last + 1, step))


def _number(value: float) -> str:
    return f"{value:.4g}"
