//! Templates: which parts a line has, and the line for a state of the transfer.

use std::time::Duration;

use jiff::ToSpan;

use super::amount::{self, Units};
use super::bar::{self, Bar};
use super::sgr;
use super::view::{Style, View};
use super::width::{columns, front};

/// One segment of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Literal text.
    Text(String),
    /// The bar; it takes the columns that the others leave, in equal shares where there are several.
    Progress,
    /// The inside of the bar, without brackets and figure.
    Bar,
    /// The same, always in this style.
    Styled(Bar),
    /// A segment that stretches, in a fixed number of columns.
    Fixed(Box<Segment>, usize),
    /// The figure without its bar.
    Percent,
    /// How long it has been.
    Timer,
    /// How long it will be.
    Eta,
    /// When it will be over.
    Finish,
    /// The rate since the last tick.
    Rate,
    /// The average rate.
    Average,
    /// What has passed, in the units that are counted.
    Amount,
    /// Bytes that have passed, also where lines are counted.
    Bytes,
    /// Lines that have passed.
    Lines,
    /// How full the buffer is.
    Fullness,
    /// The last bytes, and how many.
    Tail(usize),
    /// The line that was written last: this many columns of it, or with 0 those that are free.
    Line(usize),
    /// Colors and weights, which take no columns.
    Sgr(String),
    /// Bytes of the other side of a command to those of this one.
    Ratio,
    /// The name.
    Name,
    /// A chart of the recent rate.
    Spark,
}

/// The parts that have a letter (as in `%t`), a name (as in `%{timer}`), or both.
pub const NAMES: [(Option<char>, &str, Segment); 21] = [
    (Some('p'), "progress", Segment::Progress),
    (None, "progress-bar-only", Segment::Bar),
    (None, "progress-amount-only", Segment::Percent),
    (Some('t'), "timer", Segment::Timer),
    (Some('e'), "eta", Segment::Eta),
    (Some('I'), "fineta", Segment::Finish),
    (Some('r'), "rate", Segment::Rate),
    (Some('a'), "average-rate", Segment::Average),
    (Some('b'), "transferred", Segment::Amount),
    (None, "bytes", Segment::Bytes),
    (None, "lines", Segment::Lines),
    (None, "ratio", Segment::Ratio),
    (Some('T'), "buffer-percent", Segment::Fullness),
    (Some('N'), "name", Segment::Name),
    (Some('A'), "last-written", Segment::Tail(TAIL)),
    (Some('L'), "previous-line", Segment::Line(0)),
    (None, "bar-plain", Segment::Styled(Bar::Plain)),
    (None, "bar-block", Segment::Styled(Bar::Block)),
    (None, "bar-granular", Segment::Styled(Bar::Granular)),
    (None, "bar-shaded", Segment::Styled(Bar::Shaded)),
    (None, "spark", Segment::Spark),
];

/// How many of the last bytes are shown without a number, and how many a line is looked for in.
const TAIL: usize = 16;
const LINE: usize = 4096;
/// No terminal has more columns.
const MAX_COLUMNS: usize = 65_535;
/// How wide the chart is.
const SPARK: usize = 16;

/// The segments of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(Vec<Segment>);

impl Template {
    /// These segments with spaces in between.
    pub fn spaced(parts: impl IntoIterator<Item = Segment>) -> Template {
        let mut all = Vec::new();
        for part in parts {
            if !all.is_empty() {
                all.push(Segment::Text(" ".into()));
            }
            all.push(part);
        }
        Template(all)
    }

    /// What `-F` was given: text with `%b`, `%16A`, `%{timer}`; everything else is literal.
    pub fn parse(format: &str) -> Template {
        let (mut parts, mut rest) = (Vec::new(), format);
        while let Some(at) = rest.find('%') {
            let (text, sequence) = rest.split_at(at);
            let (part, length) = sequence_of(sequence).unwrap_or((Segment::Text("%".into()), 1));
            parts.extend([Segment::Text(text.into()), part]);
            rest = &sequence[length..];
        }
        parts.push(Segment::Text(rest.into()));
        parts.retain(|part| *part != Segment::Text(String::new()));
        // As with pv, there is one length, and the last one given is it.
        let last = parts
            .iter()
            .rev()
            .find_map(|part| if let Segment::Tail(length) = part { Some(*length) } else { None });
        for part in &mut parts {
            if let (Segment::Tail(length), Some(last)) = (part, last) {
                *length = last;
            }
        }
        Template(parts)
    }

    /// The same with the name in front, unless that is somewhere in it.
    #[must_use]
    pub fn with_name(self) -> Template {
        if self.has(&Segment::Name) { self } else { Template::spaced([Segment::Name]).and(self) }
    }

    fn and(mut self, other: Template) -> Template {
        self.0.push(Segment::Text(" ".into()));
        self.0.extend(other.0);
        self
    }

    /// Its parts.
    pub fn parts(&self) -> &[Segment] {
        &self.0
    }

    /// Whether it has this part.
    pub fn has(&self, part: &Segment) -> bool {
        self.0.contains(part)
    }

