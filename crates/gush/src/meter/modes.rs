//! Which options can be combined: one mode at a time, the options of a running meter, and those of a watching one.

use gush_diagnostics::Diagnostic;

use super::flags::{FLAGS, GROUP, MONITOR, MeterFlag, REMOTE, STORE_AND_FORWARD, WATCH_FD};
use super::request::MeterRequest;
use crate::flags::Typed;

/// What does not go together in `request`.
pub fn diagnostics(request: &MeterRequest) -> Vec<Diagnostic> {
    let alone = request.record.is_none() && request.remote.is_none();
    let groups = request.given.iter().filter(|(name, _)| *name == GROUP.name && alone);
    let groups = groups.map(|(_, typed)| typed.diagnostic("this is for recordings; --record FILE makes one"));
    let mut diagnostics: Vec<Diagnostic> = groups.collect();
    let modes: Vec<_> = given(request, |flag| flag.own.is_mode).collect();
    for pair in modes.windows(2).filter(|pair| !pair[0].0.is(pair[1].0)) {
        diagnostics.push(pair[1].1.diagnostic("only one of -d, -R, -Q and -M is possible"));
    }
    match modes.first() {
        Some((mode, _)) if mode.is(&REMOTE) => diagnostics.extend(settled(request)),
        Some((mode, _)) if mode.is(&WATCH_FD) => {
            let text = "this is not possible while files are watched";
            diagnostics.extend(refusals(request, |flag| flag.own.is_of_transfer, text));
        }
        Some((mode, typed)) if mode.is(&MONITOR) => {
            if request.command.is_empty() {
                diagnostics.push(typed.diagnostic("a command to run must be specified: -M both -- COMMAND"));
            }
            let text = "this is not possible while a command is metered";
            diagnostics.extend(refusals(request, |flag| flag.is(&STORE_AND_FORWARD), text));
        }
        _ => {}
    }
    diagnostics
}

/// Diagnostics for the parts of `request` that a running transfer cannot adopt.
pub fn settled(request: &MeterRequest) -> Vec<Diagnostic> {
    let mut diagnostics =
        refusals(request, |flag| flag.own.is_settled, "this cannot be changed while it runs");
    let files = request.typed_files.iter();
    diagnostics.extend(files.map(|typed| typed.diagnostic("the files cannot be changed while it runs")));
    diagnostics
}

/// The flags that were given and are `wanted`.
fn given<'a>(
    request: &'a MeterRequest,
    wanted: impl Fn(&MeterFlag) -> bool + 'a,
) -> impl Iterator<Item = (&'static MeterFlag, &'a Typed)> {
    request.given.iter().filter_map(move |(given, typed)| {
        let flag = FLAGS.iter().find(|flag| flag.name == *given && wanted(flag))?;
        Some((*flag, typed))
    })
}

fn refusals(request: &MeterRequest, wanted: impl Fn(&MeterFlag) -> bool, text: &str) -> Vec<Diagnostic> {
    let is_second = request.remote.is_some() || request.query.is_some();
    // A second mode is refused as such.
    let found = given(request, wanted).filter(|(flag, _)| !(flag.own.is_mode && is_second));
    found.map(|(_, typed)| typed.diagnostic(text)).collect()
}
