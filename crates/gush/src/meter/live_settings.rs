//! What another process asks of a running meter: other settings, by the arguments of a command line. All of them or none.

use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::mem;

use gush_diagnostics::Diagnostic;
use gush_meter::SharedState;
use gush_meter::display::{Settings, Shape};
use gush_meter::format::Segment;

use super::args::{self, Grammar};
use super::flags::{BUFFER_SIZE, FLAGS, FORMAT, JSON, NUMERIC, QUIET, Shows};
use super::modes;
use super::request::{Command, MeterRequest};

/// What a running meter must know of itself to be changed.
#[derive(Debug)]
pub struct LiveSettings {
    forced: Cell<bool>,
    /// Whether what is shown was given as a format, so that a name alone does not appear in it.
    formatted: Cell<bool>,
    counts_lines: bool,
    /// Whether the size of a buffer was given, so that showing how full it is leaves it as it is.
    buffered: Cell<bool>,
}

impl LiveSettings {
    /// The live settings of a meter that was asked for by `request`.
    pub fn new(request: &MeterRequest) -> LiveSettings {
        LiveSettings {
            forced: Cell::new(request.force),
            formatted: Cell::new(request.has(&FORMAT)),
            counts_lines: request.options.lines.is_some(),
            buffered: Cell::new(request.options.buffer.is_some()),
        }
    }

    /// Changes settings and limits as `arguments` specify; other settings stay. Without format options the line is shown
    /// that is shown by default.
    pub fn apply(
        &self,
        arguments: &[String],
        settings: &mut Settings,
        shared: &SharedState,
    ) -> Result<(), String> {
        let request = match args::parse(arguments.iter().map(OsString::from).collect(), Grammar::Pv) {
            Ok(Command::Run(request)) => request,
            Ok(_) => return Ok(()),
            Err(diagnostics) => return Err(listed(&diagnostics)),
        };
        let settled = modes::settled(&request);
        if !settled.is_empty() {
            return Err(listed(&settled));
        }
        if request.gave_display && request.settings.template.has(&Segment::Lines) && !self.counts_lines {
            return Err("lines are not counted there".into());
        }
        let shape = shape(&request, settings.shape);
        if shape == Some(Shape::Visual) && !(self.forced.get() || request.force || io::stderr().is_terminal())
        {
            return Err("its standard error is no terminal; -f makes it show something there".into());
        }
        self.forced.set(self.forced.get() || request.force);
        settings.shape = shape.unwrap_or(settings.shape);
        take_over(&request, settings);
        if request.gave_display || request.given.is_empty() {
            self.formatted.set(request.has(&FORMAT));
        }
        if settings.style.name.is_some() && !self.formatted.get() {
            settings.template = mem::take(&mut settings.template).with_name();
        }
        if let Some(limit) = request.limit {
            shared.controls.set_limit(limit);
        }
        if let Some(buffer) = request.options.buffer
            && (request.has(&BUFFER_SIZE) || !self.buffered.get())
        {
            shared.controls.set_buffer(buffer);
            self.buffered.set(true);
        }
        shared.controls.set_tail(settings.tail());
        Ok(())
    }
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    let lines =
        diagnostics.iter().map(|diagnostic| format!("{}: {}", diagnostic.text, diagnostic.full_message()));
    lines.collect::<Vec<_>>().join("; ")
}

/// The shape that a meter of shape `now` is asked for, if any. An option of the line brings it back, but for a meter of
/// numbers when numbers can show it.
fn shape(request: &MeterRequest, now: Shape) -> Option<Shape> {
    let explicit = [&NUMERIC, &JSON, &QUIET].iter().any(|flag| request.has(flag));
    let shows = |shows| FLAGS.iter().any(|flag| flag.own.shows == Some(shows) && request.has(flag));
    if explicit {
        Some(request.settings.shape)
    } else if request.given.is_empty() || shows(Shows::Visual) {
        Some(Shape::Visual)
    } else if shows(Shows::Numbers) {
        Some(if now == Shape::Numeric { now } else { Shape::Visual })
    } else {
        (request.force && now == Shape::Quiet).then_some(Shape::Visual)
    }
}

fn take_over(request: &MeterRequest, settings: &mut Settings) {
    let own = &request.settings;
    for flag in FLAGS.iter().filter(|flag| request.has(flag)) {
        if let Some(live) = flag.own.live {
            live(settings, own);
        }
    }
    if request.gave_display || request.given.is_empty() {
        settings.template.clone_from(&own.template);
        settings.numeric.clone_from(&own.numeric);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(line: &str) -> (LiveSettings, Settings, SharedState) {
        let Ok(Command::Run(request)) =
            args::parse(line.split(' ').map(OsString::from).collect(), Grammar::Pv)
        else {
            panic!("{line}")
        };
        (LiveSettings::new(&request), request.settings, SharedState::default())
    }

    #[test]
    fn display_options_bring_the_line_back() {
        for (line, arguments, shape) in [
            ("-fq", "-b", Shape::Visual),
            ("-fn", "-b -t", Shape::Numeric),
            ("-fn", "-b -p", Shape::Visual),
            ("-fn", "-F%t", Shape::Visual),
            ("-f", "-n", Shape::Numeric),
            ("-fn", "--json", Shape::Json),
            ("-f --json", "-t", Shape::Visual),
            ("-fn", "-L 5", Shape::Numeric),
            ("-fn", "", Shape::Visual),
            ("-q", "-f", Shape::Visual),
            ("-f", "-q -n", Shape::Quiet),
        ] {
            let (live, mut settings, shared) = live(line);
            let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
            assert_eq!(live.apply(&arguments, &mut settings, &shared), Ok(()), "{line}: {arguments:?}");
            assert_eq!(settings.shape, shape, "{line}: {arguments:?}");
        }
    }

    #[test]
    fn a_change_is_atomic() {
        for (arguments, expected) in [
            ("-L5 -l", "-l: this cannot be changed while it runs"),
            ("-L5 f", "f: the files cannot be changed while it runs"),
            ("-L5 -F%{lines}", "lines are not counted there"),
            ("-L5 -Li", "-Li: integer argument expected, such as 10, 64k or 1.5g"),
        ] {
            let (live, mut settings, shared) = live("-f");
            let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
            assert_eq!(live.apply(&arguments, &mut settings, &shared), Err(expected.to_owned()));
            assert_eq!(shared.controls.limit(), 0);
        }
    }
}