    /// The same without colors, for titles, which show none.
    #[must_use]
    pub fn without_colors(mut self) -> Template {
        self.0.retain(|part| !matches!(part, Segment::Sgr(_)));
        self
    }

    /// How many of the last bytes its segments show.
    pub fn tail(&self) -> usize {
        let tails = self.0.iter().filter_map(|part| match part {
            Segment::Tail(max) => Some(*max),
            Segment::Line(max) => Some(LINE.max(*max)),
            _ => None,
        });
        tails.max().unwrap_or(0)
    }

    /// The line for `view`, at most `width` columns. What does not fit is left out, with all that follows it.
    pub fn line(&self, view: &View, style: &Style, width: usize) -> String {
        let parts = self.shown(view);
        let texts: Vec<Option<String>> = parts.iter().map(|part| text(part, view, style)).collect();
        let fixed = |(part, text): (&&Segment, &Option<String>)| match (part, text) {
            (Segment::Sgr(_), _) | (_, None) => 0,
            (_, Some(text)) => columns(text),
        };
        let fixed: usize = parts.iter().zip(&texts).map(fixed).sum();
        let mut widths =
            shares(width.saturating_sub(fixed), texts.iter().filter(|text| text.is_none()).count());
        let (mut line, mut used, mut full, mut colored) = (String::new(), 0, false, false);
        for (part, text) in parts.iter().zip(texts) {
            let text = text.unwrap_or_else(|| stretch(part, view, style, widths.next().unwrap_or(0)));
            if let Segment::Sgr(sequence) = part {
                // Colors end though their text does not fit.
                line += sequence;
                colored = sgr::is_colored_after(sequence).unwrap_or(colored);
                continue;
            }
            let columns = columns(&text);
            full |= used + columns > width;
            if !full {
                used += columns;
                line += &text;
            }
        }
        // What comes after the line must not be colored.
        if colored { line + sgr::RESET } else { line }
    }

    /// The segments without those that have nothing to show, and without the space before them.
    pub(super) fn shown(&self, view: &View) -> Vec<&Segment> {
        let mut shown: Vec<&Segment> = Vec::new();
        for part in &self.0 {
            if matches!(part, Segment::Eta | Segment::Finish) && view.size.is_none() {
                if shown.last().is_some_and(|last| **last == Segment::Text(" ".into())) {
                    shown.pop();
                }
                continue;
            }
            shown.push(part);
        }
        shown
    }
}

/// Divides columns among segments as equally as possible; the first ones get the remainder.
fn shares(columns: usize, segments: usize) -> impl Iterator<Item = usize> {
    (0..segments).map(move |index| columns / segments + usize::from(index < columns % segments))
}

/// The part that a text that begins with `%` begins with, and how long that is.
fn sequence_of(text: &str) -> Option<(Segment, usize)> {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = text[1..].split_at(digits);
    if let Some(named) = rest.strip_prefix('{') {
        let name = &named[..named.find('}')?];
        let length = digits + name.len() + 3;
        if let Some(names) = name.strip_prefix("sgr:") {
            return Some((Segment::Sgr(sgr::sequence(names)), length));
        }
        let (_, _, part) = NAMES.iter().find(|(_, known, _)| *known == name)?;
        return Some((part.clone().sized(number), length));
    }
    let letter = rest.chars().next()?;
    if letter == '%' {
        return Some((Segment::Text("%".into()), 2)).filter(|_| digits == 0);
    }
    let (_, _, part) = NAMES.iter().find(|(known, _, _)| *known == Some(letter))?;
    // As with pv, one byte where the letter has no number.
    let number = if letter == 'A' && number.is_empty() { "1" } else { number };
    Some((part.clone().sized(number), digits + 2))
}

impl Segment {
    /// The part with the number that was before its name, where that has a meaning.
    fn sized(self, number: &str) -> Segment {
        match (self, number) {
            (Segment::Tail(_), digits) if !digits.is_empty() => {
                Segment::Tail(digits.parse().unwrap_or(usize::MAX).max(1))
            }
            (Segment::Line(_), digits) if !digits.is_empty() => {
                Segment::Line(digits.parse().unwrap_or(usize::MAX))
            }
            (part, digits) if !digits.is_empty() && stretches(&part) => match digits.parse() {
                Ok(0) => part,
                columns => {
                    Segment::Fixed(Box::new(part), columns.map_or(MAX_COLUMNS, |n| MAX_COLUMNS.min(n)))
                }
            },
            (part, _) => part,
        }
    }
}

fn stretches(part: &Segment) -> bool {
    matches!(part, Segment::Progress | Segment::Bar | Segment::Styled(_) | Segment::Line(0))
}

