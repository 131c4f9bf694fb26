"""The picture of tools/peers: dots of rows a second, on a logarithmic scale."""

from math import ceil, floor, log10
from xml.sax.saxutils import escape

# Narrow, with large letters: a phone shows it at half its size.
WIDE, LEFT, RIGHT, STEP, TOP = 560, 170, 118, 34, 56


def rate_text(rate):
    if rate >= 1e6:
        return f"{rate / 1e6:.3g} million"
    digits = max(0, floor(log10(rate)) - 2)
    return f"{round(rate / 10**digits) * 10**digits:,.0f}"


def scale_text(power):
    return f"{10**power // 10**6}M" if power >= 6 else f"{10**power // 1000}k" if power >= 3 else f"{10**power}"


def drawn(dots, dark):
    """An SVG of the dots, which are names with rows a second; the first one given is ours.

    A dot has a place and no length: on a logarithmic scale the length of a bar says nothing, as it depends on where the scale begins.
    """
    own = dots[0]
    dots = sorted(dots, key=lambda dot: -dot[1])
    text, line, ours, other = ("#e6edf3", "#30363d", "#3fb950", "#8b949e") if dark else ("#1f2328", "#d0d7de", "#1a7f37", "#6e7781")
    first, last = floor(log10(min(rate for _, rate in dots))), ceil(log10(max(rate for _, rate in dots)))
    place = lambda rate: LEFT + (log10(rate) - first) / (last - first) * (WIDE - LEFT - RIGHT)
    high = TOP + STEP * len(dots) + 56
    bottom = high - 54
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high}" viewBox="0 0 {WIDE} {high}" font-family="sans-serif" '
        f'font-size="17" fill="{text}" role="img">',
        "<title>Rows of CSV a second on one thread, logarithmic scale</title>",
        '<text x="0" y="18" font-weight="bold">Rows of CSV a second, on one thread</text>',
        '<text x="0" y="40" font-size="15">Logarithmic scale: each line is 10 times the one to its left.</text>',
    ]
    for power in range(first, last + 1):
        x = place(10**power)
        parts.append(f'<path d="M{x:.0f} {TOP - 4}V{bottom}" stroke="{line}"/>')
        parts.append(f'<text x="{x:.0f}" y="{bottom + 18}" text-anchor="middle" font-size="15">{scale_text(power)}</text>')
    for index, (name, rate) in enumerate(dots):
        y = TOP + STEP * index + STEP // 2
        is_own = (name, rate) == own
        weight = ' font-weight="bold"' if is_own else ""
        parts.append(f'<path d="M{LEFT} {y}H{WIDE - RIGHT}" stroke="{line}" stroke-dasharray="1 5"/>')
        parts.append(f'<text x="{LEFT - 12}" y="{y + 6}" text-anchor="end"{weight}>{escape(name)}</text>')
        parts.append(f'<circle cx="{place(rate):.0f}" cy="{y}" r="{8 if is_own else 7}" fill="{ours if is_own else other}"/>')
        parts.append(f'<text x="{WIDE - 2}" y="{y + 6}" text-anchor="end"{weight}>{rate_text(rate)}</text>')
    parts.append(f'<text x="0" y="{high - 8}" font-size="14">tools/peers/run target/release/gush measures all of it anew.</text>')
    return "\n".join([*parts, "</svg>", ""])
