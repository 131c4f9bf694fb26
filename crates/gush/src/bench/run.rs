//! `gush bench`: makes the rungs ready, measures them, keeps what was measured, and shows it.

use std::ffi::OsStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gush_diagnostics::Diagnostic;
use gush_lab::ladder::{Builder, Drain, Found, Limit, NotRun, Output, Ready, Rung};
use gush_lab::measure::{
    DISTURBING, Launch, Outcome, Plan, Stopper, Subject, Work, machine, run_schedule, tracing_works,
};
use gush_lab::report;
use gush_pipe::child::{LeftRunning, claim_orphans, left_running};
use gush_pipe::sigpipe;
use gush_store::model::{Machine, Purpose, Record, Run, RungInfo, RungKind, RungRecord, Unit};
use gush_store::{Error, Store};

use super::flags::{DRY_RUN, JSON, LIST, OFFLINE, QUIET};
use super::progress::{Measured, Progress, about};
use super::request::{self, BenchRequest};
use super::{list, sizes, style};
use crate::exit::{self, Failure};
use crate::flags::Given;
use crate::signals;
use crate::write;

/// The message for a run that was interrupted before it had anything to keep.
const NOTHING_KEPT: &str = "nothing was measured yet, and nothing is kept";

pub fn run(args: &Given, diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    let mut request = request::check(args, diagnostics)?;
    let builder = Builder::of_user().map_err(anyhow::Error::from)?;
    let builder = if args.has(&OFFLINE) { builder.without_network() } else { builder };
    let builder = match &request.fakedata_source {
        Some(folder) => builder.with_sources(folder),
        None => builder,
    };
    if args.has(&LIST) {
        let written = if args.has(&JSON) { list::as_json } else { list::table };
        return write::text(&written(&request.rungs, &builder));
    }
    let say = |text: &str| {
        if !args.has(&QUIET) {
            exit::say(format_args!("gush: {text}"));
        }
    };
    if let Some(why) = request.plan.trace.then(tracing_works).and_then(Result::err) {
        request.plan.trace = false;
        say(&format!("system calls are not counted: {why}"));
    }
    if args.has(&DRY_RUN) {
        let estimate = announced(&request, &guessed(&request, &builder));
        return write::text(&list::plan(&request, &builder, &estimate));
    }
    if request.drains().any(|drain| drain == Drain::Pv)
        && let Ok(Found { path, version, .. }) = builder.pv()
    {
        (request.plan.pv, request.pv_version) = (path, version);
    }
    measure(args, &request, builder, &say)
}

