//! Templates: which parts a line has, and the line for a state of the transfer.

use std::time::Duration;

use jiff::ToSpan;

use super::amount::{self, Units};
use super::bar::{self, Bar};
use super::sgr;
use super::view::{Style, View};
use super::width::{columns, front};

/// One part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Literal text.
    Text(String),
    /// The bar; it takes the room that the others leave, in equal shares where there are several.
    Progress,
    /// The inside of the bar, without brackets and figure.
    Bar,
    /// The same, always in this style.
    Styled(Bar),
    /// A part that stretches, in so many columns.
    Fixed(Box<Part>, usize),
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
    /// The last so many bytes.
    Tail(usize),
    /// The line that was written last: so many columns of it, or with 0 what room there is.
    Line(usize),
    /// Colours and weights, which take no room.
    Sgr(String),
    /// Bytes of the other side of a command to those of this one.
    Ratio,
    /// The name.
    Name,
    /// A chart of the recent rate.
    Spark,
}

/// The parts that have a letter (as in `%t`), a name (as in `%{timer}`), or both.
pub const NAMES: [(Option<char>, &str, Part); 21] = [
    (Some('p'), "progress", Part::Progress),
    (None, "progress-bar-only", Part::Bar),
    (None, "progress-amount-only", Part::Percent),
    (Some('t'), "timer", Part::Timer),
    (Some('e'), "eta", Part::Eta),
    (Some('I'), "fineta", Part::Finish),
    (Some('r'), "rate", Part::Rate),
    (Some('a'), "average-rate", Part::Average),
    (Some('b'), "transferred", Part::Amount),
    (None, "bytes", Part::Bytes),
    (None, "lines", Part::Lines),
    (None, "ratio", Part::Ratio),
    (Some('T'), "buffer-percent", Part::Fullness),
    (Some('N'), "name", Part::Name),
    (Some('A'), "last-written", Part::Tail(TAIL)),
    (Some('L'), "previous-line", Part::Line(0)),
    (None, "bar-plain", Part::Styled(Bar::Plain)),
    (None, "bar-block", Part::Styled(Bar::Block)),
    (None, "bar-granular", Part::Styled(Bar::Granular)),
    (None, "bar-shaded", Part::Styled(Bar::Shaded)),
    (None, "spark", Part::Spark),
];

/// How many of the last bytes are shown where no number says it, and how many a line is looked for in.
const TAIL: usize = 16;
const LINE: usize = 4096;
/// More columns than this no terminal has.
const MAX_COLUMNS: usize = 65_535;
/// How wide the chart is.
const SPARK: usize = 16;

/// The parts of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(Vec<Part>);