/// The text of a part of its own width; `None` for those that stretch.
pub(super) fn text(part: &Segment, view: &View, style: &Style) -> Option<String> {
    let text = match part {
        part if stretches(part) => return None,
        Segment::Progress | Segment::Bar | Segment::Styled(_) => return None,
        Segment::Fixed(part, columns) => format!("{:columns$}", stretch(part, view, style, *columns)),
        Segment::Text(text) | Segment::Sgr(text) => text.clone(),
        Segment::Line(max) => last_line(&view.tail, *max),
        Segment::Percent => view.percent().map_or_else(String::new, |percent| format!("{percent:3}%")),
        Segment::Timer => amount::time(view.elapsed.as_secs()),
        Segment::Eta if view.finished => " ".repeat("ETA 0:00:00".len()),
        Segment::Eta if view.is_stalled() => "ETA -:--:--".into(),
        Segment::Eta => {
            view.left().map_or_else(|| "ETA -:--:--".into(), |left| format!("ETA {}", amount::time(left)))
        }
        Segment::Finish => finish(view),
        Segment::Rate if view.is_stalled() => "[ stalled]".into(),
        Segment::Rate => format!("[{}]", rate(view.rate, view.by_lines, style.units)),
        Segment::Average => format!("({})", rate(view.average, view.by_lines, style.units)),
        Segment::Amount if view.by_lines => amount::lines(view.lines as f64),
        Segment::Amount | Segment::Bytes => amount::bytes(view.bytes as f64, style.units),
        Segment::Lines => amount::lines(view.lines as f64),
        Segment::Fullness => view.fullness.map_or_else(|| "{----}".into(), |full| format!("{{{full:3}%}}")),
        Segment::Tail(max) => tail(&view.tail, *max),
        Segment::Ratio => amount::ratio(view.ratio()),
        Segment::Name => style.name.as_deref().map_or_else(String::new, named),
        Segment::Spark => format!("{:>SPARK$}", bar::spark(&view.recent, SPARK, style.ascii)),
    };
    Some(text)
}

/// The text of a segment that stretches to a width.
fn stretch(part: &Segment, view: &View, style: &Style, width: usize) -> String {
    if let Segment::Line(_) = part {
        return last_line(&view.tail, width);
    }
    if let Segment::Styled(bar) = part {
        return stretch(&Segment::Bar, view, &Style { bar: *bar, ..style.clone() }, width);
    }
    let bar = if style.ascii { Bar::Plain } else { style.bar };
    let of_peak = if view.peak > 0.0 { (view.rate / view.peak).min(1.0) } else { 0.0 };
    match (view.percent(), part) {
        (Some(percent), Segment::Progress) => bar::known(bar, percent, width),
        (Some(percent), _) => bar::filled(bar, percent as f64 / 100.0, width),
        (None, Segment::Progress) if style.gauge => {
            let figure = format!(" {}", rate(view.peak, view.by_lines, style.units));
            bar::labelled(bar, of_peak, &figure, width)
        }
        (None, _) if style.gauge => bar::filled(bar, of_peak, width),
        (None, Segment::Progress) => bar::unknown(bar, view.sweep, width),
        (None, _) => bar::swept(bar, view.sweep, width),
    }
}

/// A rate: `11.0MiB/s`, `21.0  B/s`, `9.18 /s`.
pub fn rate(rate: f64, by_lines: bool, units: Units) -> String {
    if by_lines { format!("{}/s", amount::lines(rate)) } else { amount::bytes_a_second(rate, units) }
}

/// When it will be over, with the date where that is more than six hours away.
fn finish(view: &View) -> String {
    let left = if view.finished { Some(0) } else { view.left() };
    let Some(left) = left else { return "FIN --:--:--".into() };
    let then = view.now.as_ref().and_then(|now| now.checked_add((left as i64).seconds()).ok());
    let format = if Duration::from_secs(left) > Duration::from_secs(6 * 3600) { "%F %T" } else { "%T" };
    match then {
        Some(then) => format!("FIN {}", then.strftime(format)),
        None => "FIN --:--:--".into(),
    }
}

/// A name at the beginning of a line: at the right of nine columns, where it is not wider.
pub fn named(name: &str) -> String {
    format!("{}{name}:", " ".repeat(9usize.saturating_sub(columns(name))))
}

/// The last complete line among the last bytes, or what there is of one, in this many columns.
fn last_line(bytes: &[u8], columns: usize) -> String {
    let line = complete_line(bytes);
    let (shown, used) = front(&line, columns);
    format!("{shown}{}", " ".repeat(columns - used))
}

/// The last complete line among the last bytes, or what there is of one.
pub(super) fn complete_line(bytes: &[u8]) -> String {
    let complete = bytes.strip_suffix(b"\n").unwrap_or_else(|| {
        let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(bytes.len());
        &bytes[..end]
    });
    let line = complete.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = String::from_utf8_lossy(line);
    shown.chars().map(|c| if c.is_control() { '.' } else { c }).collect()
}

/// The last bytes, with dots for what cannot be shown and where there are none.
fn tail(bytes: &[u8], max: usize) -> String {
    let bytes = &bytes[bytes.len().saturating_sub(max)..];
    let shown = bytes.iter().map(|&byte| if (b' '..127).contains(&byte) { byte as char } else { '.' });
    shown.chain(std::iter::repeat('.')).take(max).collect()
}