/// Measures, and shows the results, also of an interrupted run.
fn measure(
    args: &Given,
    request: &BenchRequest,
    builder: Builder,
    say: &dyn Fn(&str),
) -> Result<(), Failure> {
    // Drains leave programs, and this one too where it plays one.
    sigpipe::ignore_write_signals();
    claim_orphans();
    let mut store = Store::open(&request.database).map_err(anyhow::Error::from)?;
    let stop = Stopper::default();
    let caught = signals::ask(&stop.flag()).map_err(anyhow::Error::from)?;
    let machine = machine::describe();
    let load = machine::load();
    machine::warnings(&machine, load).iter().for_each(|warning| say(warning));
    let builder = &builder.stopped_by(stop.flag());
    let (rungs, subjects) = ready(request, builder, &stop, say);
    if stop.is_asked() {
        return Err(Failure::Interrupted { signal: caught.signal(), kept: NOTHING_KEPT.to_owned() });
    }
    let run = described(request, load);
    let (record, kept_rungs) = begun(&mut store, run, machine, rungs).map_err(anyhow::Error::from)?;
    let is_run = |rung: &Measured| record.rungs[rung.index].rung.not_run.is_none();
    let measured = kept_rungs.into_iter().filter(is_run).collect();
    say(&announced(request, &subjects));
    let total = request.plan.estimate(&subjects);
    let id = gush_store::RunId(record.id);
    let mut progress = Progress::new(&mut store, measured, record, total, args.has(&QUIET));
    let outcome = run_schedule(&subjects, &request.plan, &stop, &mut progress);
    let mut record = progress.done();
    for process in left_running() {
        exit::say(format_args!("gush: {}", LeftRunning(process)));
    }
    let measured: usize = record.rungs.iter().map(|rung| rung.rates().len()).sum();
    if matches!(outcome, Ok(Outcome::Stopped)) && measured == 0 {
        // This run must not count as the latest one.
        store.forget(id).map_err(anyhow::Error::from)?;
        return Err(Failure::Interrupted { signal: caught.signal(), kept: NOTHING_KEPT.to_owned() });
    }
    if outcome.is_ok() {
        let now = now();
        store.end(id, now).map_err(anyhow::Error::from)?;
        record.run.ended = Some(now);
    }
    // From here on a reader that leaves is one of ours, as everywhere.
    sigpipe::restore();
    shown(request, &record)?;
    match outcome.map_err(anyhow::Error::from)? {
        Outcome::Stopped => Err(Failure::Interrupted {
            signal: caught.signal(),
            kept: kept(measured, &request.database.display().to_string(), record.id),
        }),
        Outcome::Complete if record.rungs.iter().all(|rung| rung.rates().is_empty()) => {
            Err(anyhow::anyhow!("nothing could be measured").into())
        }
        Outcome::Complete => Ok(()),
    }
}

/// The message about what an interrupted run kept.
fn kept(measured: usize, database: &str, run: i64) -> String {
    let rounds = if measured == 1 { "1 round is".to_owned() } else { format!("{measured} rounds are") };
    format!("{rounds} in {database}, as run {run}")
}

/// Writes the table of what was measured.
fn shown(request: &BenchRequest, record: &Record) -> Result<(), Failure> {
    let text = match request.purpose {
        Purpose::BufferSizes => sizes::table(record),
        _ => report::table(record, style::of_stdout()),
    };
    write::text(&text)
}

/// The rungs as they will be kept, and of those that can be run what is measured, in the same order.
fn ready(
    request: &BenchRequest,
    builder: &Builder,
    stop: &Stopper,
    say: &dyn Fn(&str),
) -> (Vec<RungInfo>, Vec<Subject>) {
    let (mut infos, mut subjects) = (Vec::new(), Vec::new());
    for rung in &request.rungs {
        let mut info = rung.info.clone();
        // Building may take minutes.
        let prepared = match stop.is_asked() {
            true => Err(NotRun { reason: "it was interrupted before".into(), details: String::new() }),
            false => builder.prepare(rung, &mut |text| say(text)),
        };
        match prepared {
            Ok(ready) => {
                let subject = subject(rung, ready, request, &mut info);
                subjects.push(subject);
            }
            Err(NotRun { reason, details }) => {
                if !details.is_empty() {
                    say(&format!("{}: {details}", rung.name()));
                }
                info.not_run = Some(reason);
            }
        }
        infos.push(info);
    }
    (infos, subjects)
}

/// What is measured of a rung that is ready.
fn subject(rung: &Rung, ready: Ready, request: &BenchRequest, info: &mut RungInfo) -> Subject {
    let work = match ready {
        Ready::Limit(limit) => Work::Limit(limit),
        Ready::Child { argv, env, pinned, version, instead } => {
            info.version = version;
            info.command = instead.unwrap_or_else(|| rung.info.command.clone());
            let env = env.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
            // The user's own rungs get the user's own environment.
            let without = match rung.info.kind {
                RungKind::Own => Vec::new(),
                _ => DISTURBING.map(Into::into).to_vec(),
            };
            let launch = Launch { argv, env, without, folder: None, pinned };
            if rung.output == Output::Nothing {
                // There is nothing to rate it by but how often it can be run.
                info.unit = Unit::Calls;
                Work::Nothing(launch)
            } else {
                Work::Program(launch)
            }
        }
    };
    let subject = Subject { work, unit: info.unit, drain: rung.drain.unwrap_or(request.drain) };
    info.drain = subject.taken_by().map(|drain| drain.name().to_owned());
    if subject.taken_by() == Some(Drain::Pv) {
        // Whose pv it is matters as much as whose yes.
        let both: Vec<String> = info.version.take().into_iter().chain(request.pv_version.clone()).collect();
        info.version = Some(both.join("; ")).filter(|both| !both.is_empty());
    }
    subject
}

