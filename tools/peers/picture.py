"""The picture of tools/peers: bars of rows a second, on a logarithmic scale."""

from math import ceil, floor, log10
from xml.sax.saxutils import escape

WIDE, LEFT, RIGHT, STEP, TOP = 720, 250, 90, 30, 40


def rate_text(rate):
    if rate >= 1e6:
        return f"{rate / 1e6:.3g} million"
    digits = max(0, floor(log10(rate)) - 2)
    return f"{round(rate / 10**digits) * 10**digits:,.0f}"


def drawn(bars, dark):
    """An SVG of the bars, which are names with rows a second, the fastest first; the first one given is ours."""
    own = bars[0]
    bars = sorted(bars, key=lambda bar: -bar[1])
    text, line, ours, other = ("#e6edf3", "#30363d", "#3fb950", "#6e7681") if dark else ("#1f2328", "#d0d7de", "#1a7f37", "#8c959f")
    first, last = floor(log10(min(rate for _, rate in bars))), ceil(log10(max(rate for _, rate in bars)))
    place = lambda rate: LEFT + (log10(rate) - first) / (last - first) * (WIDE - LEFT - RIGHT)
    high = TOP + STEP * len(bars) + 52
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high}" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" '
        f'font-size="14" fill="{text}" role="img">',
        "<title>Rows of CSV a second on one thread, logarithmic scale</title>",
        '<text x="0" y="20">Rows of CSV a second, on one thread. Each grid line is ten times the one before it.</text>',
    ]
    for power in range(first, last + 1):
        x = place(10**power)
        parts.append(f'<path d="M{x:.0f} {TOP - 8}V{high - 47}" stroke="{line}"/>')
        parts.append(f'<text x="{x:.0f}" y="{high - 30}" text-anchor="middle" font-size="12">{rate_text(10**power)}</text>')
    for index, (name, rate) in enumerate(bars):
        y = TOP + STEP * index
        parts.append(f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{max(1, place(rate) - LEFT):.0f}" height="20" rx="3" fill="{ours if (name, rate) == own else other}"/>'
        )
        parts.append(f'<text x="{WIDE - 4}" y="{y + 15}" text-anchor="end">{rate_text(rate)}</text>')
    parts.append(f'<text x="0" y="{high - 6}" font-size="12">tools/peers/run target/release/gush measures it again.</text>')
    return "\n".join([*parts, "</svg>", ""])
