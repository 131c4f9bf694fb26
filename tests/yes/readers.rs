//! Readers of every kind: odd counts, odd steps, pauses. No reader gets a byte too many, too few or out of step.

use crate::yes::{STRATEGIES, assert_left_by_its_reader, gush_yes, repeated};
use gush_testkit::Program;

/// What takes some bytes and leaves, and how many those are.
const READERS: [(&str, usize); 14] = [
    ("head -c 1", 1),
    ("head -c 4097", 4097),
    ("head -c 65537", 65_537),
    ("head -c 99999", 99_999),
    ("head -c 8388607", 8_388_607),
    ("head -c 8388609", 8_388_609),
    ("head -c 33554433", 33_554_433),
    ("dd bs=777 count=9001 iflag=fullblock status=none", 777 * 9001),
    ("dd bs=1 count=10000 status=none", 10_000),
    ("dd bs=1M count=33 iflag=fullblock status=none", 33 << 20),
    ("{ head -c 11; sleep 0.05; head -c 1000003; sleep 0.05; head -c 8400001; }", 9_400_015),
    ("cat | head -c 20000001", 20_000_001),
    ("head -c 3000001 | cat", 3_000_001),
    ("tee /dev/null | head -c 10000019", 10_000_019),
];

#[test]
fn odd_readers_see_every_byte_in_order() {
    for (reader, bytes) in READERS {
        if reader.contains("iflag") && !cfg!(target_os = "linux") {
            continue;
        }
        for (operand, line) in [("", &b"y"[..]), ("abcdefghijklmnopqrstuvw", b"abcdefghijklmnopqrstuvw")] {
            let run = gush_yes(operand).pipe_into(reader);
            run.consumer.ok().silent().stdout_is(repeated(line, bytes));
            assert_left_by_its_reader(run.producer);
        }
    }
}

#[test]
fn every_strategy_serves_them() {
    for strategy in STRATEGIES {
        for (reader, bytes) in [READERS[5], READERS[8], READERS[10], READERS[11]] {
            let run = gush_yes("abc de f").env("GUSH_STRATEGY", strategy).pipe_into(reader);
            run.consumer.ok().silent().stdout_is(repeated(b"abc de f", bytes));
            assert_left_by_its_reader(run.producer);
        }
    }
}

#[test]
fn two_readers_share_the_bytes() {
    let gush = env!("CARGO_BIN_EXE_gush");
    let script = format!("'{gush}' yes -n 9000000 | {{ wc -c & wc -c; wait; }}");
    let run = Program::new("bash").args(["-c", &script]).run().ok().silent();
    let sum: usize = run.lines().iter().map(|count| count.trim().parse::<usize>().expect("a number")).sum();
    assert_eq!(sum, 18_000_000);
}

#[test]
fn two_writers_of_one_pipe_lose_nothing() {
    let gush = env!("CARGO_BIN_EXE_gush");
    let script = format!(
        "{{ '{gush}' yes -n 5000000 a & '{gush}' yes -n 5000000 b; wait; }} | tr -d '\\n' | fold -w 1 | sort | uniq -c"
    );
    let run = Program::new("bash").args(["-c", &script]).run().ok().silent();
    let counts: Vec<String> =
        run.lines().iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(counts, ["5000000 a", "5000000 b"]);
}
