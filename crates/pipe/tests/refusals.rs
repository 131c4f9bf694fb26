//! A system that refuses: every call of the fast paths, made to fail by strace at its first, second and hundredth use.
//! The output stays exact, byte for byte, as long as the system lets bytes through at all.
#![cfg(all(target_os = "linux", not(feature = "portable")))]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::env;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use gush_testkit::need;

/// What is read where one of the first calls fails, and where it is a late one.
const FEW: u64 = 8_000_000;
const MANY: u64 = 40_000_000;

/// How much is read under an injection: some MB beyond the call that fails.
fn bytes(injection: &str) -> u64 {
    let (_, when) = injection.rsplit_once("when=").unwrap();
    let first: u32 = when.split(['+', '.']).next().unwrap().parse().unwrap();
    if first < 20 { FEW } else { MANY }
}

/// The example of that name, which cargo builds beside the tests.
fn example(name: &str) -> PathBuf {
    let tests = env::current_exe().unwrap();
    tests.parent().unwrap().with_file_name("examples").join(name)
}

/// Runs the flood under each injection, reads a while, and compares with the line repeated.
fn exact_under(injection: &str, length: usize, strategy: &str) {
    let flood = example("flood");
    // Only what is traced can be made to fail.
    let (call, _) = injection.split_once(':').unwrap();
    let bytes = bytes(injection);
    // Should the flood ever spin on a call that always fails, it must not do so for ever.
    let mut child = Command::new("timeout")
        .args(["-s", "KILL", "100", "strace", "-f", "-qq", "-o", "/dev/null"])
        .args(["-e", &format!("trace={call}"), "-e", &format!("inject={injection}")])
        .arg(&flood)
        .args([&length.to_string(), strategy])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line: Vec<u8> = b"abcdefghijklmnopqrstuvwxy".repeat(length / 25 + 1);
    line.truncate(length - 1);
    line.push(b'\n');
    let mut out = child.stdout.take().unwrap().take(bytes);
    let mut buffer = vec![0; 1 << 18];
    let expected = line.repeat(buffer.len() / length + 2);
    let mut seen = 0;
    loop {
        let read = out.read(&mut buffer).unwrap();
        if read == 0 {
            break;
        }
        assert!(
            buffer[..read] == expected[seen % length..][..read],
            "{injection}: {strategy} with {length} bytes a line is out of step within {read} bytes after {seen}"
        );
        seen += read;
    }
    drop(out);
    child.wait().unwrap();
    assert_eq!(seen as u64, bytes, "{injection}: {strategy} with {length} bytes a line ends early");
}

#[test]
fn a_refused_call_is_never_seen_in_the_output() {
    need!("strace");
    let calls = [
        "socketpair",
        "sendto",
        "setsockopt",
        "recvfrom",
        "pipe2",
        "fcntl",
        "tee",
        "splice",
        "vmsplice",
        "ioctl",
    ];
    let errors = ["ENOSYS", "EPERM", "EINVAL", "EAGAIN", "EINTR", "EMFILE", "ENOMEM", "EIO"];
    // The full product would take minutes. The 80 pairs of a call and an error take the 72 circumstances in turn, so that
    // each pair and each circumstance is tried at least once.
    let pairs = calls.into_iter().flat_map(|call| errors.map(|error| (call, error)));
    for (n, (call, error)) in pairs.enumerate() {
        let when = ["1", "2", "100", "1+", "3+", "258+"][n % 6];
        let length = [2, 7, 5000, 100_000][n / 6 % 4];
        let strategy = ["tee-sockets", "tee-pages", "vmsplice"][n / 24 % 3];
        // A call that fails so forever is not a refusal.
        let is_temporary = ["EINTR", "EAGAIN"].contains(&error);
        let when = if is_temporary { when.trim_end_matches('+') } else { when };
        exact_under(&format!("{call}:error={error}:when={when}"), length, strategy);
    }
}

/// Lines that fill fragments exactly never show a lost step; lines longer than two are nearly always cut.
#[test]
fn a_round_cut_short_anywhere_goes_on_at_the_same_byte() {
    need!("strace");
    for call in ["tee", "splice"] {
        for error in ["ENOSYS", "EAGAIN"] {
            for when in ["3", "9+", "20", "27+", "40", "60+", "258", "262+"] {
                for (length, strategy) in
                    [(70_001, "tee-sockets"), (100_000, "tee-sockets"), (70_001, "tee-pages")]
                {
                    exact_under(
                        &format!("{call}:error={error}:when={}", bounded(error, when)),
                        length,
                        strategy,
                    );
                }
            }
        }
    }
}

/// "Not now" so often in a row that a fast path is left for it, but not for ever.
fn bounded(error: &str, when: &str) -> String {
    match when.strip_suffix('+').map(str::parse::<u32>) {
        Some(Ok(first)) if error == "EAGAIN" => format!("{first}..{}", first + 200),
        _ => when.to_owned(),
    }
}

/// A first line longer than a pipe goes through the sink's relay, which must be left just as well.
#[test]
fn the_relay_is_left_without_a_trace() {
    need!("strace");
    for call in ["socketpair", "sendmmsg", "splice"] {
        for error in ["ENOSYS", "EAGAIN", "EINVAL"] {
            for when in ["1", "1+", "2", "27+"] {
                let injection = format!("{call}:error={error}:when={}", bounded(error, when));
                exact_under(&injection, 400_001, "write");
            }
        }
    }
}

/// Plain writes that are refused now and then.
#[test]
fn writes_are_done_again() {
    need!("strace");
    for error in ["EINTR", "EAGAIN"] {
        for when in ["1", "2", "100", "1+2", "100..250"] {
            exact_under(&format!("write:error={error}:when={when}"), 7, "write");
        }
    }
}

#[test]
fn a_pipe_smaller_than_said_is_seen_through() {
    need!("strace");
    for strategy in ["tee-sockets", "tee-pages", "vmsplice"] {
        for length in [2, 5000, 70_001] {
            exact_under("fcntl:retval=1048576:when=1+", length, strategy);
            for when in 1..8 {
                exact_under(&format!("fcntl:error=EPERM:when={when}"), length, strategy);
            }
        }
    }
}

#[test]
fn without_free_descriptors_it_still_flows() {
    for limit in 4..12 {
        let script = format!("ulimit -n {limit}; exec \"$0\" 7 tee-sockets 300000");
        let out = Command::new("sh").args(["-c", &script]).arg(example("flood")).output().unwrap();
        assert!(out.status.success(), "{:?}", out.stderr);
        assert!(out.stdout == b"abcdef\n".repeat(300_000), "limit {limit}");
    }
}
