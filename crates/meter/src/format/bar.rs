//! Progress bars of any width, and the little chart of the recent rate.

/// How a bar is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bar {
    /// `[===>   ]`
    #[default]
    Plain,
    /// Full blocks.
    Block,
    /// Blocks of an eighth.
    Granular,
    /// Blocks on shade.
    Shaded,
}

/// The styles by the names that `-u` takes.
pub const BARS: [(&str, Bar); 4] =
    [("plain", Bar::Plain), ("block", Bar::Block), ("granular", Bar::Granular), ("shaded", Bar::Shaded)];

/// Blocks from one eighth to a full one: horizontal for bars, vertical for charts.
const HORIZONTAL: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
const VERTICAL: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The same in ASCII.
const DENSE: [char; 8] = ['.', ':', '-', '=', '+', '*', '#', '@'];

/// A bar `width` columns wide that is `percent` full, with the figure after it; the figure alone where there is no
/// column for the bar, and nothing where that does not fit.
pub(crate) fn known(bar: Bar, percent: u64, width: usize) -> String {
    labelled(bar, percent as f64 / 100.0, &format!(" {percent:3}%"), width)
}

/// A bar with another figure, or none, after it.
pub(crate) fn labelled(bar: Bar, part: f64, figure: &str, width: usize) -> String {
    match width.checked_sub(2 + figure.len()) {
        None => String::new(),
        Some(0) => format!("{figure:>width$}"),
        Some(inner) => format!("[{}]{figure}", filled(bar, part, inner)),
    }
}

/// The inside of a bar, `inner` columns wide.
pub(crate) fn filled(bar: Bar, part: f64, inner: usize) -> String {
    let part = part.max(0.0);
    let full = ((inner as f64 * part) as usize).min(inner);
    match bar {
        // The head is within the bar, so that even nothing shows one, and too much shows none.
        Bar::Plain if part > 1.0 => "=".repeat(inner),
        Bar::Plain if inner == 0 => String::new(),
        Bar::Plain => {
            let body = full.saturating_sub(1);
            format!("{}>{}", "=".repeat(body), " ".repeat(inner - body - 1))
        }
        Bar::Block => "█".repeat(full) + &" ".repeat(inner - full),
        Bar::Shaded => "█".repeat(full) + &"░".repeat(inner - full),
        Bar::Granular => {
            let eighths = ((inner as f64 * 8.0 * part.min(1.0)) as usize).saturating_sub(full * 8);
            let rest = (eighths > 0 && full < inner).then(|| HORIZONTAL[eighths.min(8) - 1]);
            let gap = inner - full - usize::from(rest.is_some());
            let body = "█".repeat(full);
            rest.into_iter().fold(body, |mut body, rest| {
                body.push(rest);
                body
            }) + &" ".repeat(gap)
        }
    }
}

/// A bar for an unknown size: a mark that goes from side to side, `sweep` steps of 50 from the left and back.
pub(crate) fn unknown(bar: Bar, sweep: usize, width: usize) -> String {
    match width.checked_sub(2).filter(|&inner| inner >= 3) {
        Some(inner) => format!("[{}]", swept(bar, sweep, inner)),
        None => String::new(),
    }
}

/// The inside of such a bar; empty where the mark does not fit.
pub(crate) fn swept(bar: Bar, sweep: usize, inner: usize) -> String {
    if inner < 3 {
        return String::new();
    }
    let percent = match sweep * 2 % 200 {
        there @ 0..=100 => there,
        back => 200 - back,
    };
    let before = (inner - 3) * percent / 100;
    let (mark, empty) = match bar {
        Bar::Plain => ("<=>", " "),
        Bar::Shaded => ("███", "░"),
        Bar::Block | Bar::Granular => ("███", " "),
    };
    format!("{}{mark}{}", empty.repeat(before), empty.repeat(inner - 3 - before))
}

/// The last of these rates as a chart of at most `width` columns, the highest of them a full block; `ascii` is for
/// terminals without blocks.
pub(crate) fn spark(rates: &[f64], width: usize, ascii: bool) -> String {
    let marks = if ascii { DENSE } else { VERTICAL };
    let rates = &rates[rates.len().saturating_sub(width)..];
    let max = rates.iter().copied().fold(0.0, f64::max);
    let column = |&rate: &f64| match max {
        max if max > 0.0 && rate > 0.0 => marks[((rate / max * 8.0).ceil() as usize).clamp(1, 8) - 1],
        _ => ' ',
    };
    rates.iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What pv 1.11 drew.
    #[test]
    fn plain_bars_are_pvs() {
        assert_eq!(known(Bar::Plain, 50, 6), "");
        assert_eq!(known(Bar::Plain, 50, 8), "[>]  50%");
        assert_eq!(known(Bar::Plain, 50, 11), "[=>  ]  50%");
        assert_eq!(known(Bar::Plain, 2, 32), format!("[>{}]   2%", " ".repeat(24)));
        assert_eq!(known(Bar::Plain, 250, 12), "[=====] 250%");
        // pv draws `[]  50%` here.
        assert_eq!(known(Bar::Plain, 50, 7), "    50%");
        assert_eq!(known(Bar::Plain, 100, 12), "[====>] 100%");
        assert_eq!(unknown(Bar::Plain, 2, 52), format!("[ <=>{}]", " ".repeat(46)));
        assert_eq!(unknown(Bar::Plain, 0, 5), "[<=>]");
        assert_eq!(unknown(Bar::Plain, 0, 4), "");
    }

    #[test]
    fn eighths_and_sparks() {
        assert_eq!(labelled(Bar::Granular, 0.5, "", 5), "[█▌ ]");
        assert_eq!(labelled(Bar::Shaded, 0.5, "", 6), "[██░░]");
        assert_eq!(spark(&[0.0, 1.0, 4.0, 8.0], 3, false), "▁▄█");
        assert_eq!(spark(&[0.0, 1.0, 4.0, 8.0], 4, true), " .=@");
    }

    proptest! {
        #[test]
        fn every_bar_is_as_wide_as_it_may(which in 0..4usize, percent in 0u64..300, width in 0usize..300, sweep in 0usize..500) {
            for text in [known(BARS[which].1, percent, width), unknown(BARS[which].1, sweep, width)] {
                prop_assert!(text.is_empty() || text.chars().count() == width, "{text}");
            }
        }
    }
}
