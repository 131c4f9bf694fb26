//! What is on a terminal: the rows of several meters, titles, and all of it after a change of size.

use crate::meter::meter;
use gush_testkit::{Program, Scratch, Stream, need, wait_until};
use std::io::Write as _;

/// Meters in one pipeline on one terminal, one for each name, all there before the first byte comes. What a finished
/// pipeline leaves is `text`.
fn pipeline(names: &[&str], options: &str, scratch: &Scratch) -> Program {
    let meters: String = names.iter().map(|name| format!(" | meter {name}")).collect();
    let script = format!(
        "all() {{ [ \"$(ls \"$XDG_RUNTIME_DIR\"/gush-meter/*/ | wc -l)\" = {} ]; }}
        meter() {{ \"$GUSH\" meter -c {options} -N $1; }}
        {{ until all; do sleep 0.1; done 2>/dev/null; cat; }}{meters}",
        names.len()
    );
    Program::shell(&script)
        .env("GUSH", env!("CARGO_BIN_EXE_gush"))
        .env("XDG_RUNTIME_DIR", scratch.folder())
        .stderr(Stream::Terminal)
}

/// What was drawn when all rows were drawn last, and what came after.
fn last_block(shown: &str) -> &str {
    shown.rsplit_once("\r\x1b[J").map_or("", |(_, block)| block)
}

/// The names of the rows of a block, in their order, where each has `amount`.
fn names_of(block: &str, amount: &str) -> Vec<String> {
    let named = block.split("\r\n").filter_map(|row| row.split_once(": "));
    named.filter(|(_, rest)| rest.starts_with(amount)).map(|(name, _)| name.trim().to_owned()).collect()
}

#[test]
fn a_row_is_drawn_and_left() {
    let scratch = Scratch::new();
    let run = meter("-c -N one -i 600").stdin("text").stderr(Stream::Terminal);
    let shown = run.env("XDG_RUNTIME_DIR", scratch.folder()).run().ok().errors();
    // Saved cursor, a cleared row, and back.
    assert!(shown.contains("\x1b7\r\x1b[K      one: 4.00  B"), "{shown:?}");
    assert!(shown.contains("]\x1b8"), "{shown:?}");
    assert_eq!(names_of(last_block(&shown), "4.00  B"), ["one"]);
    assert!(shown.ends_with("]\r\n"), "{shown:?}");
}

/// However they end, each has its row, and the cursor goes below all of them once.
#[test]
fn the_meters_of_a_pipeline_have_different_rows() {
    for _ in 0..10 {
        let scratch = Scratch::new();
        let run = pipeline(&["one", "two", "three"], "-i 600", &scratch).stdin("text").run().ok();
        let run = run.stdout_is("text");
        let shown = run.errors();
        let block = last_block(&shown);
        let mut names = names_of(block, "4.00  B");
        names.sort_unstable();
        assert_eq!(names, ["one", "three", "two"], "{shown:?}");
        assert!(block.ends_with("]\r\n") && block.matches("\r\n").count() == 3, "{shown:?}");
    }
}

/// All rows are drawn again from where the cursor is, also those of meters that are over, and nothing else is left there.
#[test]
fn rows_have_the_width_that_the_terminal_has_by_then() {
    let scratch = Scratch::new();
    let (reader, mut writer) = std::io::pipe().expect("a pipe can be created");
    let running = pipeline(&["one", "two"], "-i 0.1", &scratch).stdin_fd(reader.into()).spawn();
    writer.write_all(b"text").expect("it is read");
    let drawn = |name: &str, shown: &str| shown.contains(&format!("\x1b[K{name:>9}: 4.00  B"));
    wait_until("both rows", || ["one", "two"].iter().all(|name| drawn(name, &running.errors_so_far())));
    let before = running.errors_so_far().len();
    running.resize(40, 30);
    wait_until("both rows again", || {
        names_of(last_block(&running.errors_so_far()[before..]), "4.00  B").len() == 2
    });
    drop(writer);
    let shown = running.finish().ok().stdout_is("text").errors();
    let block = last_block(&shown);
    assert_eq!(names_of(block, "4.00  B").len(), 2, "{block:?}");
    assert!(block.lines().all(|row| row.trim_end().len() <= 40), "{block:?}");
}

#[test]
fn a_line_has_the_width_that_the_terminal_has_by_then() {
    let (reader, mut writer) = std::io::pipe().expect("a pipe can be created");
    let running = meter("-i 0.05").stdin_fd(reader.into()).stderr(Stream::Terminal).spawn();
    writer.write_all(b"text").expect("it is read");
    wait_until("a line", || running.errors_so_far().contains("4.00  B"));
    running.resize(40, 24);
    // What has gone on in the rows below is cleared.
    wait_until("a narrow line", || running.errors_so_far().contains("\r\x1b[J4.00  B"));
    drop(writer);
    let shown = running.finish().ok().errors();
    let last = shown.trim_end().rsplit('\r').next().unwrap_or_default();
    assert_eq!(last.chars().count(), 40, "{shown:?}");
}

/// The terminal is asked to keep its title, and to show it again in the end.
#[test]
fn the_title_is_given_back() {
    let run = meter("-x windowtitle:%b -i 600").stdin("text").stderr(Stream::Terminal).run().ok();
    let shown = run.errors();
    assert!(shown.contains("\x1b[22;2t\x1b]2;4.00  B\x07"), "{shown:?}");
    assert!(shown.contains("\x1b]2;\x07\x1b[23;2t"), "{shown:?}");
    assert_eq!(shown.matches("\x1b[22;2t").count(), 1, "{shown:?}");
    // What is shown by default begins with the name, if there is one.
    let run = meter("-x window -i 600").stdin("text").stderr(Stream::Terminal).run().ok();
    assert!(run.errors().contains("\x1b]2;4.00  B 0:00:00 ["), "{:?}", run.errors());
}

#[test]
fn a_title_goes_also_when_the_output_fails() {
    need!("/dev/full");
    let (reader, mut writer) = std::io::pipe().expect("a pipe can be created");
    let program = meter("-x windowtitle:%b -i 0.05").stdin_fd(reader.into()).stdout(Stream::Full);
    let running = program.stderr(Stream::Terminal).spawn();
    wait_until("a title", || running.errors_so_far().contains("\x1b]2;0.00  B\x07"));
    writer.write_all(b"text").expect("the meter reads");
    drop(writer);
    let shown = running.finish().code(16).errors();
    assert!(shown.ends_with("\x1b]2;\x07\x1b[23;2t"), "{shown:?}");
}
