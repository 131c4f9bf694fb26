//! The grammar of the meter: pv's. All diagnostics are collected before any is reported.

use std::ffi::{OsStr, OsString};
use std::mem;
use std::path::Path;

use gush_diagnostics::{Diagnostic, Message, Topic, nearest};
use gush_meter::display::{Settings, Shape};
use gush_meter::format::{Segment, Style, Template};

use super::draft::Draft;
use super::flags::{COLOR, FLAGS, HELP, Meter, MeterFlag, NAME, QUIET, RATE, REMOTE, SI, SIZE, VERSION};
use super::modes;
use super::request::{Command, MeterRequest};
use super::values::{self, Kilo, Sides};
use crate::charset;
use crate::flags::{Fault, Piece, Reader, Rules, Typed};

/// Whose options are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// Those of a program called `pv`.
    Pv,
    /// Those of `gush meter`, which has what all our commands have.
    Gush,
}

/// Parses the arguments after the program's name.
pub fn parse(arguments: Vec<OsString>, grammar: Grammar) -> Result<Command, Vec<Diagnostic>> {
    let mut parser = Parser(Draft { lenient: grammar == Grammar::Pv, ..Draft::default() });
    let mut diagnostics = Vec::new();
    let pieces = pieces(arguments, grammar);
    let is_si = |piece: &Result<Piece<_>, _>| matches!(piece, Ok(Piece::Option(flag, ..)) if flag.is(&SI));
    if pieces.iter().any(is_si) {
        parser.0.kilo = Kilo::Decimal;
    }
    let mut before = None;
    for piece in pieces {
        let previous = before.take();
        let (flag, typed, value) = match piece {
            Ok(Piece::Option(flag, typed, value)) => (flag, typed, value),
            Ok(Piece::Operand(file, typed)) => {
                if grammar == Grammar::Gush
                    && previous.is_some_and(|flag: &MeterFlag| flag.is(&RATE))
                    && is_limit(&file)
                {
                    let limit = file.to_string_lossy();
                    let text = format!("--rate shows the rate and takes no value; -L {limit} limits it");
                    diagnostics.push(typed.diagnostic(text));
                    continue;
                }
                parser.0.request.files.push(file);
                parser.0.request.typed_files.push(typed);
                continue;
            }
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                continue;
            }
        };
        if diagnostics.is_empty() && flag.is(&HELP) {
            let is_short = grammar == Grammar::Gush && !typed.argument.starts_with("--");
            return Ok(if is_short { Command::Summary } else { Command::Help });
        }
        if diagnostics.is_empty() && flag.is(&VERSION) {
            return Ok(Command::Version);
        }
        before = flag.value.is_none().then_some(flag);
        let (value, typed_value) = value.unwrap_or_else(|| (OsString::new(), typed.clone()));
        if grammar == Grammar::Gush
            && flag.is(&NAME)
            && typed_value.argument != typed.argument
            && is_option(&value)
        {
            let option = value.to_string_lossy();
            diagnostics.push(typed_value.diagnostic(format!(
                "a name is expected before the option; --name={option} if that is the name"
            )));
            continue;
        }
        match flag.own.put(&mut parser.0, &value) {
            Ok(()) if flag.is(&COLOR) => {}
            Ok(()) => parser.note(flag, &value, typed),
            Err(text) => diagnostics.push(typed_value.diagnostic(text)),
        }
    }
    if !parser.0.request.watch.is_empty() {
        diagnostics.extend(parser.watch_more());
    } else if parser.0.request.monitor.is_some() {
        // What would be files are the command.
        parser.0.request.command = mem::take(&mut parser.0.request.files);
        parser.0.request.typed_files.clear();
    }
    diagnostics.extend(modes::diagnostics(&parser.0.request));
    if diagnostics.is_empty() { Ok(Command::Run(Box::new(parser.finish()))) } else { Err(diagnostics) }
}

/// The pieces of the command line, or the diagnostic of one, in their order.
fn pieces(arguments: Vec<OsString>, grammar: Grammar) -> Vec<Result<Piece<Meter>, Diagnostic>> {
    let ours = (grammar == Grammar::Gush).then_some(&COLOR);
    let mut reader =
        Reader::new(FLAGS.iter().copied().chain(ours), arguments, Rules::GETOPT.by_environment());
    let mut pieces = Vec::new();
    while let Some(piece) = reader.next() {
        pieces.push(match piece {
            Ok(Piece::Option(flag, typed, Some(_))) if flag.value.is_none() => {
                let at = typed.at.end..typed.argument.len();
                Err(Typed { at, ..typed }.diagnostic(format!("{} doesn't allow an argument", flag.long())))
            }
            Ok(piece) => Ok(piece),
            Err(fault) => Err(diagnostic(fault, &mut reader)),
        });
    }
    pieces
}

