"""The picture of tools/peers: bars of bytes a second, on a logarithmic scale."""

from math import ceil, floor, log10
from xml.sax.saxutils import escape

WIDE, LEFT, RIGHT, STEP, TOP = 720, 250, 90, 30, 40


def rate_text(rate):
    for unit, size in (("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g} {unit}"
    return f"{rate:.0f} B/s"


def drawn(bars, dark):
    """An SVG of the bars, which are names with bytes a second; the first one is ours."""
    text, line, ours, other = ("#e6edf3", "#30363d", "#3fb950", "#6e7681") if dark else ("#1f2328", "#d0d7de", "#1a7f37", "#8c959f")
    first, last = floor(log10(min(rate for _, rate in bars))), ceil(log10(max(rate for _, rate in bars)))
    place = lambda rate: LEFT + (log10(rate) - first) / (last - first) * (WIDE - LEFT - RIGHT)
    high = TOP + STEP * len(bars) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high}" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" '
        f'font-size="14" fill="{text}" role="img">',
        "<title>Bytes of CSV a second on one thread, logarithmic scale</title>",
        f'<text x="0" y="20">CSV a second, one thread (each line: ten times as much)</text>',
    ]
    for power in range(first, last + 1):
        x = place(10**power)
        parts.append(f'<path d="M{x:.0f} {TOP - 8}V{high - 25}" stroke="{line}"/>')
        parts.append(f'<text x="{x:.0f}" y="{high - 8}" text-anchor="middle" font-size="12">{rate_text(10**power)}</text>')
    for index, (name, rate) in enumerate(bars):
        y = TOP + STEP * index
        parts.append(f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{max(1, place(rate) - LEFT):.0f}" height="20" rx="3" fill="{other if index else ours}"/>'
        )
        parts.append(f'<text x="{place(rate) + 6:.0f}" y="{y + 15}">{rate_text(rate)}</text>')
    return "\n".join([*parts, "</svg>", ""])
