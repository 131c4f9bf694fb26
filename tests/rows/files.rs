//! `file:PATH`: whatever a file of lines may be.

use crate::rows::{gush, rows};
use gush_testkit::{Outcome, Program, Scratch, need};
use std::collections::BTreeSet;

/// Draws 200 lines from a file with these contents, in any order.
fn drawn(contents: &[u8]) -> Vec<String> {
    let scratch = Scratch::new();
    scratch.write("lines", contents);
    let run = rows(&format!("-l 200 file:{}", scratch.path("lines").display()));
    let different: BTreeSet<&str> = run.lines().into_iter().collect();
    different.into_iter().map(str::to_owned).collect()
}

/// Draws from what cannot be drawn from.
#[track_caller]
fn refused(scratch: &Scratch, name: &str, reason: &str) -> Outcome {
    let run = gush("rows").arg(format!("file:{name}")).within(scratch.folder()).run();
    let carets = "^".repeat(name.len().max(1));
    run.code(2).stdout_is("").stderr_is(format!(
        "gush: error in the arguments; nothing was written\n  file:{name}\n       {carets} {reason}\n"
    ))
}

#[test]
fn lines_end_as_they_may() {
    assert_eq!(drawn(b"one\ntwo\n"), ["one", "two"]);
    assert_eq!(drawn(b"one\ntwo"), ["one", "two"], "without a final newline");
    assert_eq!(drawn(b"one\r\ntwo\r\n"), ["one", "two"], "with CRLF");
    assert_eq!(drawn(b"one\r\n\r\ntwo"), ["one", "two"], "with CRLF, and a blank line");
    assert_eq!(drawn(b"\xef\xbb\xbfone\ntwo\n"), ["one", "two"], "with a byte order mark");
    assert_eq!(drawn(b"\n\none\n  \n"), ["one"], "with blank lines");
}

#[test]
fn unusable_files_are_reported_with_the_reason() {
    let scratch = Scratch::new();
    scratch.write("blank", " \n\r\n\n");
    scratch.write("empty", "");
    scratch.write("binary", b"ok\n\xff\xfe\n");
    refused(&scratch, "missing", "cannot read missing: No such file or directory");
    refused(&scratch, "empty/x", "cannot read empty/x: Not a directory");
    refused(&scratch, ".", "cannot read .: Is a directory");
    refused(&scratch, "empty", "empty has no line to draw from");
    refused(&scratch, "blank", "blank has no line to draw from");
    refused(&scratch, "binary", "line 2 of binary is not UTF-8");
    refused(&scratch, "", "the path of a text file is needed; the form is file:PATH");
}

#[test]
fn a_file_without_permission_is_reported() {
    need!("setpriv");
    let scratch = Scratch::new();
    scratch.write("secret", "one\n");
    // The superuser may read anything, so it becomes another user.
    let command = "chmod 755 . && cp \"$GUSH\" gush && chmod 0 secret && \
                   if [ \"$(id -u)\" = 0 ]; then as='setpriv --reuid 65534 --clear-groups'; fi; \
                   $as ./gush rows file:secret";
    let run = Program::shell(command).env("GUSH", env!("CARGO_BIN_EXE_gush")).within(scratch.folder()).run();
    run.code(2).stdout_is("").stderr_has("cannot read secret: Permission denied");
}

/// It is as long as two gibibytes, and takes no space on the disk: reading it would take two gibibytes of memory.
#[test]
fn a_huge_file_is_refused_unread() {
    let scratch = Scratch::new();
    let file = std::fs::File::create(scratch.path("huge")).expect("a file");
    file.set_len(2 << 30).expect("a sparse file");
    // Less memory than the file would need makes reading it fail with another reason.
    let command = "ulimit -v 1048576; \"$GUSH\" rows file:huge";
    let shell = Program::shell(command).env("GUSH", env!("CARGO_BIN_EXE_gush")).within(scratch.folder());
    shell.run().code(2).stdout_is("").stderr_has("cannot read huge: it is larger than 1 GiB");
}

/// A pipe is read to its end like a file, so that another program can make the lines.
#[test]
fn lines_may_come_by_a_pipe() {
    need!("bash");
    let shell = |command: &str| {
        Program::new("bash").args(["-c", command]).env("GUSH", env!("CARGO_BIN_EXE_gush")).run().ok().silent()
    };
    shell("\"$GUSH\" rows -l 2 file:<(echo one)").stdout_is("one\none\n");
    shell("echo one | \"$GUSH\" rows -l 2 file:/dev/stdin").stdout_is("one\none\n");
    let scratch = Scratch::new();
    let fifo = "mkfifo lines; (sleep 0.1; echo one >lines) & \"$GUSH\" rows -l 2 file:lines; wait";
    let run = Program::new("bash").args(["-c", fifo]).env("GUSH", env!("CARGO_BIN_EXE_gush"));
    run.within(scratch.folder()).run().ok().silent().stdout_is("one\none\n");
}

#[test]
fn a_path_may_have_any_sign() {
    let scratch = Scratch::new();
    scratch.write("a,b:c=d@e*f\\g h", "one\n");
    let run = gush("rows -l 1").arg(r"file:a\,b:c=d\@e*f\\g h").within(scratch.folder()).run();
    run.ok().silent().stdout_is("one\n");
}
