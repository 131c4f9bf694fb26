//! Drives `gush` by the name `fakedata` from outside, as the scripts do that have it: one topic a file.

use gush_testkit::{Outcome, Program, Scratch};

mod columns;
mod completion;
mod diagnostics;
mod files;
mod formats;
mod info;
mod kinds;
mod spelling;
mod stdin;
mod streams;
mod templates;

/// The binary.
const GUSH: &str = env!("CARGO_BIN_EXE_gush");

/// `fakedata` with arguments that are written in one line.
fn fakedata(sentence: &str) -> Program {
    Program::new(GUSH).named("fakedata").arg_line(sentence)
}

/// The same, which must succeed in silence.
#[track_caller]
fn generated(sentence: &str) -> Outcome {
    fakedata(sentence).run().ok().silent()
}

/// A scratch folder with a link named `fakedata` in it.
fn linked() -> Scratch {
    let scratch = Scratch::new();
    std::os::unix::fs::symlink(GUSH, scratch.path("fakedata")).expect("a link can be created");
    scratch
}

/// All 45 generators that `fakedata` shows.
const GENERATORS: &str = "adjectives animal animal.cat animal.dog city color country country.code date dinosaur domain \
                          domain.tld double email emoji enum event.action file http.method industry int ipv4 ipv6 \
                          latitude longitude mac.address name name.first name.last nationality noun occupation phone \
                          phone.code phone.local sentence state state.code timestamp timezone username uuidv1 uuidv4 \
                          uuidv6 uuidv7";