/// The diagnostic for a fault of an option.
fn diagnostic(fault: Fault<Meter>, reader: &mut Reader<Meter>) -> Diagnostic {
    let unknown = match fault {
        Fault::Missing(flag, typed) => {
            let form = flag.value.map_or("", |value| value.form);
            let option = flag.letter.map_or_else(|| flag.long(), |letter| format!("-{letter}"));
            let text = format!("option requires an argument; the form is {option} {form}");
            return typed.end().diagnostic(text);
        }
        Fault::Ambiguous(unknown, flags) => {
            let names: Vec<String> = flags.iter().map(|flag| flag.long()).collect();
            return unknown.typed.diagnostic(format!("this is ambiguous: {}", names.join(", ")));
        }
        Fault::Unknown(unknown) => unknown,
    };
    let near = unknown.name().and_then(|name| nearest(name, FLAGS.iter().map(|flag| flag.name)));
    let near = near.and_then(|near| FLAGS.iter().find(|flag| flag.name == near));
    if near.is_some_and(|near| near.value.is_some()) && !unknown.has_value() {
        // What follows is its value, and no file.
        reader.skip_next();
    }
    let message = Message::from("there is no such option").see(Topic::Options);
    unknown.typed.diagnostic(message.suggest(near.map(|near| near.long())))
}

/// Whether `argument` is a number and no file: the limit of a rate, most likely.
fn is_limit(argument: &OsStr) -> bool {
    values::count(argument, Kilo::Binary).is_ok() && !Path::new(argument).exists()
}

/// Whether `argument` is an option as an argument of its own.
fn is_option(argument: &OsStr) -> bool {
    let argument = argument.to_string_lossy();
    let is_letter = |flag: &&&MeterFlag| flag.letter.is_some_and(|letter| *argument == format!("-{letter}"));
    FLAGS.iter().any(|flag| *argument == flag.long() || is_letter(&flag))
}

/// Makes a request of flags.
struct Parser(Draft);

impl Parser {
    /// While processes are watched, what would be files are more of them.
    fn watch_more(&mut self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (argument, typed) in
            mem::take(&mut self.0.request.files).iter().zip(mem::take(&mut self.0.request.typed_files))
        {
            match values::watch(argument) {
                Ok(watch) => self.0.request.watch.push(watch),
                Err(text) => diagnostics.push(typed.diagnostic(text)),
            }
        }
        diagnostics
    }

    fn note(&mut self, flag: &'static MeterFlag, value: &OsStr, typed: Typed) {
        let request = &mut self.0.request;
        let value = match flag.is(&SIZE) {
            // Its file may mean another one to the other process.
            true => request.settings.size.unwrap_or(0).to_string(),
            false => value.to_string_lossy().into_owned(),
        };
        if !flag.is(&REMOTE) {
            let value = if flag.value.is_some() { format!("={value}") } else { String::new() };
            request.sent.push(flag.long() + &value);
        }
        request.given.push((flag.name, typed));
    }

    /// What follows from all of it together.
    fn finish(mut self) -> MeterRequest {
        self.0.request.gave_display =
            !self.0.shown.is_empty() || self.0.tail.is_some() || !self.0.formats.is_empty();
        // As with pv. It asks for no other line where a running meter is only given other units.
        if self.0.request.settings.style.units.bits {
            self.0.shown.push(Segment::Amount);
        }
        if self.0.request.has(&QUIET) {
            self.0.request.settings.shape = Shape::Quiet;
        }
        // A block alone does not ask for errors to be skipped.
        if let Some(skip) = &mut self.0.request.options.skip_errors {
            skip.block = self.0.skip_block;
        }
        self.0.request.settings.style.ascii = !charset::is_utf8();
        let is_both = self.0.request.monitor == Some(Sides::Both);
        let one = if is_both { self.side(0, false) } else { self.side(usize::MAX, false) };
        let output = if is_both { self.side(1, self.0.formats.is_empty()) } else { one.clone() };
        let extra = [&self.0.request.settings.title, &self.0.request.settings.process_title];
        let templates = || extra.into_iter().flatten().chain([&one.template, &output.template]);
        self.0.request.options.tail = templates().map(Template::tail).max().unwrap_or(0);
        let fullness = templates().any(|template| template.has(&Segment::Fullness));
        if templates().any(|template| template.has(&Segment::Lines)) {
            self.0.request.options.lines.get_or_insert(b'\n');
        }
        self.0.request.options.plain |= fullness;
        if fullness {
            self.0.request.options.buffer.get_or_insert(400 << 10);
        }
        if is_both && self.0.request.record.is_some() && self.0.request.group.is_none() {
            let arguments = self.0.request.command.iter().map(|argument| argument.to_string_lossy());
            self.0.request.group = Some(arguments.collect::<Vec<_>>().join(" "));
        }
        let counts_lines = self.0.request.options.lines.is_some();
        self.0.request.settings = Settings { counts_lines, ..one };
        self.0.request.output_settings = Settings { counts_lines, ..output };
        self.0.request
    }

