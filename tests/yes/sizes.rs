//! Lines of every length that has ever been an edge, up to what the system takes as arguments.

use crate::yes::{MIB, STRATEGIES, assert_left_by_its_reader, check, gnu, gnu_is_missing, line, start, yes};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

/// The last one is the longest argument that Linux takes.
const LENGTHS: [usize; 22] = [
    0, 1, 2, 6, 79, 999, 1998, 1999, 4094, 4095, 4096, 8190, 8191, 8192, 16_383, 16_384, 32_767, 32_768,
    65_535, 65_536, 100_000, 131_071,
];

#[test]
fn every_length_is_exact_by_every_strategy() {
    for length in LENGTHS {
        let arg = line(length);
        let expected = [&arg[..], b"\n"].concat();
        for strategy in STRATEGIES {
            let program = yes().arg(OsStr::from_bytes(&arg)).env("GUSH_STRATEGY", strategy);
            let (reader, running) = start(program);
            assert_eq!(check(reader, &expected, 20 * MIB + 7), 20 * MIB + 7, "{length} by {strategy}");
            assert_left_by_its_reader(running.finish());
        }
    }
}

#[test]
fn every_length_is_gnus() {
    if gnu_is_missing() {
        return;
    }
    for length in LENGTHS {
        let arg = line(length);
        let theirs = gnu().arg(OsStr::from_bytes(&arg)).stdout_closes_after(2 * MIB).run();
        let ours = yes().arg(OsStr::from_bytes(&arg)).stdout_closes_after(2 * MIB).run();
        ours.stdout_is(theirs.stdout);
    }
}

#[test]
fn many_operands_are_one_line() {
    // 100, 4000, and more than a pipe and more than 1 MiB of them.
    for (count, length) in [(100, 1), (4000, 1), (100, 500), (4000, 30), (12, 100_000), (18, 65_537)] {
        let args = vec![line(length); count];
        let mut expected = args.join(&b' ');
        expected.push(b'\n');
        let most = 3 * expected.len() + 40 * MIB + 1;
        let ours = || yes().args(args.iter().map(|arg| OsStr::from_bytes(arg)));
        let (reader, running) = start(ours());
        assert_eq!(check(reader, &expected, most), most, "{count} times {length}");
        assert_left_by_its_reader(running.finish());
        if !gnu_is_missing() {
            let theirs = gnu().args(args.iter().map(|arg| OsStr::from_bytes(arg)));
            let theirs = theirs.stdout_closes_after(4 * MIB).run();
            ours().stdout_closes_after(4 * MIB).run().stdout_is(theirs.stdout);
        }
    }
}

#[test]
fn a_line_longer_than_all_pipes_is_complete() {
    let scratch = gush_testkit::Scratch::new();
    for length in [8 * MIB - 1, 8 * MIB, 9 * MIB + 1, 20 * MIB] {
        let file = scratch.write("long", line(length));
        let expected = [&line(length)[..], b"\n"].concat();
        for strategy in STRATEGIES {
            let program = yes().arg("--from-file").arg(&file).arg_line("-n 3").env("GUSH_STRATEGY", strategy);
            let (reader, running) = start(program);
            assert_eq!(check(reader, &expected, usize::MAX), 3 * (length + 1), "{length} by {strategy}");
            running.finish().ok().silent();
        }
    }
}
