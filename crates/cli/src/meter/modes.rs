//! Which options go together: one mode at a time, what can be asked of a meter that runs, and what of one that watches.

use gush_diagnostics::Diagnostic;

use super::options::Opt;
use super::request::Request;

/// The options of which only one can be meant.
const MODES: [Opt; 3] = [Opt::WatchFd, Opt::Remote, Opt::Query];

/// What is settled when a transfer starts: what moves the bytes, what is counted, what was opened or is waited for.
const SETTLED: [Opt; 20] = [
    Opt::Wait,
    Opt::DelayStart,
    Opt::LineMode,
    Opt::Null,
    Opt::Both,
    Opt::Cursor,
    Opt::Output,
    Opt::NoSplice,
    Opt::SkipErrors,
    Opt::ErrorSkipBlock,
    Opt::StopAtSize,
    Opt::Sync,
    Opt::DirectIo,
    Opt::Sparse,
    Opt::Discard,
    Opt::StoreAndForward,
    Opt::WatchFd,
    Opt::PidFile,
    Opt::Record,
    Opt::Group,
];

/// What needs a transfer, or lines, or a row of its own on the terminal.
const OF_A_TRANSFER: [Opt; 15] = [
    Opt::LineMode,
    Opt::Null,
    Opt::Both,
    Opt::Cursor,
    Opt::Output,
    Opt::RateLimit,
    Opt::BufferSize,
    Opt::SkipErrors,
    Opt::ErrorSkipBlock,
    Opt::StopAtSize,
    Opt::Sync,
    Opt::DirectIo,
    Opt::Sparse,
    Opt::Discard,
    Opt::StoreAndForward,
];

/// What does not go together in `request`.
pub fn mistakes(request: &Request) -> Vec<Diagnostic> {
    let alone = request.record.is_none() && request.remote.is_none();
    let groups = request.given.iter().filter(|(opt, _)| *opt == Opt::Group && alone);
    let groups = groups.map(|(_, typed)| typed.mistake("this is for recordings; --record FILE makes one"));
    let modes: Vec<_> = request.given.iter().filter(|(opt, _)| MODES.contains(opt)).collect();
    let mut mistakes: Vec<Diagnostic> = groups.collect();
    for pair in modes.windows(2).filter(|pair| pair[0].0 != pair[1].0) {
        mistakes.push(pair[1].1.mistake("only one of -d, -R and -Q is possible"));
    }
    match modes.first() {
        Some((Opt::Remote, _)) => mistakes.extend(settled(request)),
        Some((Opt::WatchFd, _)) => {
            mistakes.extend(named(request, &OF_A_TRANSFER, "this is not possible while files are watched"));
        }
        _ => {}
    }
    mistakes
}

/// What of `request` a running transfer cannot take over.
pub fn settled(request: &Request) -> Vec<Diagnostic> {
    let mut mistakes = named(request, &SETTLED, "this cannot be changed while it runs");
    mistakes.extend(files(request, "the files cannot be changed while it runs"));
    mistakes
}

fn named(request: &Request, opts: &[Opt], text: &str) -> Vec<Diagnostic> {
    let found = request.given.iter().filter(|(opt, _)| opts.contains(opt) && !is_mode(*opt, request));
    found.map(|(_, typed)| typed.mistake(text)).collect()
}

/// A second mode is told of as such.
fn is_mode(opt: Opt, request: &Request) -> bool {
    MODES.contains(&opt) && (request.remote.is_some() || request.query.is_some())
}

fn files<'a>(request: &'a Request, text: &'a str) -> impl Iterator<Item = Diagnostic> + 'a {
    request.typed_files.iter().map(move |typed| typed.mistake(text))
}