impl Template {
    /// These parts with spaces in between.
    pub fn spaced(parts: impl IntoIterator<Item = Part>) -> Template {
        let mut all = Vec::new();
        for part in parts {
            if !all.is_empty() {
                all.push(Part::Text(" ".into()));
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
            let (part, length) = sequence_of(sequence).unwrap_or((Part::Text("%".into()), 1));
            parts.extend([Part::Text(text.into()), part]);
            rest = &sequence[length..];
        }
        parts.push(Part::Text(rest.into()));
        parts.retain(|part| *part != Part::Text(String::new()));
        // As with pv, there is one length, and the last one given is it.
        let last = parts
            .iter()
            .rev()
            .find_map(|part| if let Part::Tail(length) = part { Some(*length) } else { None });
        for part in &mut parts {
            if let (Part::Tail(length), Some(last)) = (part, last) {
                *length = last;
            }
        }
        Template(parts)
    }

    /// The same with the name in front, unless that is somewhere in it.
    #[must_use]
    pub fn with_name(self) -> Template {
        if self.has(&Part::Name) { self } else { Template::spaced([Part::Name]).and(self) }
    }

    fn and(mut self, other: Template) -> Template {
        self.0.push(Part::Text(" ".into()));
        self.0.extend(other.0);
        self
    }

    /// Its parts.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Whether it has this part.
    pub fn has(&self, part: &Part) -> bool {
        self.0.contains(part)
    }

    /// The same without colours, for places that show none.
    #[must_use]
    pub fn without_colours(mut self) -> Template {
        self.0.retain(|part| !matches!(part, Part::Sgr(_)));
        self
    }

    /// The most of the last bytes that a part of it shows.
    pub fn tail(&self) -> usize {
        let tails = self.0.iter().filter_map(|part| match part {
            Part::Tail(most) => Some(*most),
            Part::Line(most) => Some(LINE.max(*most)),
            _ => None,
        });
        tails.max().unwrap_or(0)
    }

    /// The line for `view`, at most `width` columns. What does not fit is left out, with all that follows it.
    pub fn line(&self, view: &View, style: &Style, width: usize) -> String {
        let parts = self.shown(view);
        let texts: Vec<Option<String>> = parts.iter().map(|part| text(part, view, style)).collect();
        let fixed = |(part, text): (&&Part, &Option<String>)| match (part, text) {
            (Part::Sgr(_), _) | (_, None) => 0,
            (_, Some(text)) => columns(text),
        };
        let fixed: usize = parts.iter().zip(&texts).map(fixed).sum();
        let mut rooms =
            shares(width.saturating_sub(fixed), texts.iter().filter(|text| text.is_none()).count());
        let (mut line, mut used, mut full, mut coloured) = (String::new(), 0, false, false);
        for (part, text) in parts.iter().zip(texts) {
            let text = text.unwrap_or_else(|| stretch(part, view, style, rooms.next().unwrap_or(0)));
            if let Part::Sgr(sequence) = part {
                // Colours end though their text does not fit.
                line += sequence;
                coloured = sgr::colours_after(sequence).unwrap_or(coloured);
                continue;
            }
            let columns = columns(&text);
            full |= used + columns > width;
            if !full {
                used += columns;
                line += &text;
            }
        }
        // What comes after the line is not ours to colour.
        if coloured { line + sgr::RESET } else { line }
    }

    /// The parts without those that have nothing to say, and without the space before them.
    pub(super) fn shown(&self, view: &View) -> Vec<&Part> {
        let mut shown: Vec<&Part> = Vec::new();
        for part in &self.0 {
            if matches!(part, Part::Eta | Part::Finish) && view.size.is_none() {
                if shown.last().is_some_and(|last| **last == Part::Text(" ".into())) {
                    shown.pop();
                }
                continue;
            }
            shown.push(part);
        }
        shown
    }
}

/// Room for so many parts, as equal as columns can be; the first ones have what is left over.
fn shares(room: usize, parts: usize) -> impl Iterator<Item = usize> {
    (0..parts).map(move |part| room / parts + usize::from(part < room % parts))
}

/// The part that a text that begins with `%` begins with, and how long that is.
fn sequence_of(text: &str) -> Option<(Part, usize)> {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = text[1..].split_at(digits);
    if let Some(named) = rest.strip_prefix('{') {
        let name = &named[..named.find('}')?];
        let length = digits + name.len() + 3;
        if let Some(names) = name.strip_prefix("sgr:") {
            return Some((Part::Sgr(sgr::sequence(names)), length));
        }
        let (_, _, part) = NAMES.iter().find(|(_, known, _)| *known == name)?;
        return Some((part.clone().sized(number), length));
    }
    let letter = rest.chars().next()?;
    if letter == '%' {
        return Some((Part::Text("%".into()), 2)).filter(|_| digits == 0);
    }
    let (_, _, part) = NAMES.iter().find(|(known, _, _)| *known == Some(letter))?;
    // As with pv, one byte where the letter has no number.
    let number = if letter == 'A' && number.is_empty() { "1" } else { number };
    Some((part.clone().sized(number), digits + 2))
}

impl Part {
    /// The part with the number that was before its name, where that has a meaning.
    fn sized(self, number: &str) -> Part {
        match (self, number) {
            (Part::Tail(_), digits) if !digits.is_empty() => {
                Part::Tail(digits.parse().unwrap_or(usize::MAX).max(1))
            }
            (Part::Line(_), digits) if !digits.is_empty() => Part::Line(digits.parse().unwrap_or(usize::MAX)),
            (part, digits) if !digits.is_empty() && stretches(&part) => match digits.parse() {
                Ok(0) => part,
                columns => Part::Fixed(Box::new(part), columns.map_or(MAX_COLUMNS, |n| MAX_COLUMNS.min(n))),
            },
            (part, _) => part,
        }
    }
}

fn stretches(part: &Part) -> bool {
    matches!(part, Part::Progress | Part::Bar | Part::Styled(_) | Part::Line(0))
}

/// The text of a part of its own width; `None` for those that stretch.
pub(super) fn text(part: &Part, view: &View, style: &Style) -> Option<String> {
    let text = match part {
        part if stretches(part) => return None,
        Part::Progress | Part::Bar | Part::Styled(_) => return None,
        Part::Fixed(part, columns) => format!("{:columns$}", stretch(part, view, style, *columns)),
        Part::Text(text) | Part::Sgr(text) => text.clone(),
        Part::Line(most) => last_line(&view.tail, *most),
        Part::Percent => view.percent().map_or_else(String::new, |percent| format!("{percent:3}%")),
        Part::Timer => amount::time(view.elapsed.as_secs()),
        Part::Eta if view.finished => " ".repeat("ETA 0:00:00".len()),
        Part::Eta if view.is_stalled() => "ETA -:--:--".into(),
        Part::Eta => {
            view.left().map_or_else(|| "ETA -:--:--".into(), |left| format!("ETA {}", amount::time(left)))
        }
        Part::Finish => finish(view),
        Part::Rate if view.is_stalled() => "[ stalled]".into(),
        Part::Rate => format!("[{}]", rate(view.rate, view.by_lines, style.units)),
        Part::Average => format!("({})", rate(view.average, view.by_lines, style.units)),
        Part::Amount if view.by_lines => amount::lines(view.lines as f64),
        Part::Amount | Part::Bytes => amount::bytes(view.bytes as f64, style.units),
        Part::Lines => amount::lines(view.lines as f64),
        Part::Fullness => view.fullness.map_or_else(|| "{----}".into(), |full| format!("{{{full:3}%}}")),
        Part::Tail(most) => tail(&view.tail, *most),
        Part::Ratio => amount::ratio(view.ratio()),
        Part::Name => style.name.as_deref().map_or_else(String::new, named),
        Part::Spark => format!("{:>SPARK$}", bar::spark(&view.recent, SPARK, style.ascii)),
    };
    Some(text)
}

/// The text of a part that takes what room there is.
fn stretch(part: &Part, view: &View, style: &Style, room: usize) -> String {
    if let Part::Line(_) = part {
        return last_line(&view.tail, room);
    }
    if let Part::Styled(bar) = part {
        return stretch(&Part::Bar, view, &Style { bar: *bar, ..style.clone() }, room);
    }
    let bar = if style.ascii { Bar::Plain } else { style.bar };
    let of_peak = if view.peak > 0.0 { (view.rate / view.peak).min(1.0) } else { 0.0 };
    match (view.percent(), part) {
        (Some(percent), Part::Progress) => bar::known(bar, percent, room),
        (Some(percent), _) => bar::filled(bar, percent as f64 / 100.0, room),
        (None, Part::Progress) if style.gauge => {
            let figure = format!(" {}", rate(view.peak, view.by_lines, style.units));
            bar::labelled(bar, of_peak, &figure, room)
        }
        (None, _) if style.gauge => bar::filled(bar, of_peak, room),
        (None, Part::Progress) => bar::unknown(bar, view.sweep, room),
        (None, _) => bar::swept(bar, view.sweep, room),
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

/// The last whole line among the last bytes, or what there is of one, in so many columns.
fn last_line(bytes: &[u8], columns: usize) -> String {
    let line = whole_line(bytes);
    let (shown, used) = front(&line, columns);
    format!("{shown}{}", " ".repeat(columns - used))
}

/// The last whole line among the last bytes, or what there is of one.
pub(super) fn whole_line(bytes: &[u8]) -> String {
    let whole = bytes.strip_suffix(b"\n").unwrap_or_else(|| {
        let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(bytes.len());
        &bytes[..end]
    });
    let line = whole.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = String::from_utf8_lossy(line);
    shown.chars().map(|c| if c.is_control() { '.' } else { c }).collect()
}

/// The last bytes, with dots for what cannot be shown and where there are none.
fn tail(bytes: &[u8], most: usize) -> String {
    let bytes = &bytes[bytes.len().saturating_sub(most)..];
    let shown = bytes.iter().map(|&byte| if (b' '..127).contains(&byte) { byte as char } else { '.' });
    shown.chain(std::iter::repeat('.')).take(most).collect()
}