/// What would be measured, as far as that is known before anything is prepared. What has to be fetched first may not
/// come, so it is not counted.
fn guessed(request: &BenchRequest, builder: &Builder) -> Vec<Subject> {
    let here = request.rungs.iter().filter(|rung| list::is_here(rung, builder));
    let work = |rung: &Rung| match rung.output {
        Output::Nothing => Work::Limit(Limit::SystemCall),
        _ => Work::Program(Launch::default()),
    };
    here.map(|rung| Subject { work: work(rung), unit: rung.unit(), drain: request.drain }).collect()
}

/// What will be done, and how long it takes.
fn announced(request: &BenchRequest, subjects: &[Subject]) -> String {
    let Plan { seconds, rounds, .. } = request.plan;
    let estimate = request.plan.estimate(subjects);
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let count = subjects.len() as u64;
    format!(
        "{count} rung{}, {rounds} round{} of {seconds} s, {}, into {}",
        plural(count),
        plural(rounds),
        about(estimate),
        request.database.display()
    )
}

fn described(request: &BenchRequest, load: Option<f64>) -> Run {
    Run {
        purpose: request.purpose,
        started: now(),
        ended: None,
        command: typed(std::env::args_os().map(|argument| argument.to_string_lossy().into_owned())),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        drain: Some(request.drain.name().to_owned()),
        seconds: Some(request.plan.seconds),
        rounds: Some(request.plan.rounds),
        load,
        grouped_as: None,
    }
}

/// Notes the run and its rungs; gives it as a record, and where each rung is kept.
fn begun(
    store: &mut Store,
    run: Run,
    machine: Machine,
    rungs: Vec<RungInfo>,
) -> Result<(Record, Vec<Measured>), Error> {
    let id = store.begin(&run, Some(&machine))?;
    let keep = |(index, rung): (usize, &RungInfo)| {
        let id = store.add_rung(id, rung, index as u64)?;
        Ok(Measured { id, index })
    };
    let kept = rungs.iter().enumerate().map(keep).collect::<Result<_, _>>()?;
    let rungs = rungs.into_iter().map(|rung| RungRecord { rung, rounds: Vec::new() }).collect();
    Ok((Record { id: id.0, run, machine: Some(machine), rungs }, kept))
}

/// Arguments as one would type them.
fn typed(arguments: impl Iterator<Item = String>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    let quoted = |(at, argument): (usize, String)| match at {
        // Its name, without its path.
        0 => std::path::Path::new(&argument)
            .file_name()
            .unwrap_or(OsStr::new("gush"))
            .to_string_lossy()
            .into_owned(),
        _ if !argument.is_empty() && argument.chars().all(plain) => argument,
        _ => format!("'{}'", argument.replace('\'', r"'\''")),
    };
    arguments.enumerate().map(quoted).collect::<Vec<_>>().join(" ")
}

fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or(Duration::ZERO).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn arguments_are_shown_as_they_would_be_typed() {
        let arguments = ["/usr/bin/gush", "bench", "--rung", "a=it's $HOME", "--only=1,L1", ""];
        let expected = r"gush bench --rung 'a=it'\''s $HOME' --only=1,L1 ''";
        assert_eq!(typed(arguments.into_iter().map(str::to_owned)), expected);
    }
}
