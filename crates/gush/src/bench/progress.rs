//! How a run goes: every round is kept as it ends, and shown on stderr.

use std::io::{self, IsTerminal};
use std::time::Duration;

use gush_lab::measure::{Observer, Sample, Step};
use gush_lab::report;
use gush_pipe::terminal;
use gush_store::model::{Phase, Record, RungRecord};
use gush_store::{Error, RungId, Store};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::style;
use crate::exit::say;

/// How many lines of a terminal are left free below the table.
const FREE: usize = 4;

/// A rung that is measured: which row of the database it is, and which rung of the record.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub id: RungId,
    pub index: usize,
}

/// What keeps and shows a run.
pub struct Progress<'s> {
    store: &'s mut Store,
    measured: Vec<Measured>,
    /// All that was kept so far.
    pub record: Record,
    rounds: u64,
    total: Duration,
    view: View,
}

/// Where it is shown.
enum View {
    /// A bar that is drawn again and again, below the table where that ends on the same terminal.
    Bar {
        bar: ProgressBar,
        table: bool,
    },
    /// A line for each round of all.
    Lines {
        last: Option<(Phase, u64)>,
    },
    Nothing,
}

impl<'s> Progress<'s> {
    /// The progress of the rungs of `record`, whose rounds go to `store`; `total` is about how long all of them take.
    pub fn new(
        store: &'s mut Store,
        measured: Vec<Measured>,
        record: Record,
        total: Duration,
        quiet: bool,
    ) -> Progress<'s> {
        let rounds = record.run.rounds.unwrap_or(0);
        let view = match (quiet, io::stderr().is_terminal()) {
            (true, _) => View::Nothing,
            (false, false) => View::Lines { last: None },
            (false, true) => View::Bar { bar: bar(total), table: io::stdout().is_terminal() },
        };
        Progress { store, measured, record, rounds, total, view }
    }

    /// Clears the display, and returns the record.
    pub fn done(self) -> Record {
        if let View::Bar { bar, .. } = &self.view {
            bar.finish_and_clear();
        }
        self.record
    }

    /// What runs now.
    fn now(&self, step: Step) -> String {
        let RungRecord { rung, .. } = &self.record.rungs[self.measured[step.subject].index];
        format!("{}: {}", phase(step, self.rounds), rung.name)
    }
}

impl Observer for Progress<'_> {
    type Error = Error;

    fn begins(&mut self, step: Step, left: Duration) {
        let now = self.now(step);
        match &mut self.view {
            View::Bar { bar, table } => {
                let shown = if *table { shown(&mut self.record) } else { String::new() };
                bar.set_position(self.total.saturating_sub(left).as_millis() as u64);
                bar.set_prefix(about(left) + " left");
                bar.set_message(shown + &now);
            }
            View::Lines { last } if *last != Some((step.phase, step.number)) => {
                *last = Some((step.phase, step.number));
                say(format_args!("gush: {}, {} left", phase(step, self.rounds), about(left)));
            }
            View::Lines { .. } | View::Nothing => {}
        }
    }

    fn ended(&mut self, step: Step, sample: Sample) -> Result<(), Error> {
        let Measured { id, index } = self.measured[step.subject];
        self.store.add_round(id, &sample.0, &sample.1)?;
        self.record.rungs[index].rounds.push(sample);
        Ok(())
    }
}

fn phase(step: Step, rounds: u64) -> String {
    match step.phase {
        Phase::WarmUp => "warming up".to_owned(),
        Phase::Measured => format!("round {} of {rounds}", step.number),
        Phase::Traced => "counting calls".to_owned(),
    }
}

fn bar(total: Duration) -> ProgressBar {
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(total.as_millis() as u64), target);
    let template = ProgressStyle::with_template("{msg}\n{bar:32} {percent:>3} %, {prefix}");
    // The template is a constant; the plain style would do if it were wrong.
    bar.with_style(template.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The table so far, as much of it as fits the terminal.
fn shown(record: &mut Record) -> String {
    if record.rungs.iter().all(|rung| rung.rates().is_empty()) {
        return String::new();
    }
    // It is implied that it has not ended.
    record.run.ended = Some(record.run.started);
    let table = report::table(record, style::of_stdout());
    record.run.ended = None;
    let rows = terminal::size().map_or(24, |(_, rows)| usize::from(rows));
    let lines: Vec<&str> = table.lines().collect();
    let max_lines = rows.saturating_sub(FREE);
    match lines.len() > max_lines {
        false => table + "\n",
        true => lines[..max_lines.saturating_sub(1)].join("\n") + "\n…\n",
    }
}

/// A time, rounded for people.
pub fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..=90 => format!("about {seconds} s"),
        91..=5400 => format!("about {} min", seconds.div_ceil(60)),
        _ => format!("about {} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_for_people() {
        let shown = [0.0, 0.2, 90.0, 91.0, 5400.0, 9000.0].map(|time| about(Duration::from_secs_f64(time)));
        let expected = ["0 s", "1 s", "90 s", "2 min", "90 min", "2 h 30 min"];
        assert_eq!(shown, expected.map(|time| format!("about {time}")));
    }
}
