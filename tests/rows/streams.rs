//! What standard output can be: each kind gets every byte, and a reader that leaves ends the program as Unix
//! users expect.

use crate::rows::{assert_left_by_its_reader, rows, seeded};
use gush_testkit::{Scratch, Signal, Stream, assert_same, need};

/// More than any pipe holds, from several threads.
const MUCH: &str = "-f csv -l 100k id=seq name email uuidv4";

#[test]
fn every_kind_of_output_gets_the_same_bytes() {
    let expected = rows(MUCH).stdout;
    assert!(expected.len() > 4 << 20);
    let on = |stream: Stream| seeded(MUCH).stdout(stream).run().ok().silent();
    on(Stream::Socket).stdout_is(&expected);
    on(Stream::Terminal).stdout_is(&expected);
    on(Stream::NonBlocking).filled_the_pipe().stdout_is(&expected);
    let scratch = Scratch::new();
    on(Stream::File(scratch.path("file")));
    assert_same(scratch.read("file"), &expected);
    on(Stream::Append(scratch.path("file")));
    assert_same(scratch.read("file"), [&expected[..], &expected[..]].concat());
    on(Stream::Null);
}

#[test]
fn ten_rows_reach_every_kind_of_output_too() {
    let expected = rows("-f column name email").stdout;
    for stream in [Stream::Pipe, Stream::Socket, Stream::Terminal, Stream::NonBlocking] {
        seeded("-f column name email").stdout(stream).run().ok().silent().stdout_is(&expected);
    }
}

#[test]
fn a_reader_that_leaves_ends_the_program_by_sigpipe() {
    for bytes in [0, 1, 100_000] {
        for threads in [1, 2] {
            let run = seeded(&format!("-S -j {threads} name email")).stdout_closes_after(bytes).run();
            assert_left_by_its_reader(run);
        }
    }
    assert_left_by_its_reader(seeded("-S noun").stdout(Stream::Socket).stdout_closes_after(10).run());
}

/// A stream may have a series that ends in some hundred years; one that would end in a minute is refused.
#[test]
fn a_stream_may_have_a_series_that_lasts() {
    let expected = rows("-l 4000 id=seq at=series:2024-01-01,10ms").stdout;
    let run = seeded("-S id=seq at=series:2024-01-01,10ms").stdout_closes_after(50_000).run();
    let read = run.stdout.len().min(expected.len());
    assert!(read >= 50_000, "{read}");
    assert_same(&run.stdout[..read], &expected[..read]);
    assert_left_by_its_reader(run);
    let refused = seeded("-S at=series:2024-01-01,1d").run().code(2);
    refused.stderr_has("after 2,913,174 rows, but a stream has no end");
}

#[test]
fn a_reader_that_leaves_is_an_error_where_sigpipe_is_ignored() {
    for bytes in [0, 1, 100_000] {
        let run = seeded("-S name email").sigpipe_ignored().stdout_closes_after(bytes).run();
        run.code(1).stderr_is("gush: standard output: Broken pipe\n");
    }
}

#[test]
fn a_full_disk_is_reported_and_is_a_failure() {
    need!("/dev/full");
    // Several threads may all meet the error; one message is enough.
    for rows in ["10", "100k", "100k -j 1", "100k -j 3"] {
        let run = seeded(&format!("-l {rows} name email")).stdout(Stream::Full).run();
        run.code(1).stderr_is("gush: standard output: No space left on device\n");
    }
}

#[test]
fn a_closed_standard_output_is_reported_and_is_a_failure() {
    let run = seeded("-l 10 name").stdout(Stream::Closed).run();
    run.code(1).stderr_is("gush: standard output: Bad file descriptor\n");
}

#[test]
fn a_closed_standard_error_does_no_harm() {
    let expected = rows("-l 100k seq").stdout;
    seeded("-l 100k seq").stderr(Stream::Closed).run().ok().stdout_is(&expected);
    seeded("emial").stderr(Stream::Closed).run().code(2).stdout_is("");
}

#[test]
fn a_full_standard_error_loses_messages_but_no_data() {
    need!("/dev/full");
    let expected = rows("-l 10 seq").stdout;
    seeded("-l 10 seq --show-seed").stderr(Stream::Full).run().stdout_is(&expected);
    seeded("emial").stderr(Stream::Full).run().code(2).stdout_is("");
}

#[test]
fn a_signal_ends_a_stream() {
    for signal in [Signal::INT, Signal::TERM] {
        let run = seeded("-S noun").spawn();
        run.wait_for_output(100_000);
        run.signal(signal);
        let run = run.finish().died_of(signal).silent();
        let expected = rows("-l 5k noun").stdout;
        assert_same(&run.stdout[..expected.len()], &expected);
    }
}