    /// The settings with the format and the name of that number, or the last ones; `ratio` adds the ratio of both sides
    /// of a command to what is shown.
    fn side(&self, number: usize, ratio: bool) -> Settings {
        fn pick<T: Clone>(all: &[T], number: usize) -> Option<T> {
            all.get(number).or(all.last()).cloned()
        }
        let name = pick(&self.0.names, number);
        let ratio = ratio.then_some(Segment::Ratio);
        let format = pick(&self.0.formats, number);
        let numbers = self.numbers().into_iter().chain(ratio.clone());
        let numeric = format.clone().unwrap_or_else(|| Template::spaced(numbers));
        let parts = self.in_order(name.is_some()).into_iter().chain(ratio);
        let template = format.unwrap_or_else(|| Template::spaced(parts));
        let settings = self.0.request.settings.clone();
        Settings { template, numeric, style: Style { name, ..settings.style.clone() }, ..settings }
    }

    /// What a number a line is: the time, the amount and the rate as they were asked for, or else how much is done.
    fn numbers(&self) -> Vec<Segment> {
        let has = |part: &Segment| self.0.shown.contains(part);
        let (amount, rate) = (has(&Segment::Amount) || has(&Segment::Bytes), has(&Segment::Rate));
        let parts = [
            (has(&Segment::Timer), Segment::Timer),
            (amount, Segment::Amount),
            (rate, Segment::Rate),
            (!amount && !rate, Segment::Percent),
        ];
        parts.into_iter().filter(|(wanted, _)| *wanted).map(|(_, part)| part).collect()
    }

    /// The parts that were asked for, or the usual ones, in the order in which they are always shown.
    fn in_order(&self, named: bool) -> Vec<Segment> {
        const USUAL: [Segment; 5] =
            [Segment::Amount, Segment::Timer, Segment::Rate, Segment::Progress, Segment::Eta];
        let order = [
            Segment::Amount,
            Segment::Bytes,
            Segment::Lines,
            Segment::Fullness,
            Segment::Timer,
            Segment::Rate,
            Segment::Average,
            Segment::Spark,
            Segment::Progress,
            Segment::Eta,
            Segment::Finish,
        ];
        let only_ours =
            self.0.shown.iter().all(|part| matches!(part, Segment::Spark | Segment::Bytes | Segment::Lines));
        let usual: &[Segment] = if only_ours && self.0.tail.is_none() { &USUAL } else { &[] };
        let both = self.0.shown.contains(&Segment::Lines);
        let wanted = |part: &Segment| {
            (self.0.shown.contains(part) || usual.contains(part)) && !(both && *part == Segment::Amount)
        };
        let name = named.then_some(Segment::Name);
        let tail = self.0.tail.map(Segment::Tail);
        name.into_iter().chain(order.into_iter().filter(wanted)).chain(tail).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<MeterRequest, Vec<String>> {
        match parse(line.split_whitespace().map(OsString::from).collect(), Grammar::Gush) {
            Ok(Command::Run(request)) => Ok(*request),
            Ok(other) => panic!("{other:?}"),
            Err(diagnostics) => Err(diagnostics.iter().map(ToString::to_string).collect()),
        }
    }

    #[test]
    fn letters_and_names_are_each_used_once() {
        for (i, one) in FLAGS.iter().enumerate() {
            for other in &FLAGS[i + 1..] {
                assert!(one.letter.is_none() || one.letter != other.letter, "{one:?} {other:?}");
                assert_ne!(one.name, other.name);
            }
        }
    }

    #[test]
    fn parts_stand_in_one_order() {
        let parts = |line: &str| request(line).unwrap().settings.template;
        assert_eq!(parts(""), Template::parse("%b %t %r %p %e"));
        assert_eq!(parts("-IeparTtb -N x -A 4"), Template::parse("%N %b %T %t %r %a %p %e %I %4A"));
        assert_eq!(parts("--both"), Template::parse("%{bytes} %{lines} %t %r %p %e"));
        assert_eq!(parts("-b --spark"), Template::parse("%b %{spark}"));
    }

    #[test]
    fn sent_options_mean_the_same_in_another_process() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [7; 2000]).unwrap();
        let line = format!("-R 5 -fs @{} -L1k --format %b", file.path().display());
        let sent = request(&line).unwrap().sent;
        assert_eq!(sent, ["--force", "--size=2000", "--rate-limit=1k", "--format=%b"]);
    }

    #[test]
    fn all_diagnostics_are_reported_with_their_spans() {
        let diagnostics = request("-fL abc --sise=5 -dx f -u blok -A 1000000t").unwrap_err();
        let expected = [
            "  -fL abc\n      ^^^ integer argument expected, such as 10, 64k or 1.5g",
            "  --sise=5\n  ^^^^^^ there is no such option; did you mean `--size`?",
            "  -dx\n    ^ process ID or pid:fd pair expected, such as 1234 or 1234:3; or =NAME or @LIST",
            "  -u blok\n     ^^^^ no bar style is called 'blok'; did you mean `block`?",
            "  -A 1000000t\n     ^^^^^^^^ at most 1048576 is possible",
        ];
        assert_eq!(diagnostics, expected);
    }
}
