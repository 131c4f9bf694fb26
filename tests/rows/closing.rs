//! Errors that the system reports only when a file is closed, what `--fsync` forces to the disk, and outputs that are open already.

use crate::rows::{PORTABLE, gush, rows, seeded};
use gush_testkit::{Fault, Program, Scratch, Stream, assert_same, need, wait_until};
use std::os::unix::net::UnixDatagram;

const GUSH: &str = env!("CARGO_BIN_EXE_gush");

/// The calls of a run that replaces `out`, in their order, of those named.
fn calls(scratch: &Scratch, named: &str, sentence: &str) -> Vec<String> {
    scratch.write("out", "old");
    let traced =
        Program::new("strace").args(["-f", "-qq", "-o", "calls", "-e"]).arg(format!("trace={named}"));
    let traced = traced.arg(GUSH).arg_line("rows --seed 7 -j 1 -o out").arg_line(sentence);
    traced.within(scratch.folder()).run().ok().silent();
    let log = String::from_utf8(scratch.read("calls")).expect("a log is text");
    for name in ["out", "calls"] {
        std::fs::remove_file(scratch.path(name)).expect("both were written");
    }
    let call = |line: &str| {
        line.split_whitespace().nth(1).and_then(|call| call.split('(').next()).map(str::to_owned)
    };
    log.lines().filter_map(call).collect()
}

/// Which `close` of a run is that of the file that is written: the last one before it gets its name.
fn close_of_the_file(scratch: &Scratch) -> u32 {
    let calls = calls(scratch, "close,rename,renameat,renameat2", "noun");
    let renamed = calls.iter().position(|call| call.starts_with("rename")).expect("it is renamed");
    calls[..renamed].iter().filter(|call| *call == "close").count().try_into().expect("not many")
}

#[test]
fn an_error_on_close_leaves_the_old_file() {
    need!("strace");
    let scratch = Scratch::new();
    let nth = close_of_the_file(&scratch);
    scratch.write("out", "old");
    for (error, text) in [
        ("EIO", "Input/output error"),
        ("ENOSPC", "No space left on device"),
        ("EDQUOT", "Disk quota exceeded"),
    ] {
        let run = seeded("-j 1 noun -o out").within(scratch.folder());
        let run = run.fault(Fault::on("close").error(error).at(nth)).run().code(1);
        run.stdout_is("").stderr_is(format!("gush: cannot write to 'out': {text}\n"));
        assert_same(scratch.read("out"), "old");
        assert_eq!(scratch.names(), ["out"]);
    }
}

/// The program under strace, with this error whenever the file that is its standard output is closed.
fn with_failing_close(scratch: &Scratch, error: &str, arguments: &str) -> Program {
    let output = scratch.write("stdout", "");
    let traced =
        Program::new("strace").args(["-f", "-qq", "-o"]).arg(scratch.path("calls")).arg("-P").arg(&output);
    let traced = traced.args(["-e", "trace=close", "-e", &format!("inject=close:error={error}")]);
    traced.arg(GUSH).arg_line(arguments).stdout(Stream::File(output))
}

#[test]
fn an_error_on_closing_standard_output_is_reported_by_every_command() {
    need!("strace");
    let scratch = Scratch::new();
    for (error, text) in [("EIO", "Input/output error"), ("ENOSPC", "No space left on device")] {
        for (arguments, name, code) in [
            ("rows -l 3 noun", "gush", 1),
            ("rows -l 3 noun -o /dev/stdout", "gush", 1),
            ("rows -e x", "gush", 1),
            ("rows -G", "gush", 1),
            ("--help", "gush", 1),
            ("rows --version", "gush", 1),
            ("bench --list", "gush", 1),
            ("yes -n 3", "gush yes", 1),
            ("yes --help", "gush yes", 1),
            ("meter -q /dev/null", "gush meter", 16),
            ("meter --help", "gush meter", 1),
        ] {
            let run = with_failing_close(&scratch, error, arguments).run();
            let calls = String::from_utf8_lossy(&scratch.read("calls")).into_owned();
            assert!(calls.contains("INJECTED"), "{arguments}: {calls}");
            run.code(code).stderr_is(format!("{name}: standard output: {text}\n"));
        }
    }
}

#[test]
fn an_error_on_closing_the_meters_file_is_reported() {
    need!("strace");
    let scratch = Scratch::new();
    scratch.write("in", "x");
    let output = scratch.write("out", "");
    let traced = Program::new("strace").args(["-f", "-qq", "-o", "calls", "-P"]).arg(&output);
    let traced = traced.args(["-e", "trace=close", "-e", "inject=close:error=EDQUOT", GUSH]);
    let run = traced.arg_line("meter -q in -o").arg(&output).within(scratch.folder()).run().code(16);
    run.stderr_has(&format!("gush meter: {}: Disk quota exceeded\n", output.display()));
}

#[test]
fn fsync_forces_the_file_its_name_and_the_folder() {
    need!("strace");
    let scratch = Scratch::new();
    let forcing = |sentence: &str| {
        let calls = calls(&scratch, "fsync,fdatasync,rename,renameat,renameat2", sentence);
        calls
            .iter()
            .map(|call| call.trim_end_matches("at").trim_end_matches("at2").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(forcing("noun"), ["rename"]);
    assert_eq!(forcing("noun --fsync"), ["fsync", "rename", "fsync"]);
}

#[test]
fn a_failed_fsync_is_reported() {
    need!("strace");
    let scratch = Scratch::new();
    let at = |nth: u32| {
        let fault = Fault::on("fsync").error("EIO").at(nth);
        seeded("-j 1 -l 1 int:1,1 --fsync -o out").within(scratch.folder()).fault(fault).run().code(1)
    };
    at(1).stdout_is("").stderr_is("gush: cannot write to 'out': Input/output error\n");
    assert!(scratch.names().is_empty());
    // Now it is there, but may go with the power.
    at(2).stderr_is("gush: cannot force the folder '.' to the disk: Input/output error\n");
    assert_same(scratch.read("out"), "1\n");
}

/// Where the file could not be given a name, it is a copy that is named, and has to be forced to the disk.
#[test]
fn fsync_forces_a_copy_too() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend copies nothing");
    }
    let scratch = Scratch::new();
    let out = scratch.path("out");
    let traced = Program::new("strace").args(["-f", "-qq", "-y", "-o"]).arg(scratch.path("calls"));
    let traced = traced.args(["-e", "trace=linkat,fsync", "-e", "inject=linkat:error=EPERM"]);
    traced.arg(GUSH).arg_line("rows -l 1 int:1,1 --fsync -o").arg(&out).run().ok().silent();
    let calls = String::from_utf8(scratch.read("calls")).expect("a log is text");
    let forced = calls.lines().filter(|line| line.contains("fsync(") && line.contains(".part"));
    assert_eq!(forced.count(), 1, "{calls}");
}

/// The folder is only looked at for leftovers: an error there does not stop a run.
#[test]
fn a_folder_that_cannot_be_looked_at_is_written_to() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend looks for no leftovers");
    }
    let scratch = Scratch::new();
    let folder = scratch.path("folder");
    std::fs::create_dir(&folder).expect("a folder can be created");
    for call in ["close", "getdents64", "fstat"] {
        let traced = Program::new("strace").args(["-f", "-qq", "-o", "/dev/null", "-P"]).arg(&folder);
        let inject = format!("inject={call}:error=EIO");
        let traced = traced.args(["-e", &format!("trace={call}"), "-e", &inject, GUSH]);
        traced.arg_line("rows -l 1 int:1,1 -o").arg(folder.join("out")).run().ok().silent();
        assert_same(std::fs::read(folder.join("out")).expect("it is there"), "1\n");
    }
}

#[test]
fn fsync_is_for_files() {
    let scratch = Scratch::new();
    let at = |arguments: &str| seeded(arguments).within(scratch.folder()).run();
    at("noun --fsync").code(2).stdout_is("").stderr_has("only files are forced to the disk");
    at("noun --fsync -o /dev/stdout").code(2).stdout_is("").stderr_has("leave --fsync out");
    at("noun --fsync --save-schema kept.toml -f csv -o out.csv").ok().silent();
    assert_eq!(scratch.names(), ["kept.toml", "out.csv"]);
}

/// Where a file system has no unnamed files, or a sandbox refuses to name one, a file under another name does.
#[test]
fn files_appear_complete_by_the_fallback_too() {
    need!("strace");
    if PORTABLE {
        return need::not_run("only Linux has files without a name");
    }
    let expected = rows("-f csv -l 20k name email").stdout;
    let scratch = Scratch::new();
    let folder = scratch.path("folder");
    std::fs::create_dir(&folder).expect("a folder can be created");
    let out = folder.join("out.csv");
    let run = |inject: &[&str]| {
        let traced = Program::new("strace").args(["-f", "-qq", "-o"]).arg(scratch.path("calls")).args(inject);
        traced
            .arg(GUSH)
            .arg_line("rows --seed 7 --now 2024-05-06 -l 20k name email -o")
            .arg(&out)
            .run()
            .ok()
            .silent();
        let calls = String::from_utf8_lossy(&scratch.read("calls")).into_owned();
        assert!(calls.contains("INJECTED"), "{calls}");
        assert_same(std::fs::read(&out).expect("it is there"), &expected);
        let left = std::fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(left, 1);
        std::fs::remove_file(&out).expect("it is there");
    };
    // The folder is opened to look for leftovers, and then for a file without a name.
    let path = folder.to_str().expect("a scratch path is text");
    run(&["-P", path, "-e", "trace=openat", "-e", "inject=openat:error=EOPNOTSUPP:when=2"]);
    run(&["-e", "trace=linkat", "-e", "inject=linkat:error=EPERM"]);
    run(&["-e", "trace=flock", "-e", "inject=flock:error=ENOLCK"]);
}

/// A run that was killed leaves a file with a name where there are no others; the next one removes it, but never that of
/// a run that goes on.
#[test]
fn abandoned_partial_files_are_removed() {
    need!("strace");
    if PORTABLE {
        return need::not_run("only Linux has leftovers to recognize");
    }
    let scratch = Scratch::new();
    let folder = scratch.path("folder");
    std::fs::create_dir(&folder).expect("a folder can be created");
    let names = || {
        let entries = std::fs::read_dir(&folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
    };
    let path = folder.to_str().expect("a scratch path is text");
    let traced = Program::new("strace").args(["-f", "-qq", "-o", "/dev/null", "-P", path]);
    let traced = traced.args(["-e", "trace=openat", "-e", "inject=openat:error=EOPNOTSUPP:when=2", GUSH]);
    let run = traced.arg_line("rows -l 4G noun -j 1 -o").arg(folder.join("endless")).spawn();
    let grows = |name| std::fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0);
    wait_until("a file with a name", || names().into_iter().any(grows));
    let part = names().remove(0);
    let other = || gush("rows -l 1 noun -o").arg(folder.join("other")).run().ok().silent();
    other();
    assert_eq!(names().len(), 2);
    assert!(names().contains(&part), "{part:?} was being written");
    drop(run);
    wait_until("the lock to go with the process", || {
        other();
        !names().contains(&part)
    });
    assert_eq!(names(), ["other"]);
}

/// Runs a script whose standard output is the file `log`, and gives what is there then.
fn logged(script: &str) -> Vec<u8> {
    let scratch = Scratch::new();
    let script = format!("{{ {script}; }} > log");
    Program::shell(&script).env("GUSH", GUSH).within(scratch.folder()).run().ok().silent();
    scratch.read("log")
}

#[test]
fn an_open_descriptor_is_written_from_its_offset() {
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-"] {
        let ours = format!("\"$GUSH\" rows -l 2 int:1,1 -o {name}");
        assert_same(
            logged(&format!("echo before; {ours}; {ours}; echo after")),
            "before\n1\n1\n1\n1\nafter\n",
        );
        // Not even the end is where another process has begun to overwrite.
        assert_same(logged(&format!("echo long; exec 1<>log; {ours} >&1")), "1\n1\n\n");
    }
    // The meter empties files, but not what others write to as well.
    let meter = "echo ours | \"$GUSH\" meter -q -o /dev/stdout";
    assert_same(logged(&format!("echo before; {meter}; echo after")), "before\nours\nafter\n");
    let third = "\"$GUSH\" rows -l 2 int:1,1 -o /dev/fd/3 3>&1 >/dev/null";
    assert_same(logged(&format!("echo before; {third}; echo after")), "before\n1\n1\nafter\n");
    let error = "\"$GUSH\" rows -l 1 int:1,1 -o /dev/stderr 2>&1 >/dev/null";
    assert_same(logged(&format!("echo before; {error}; echo after")), "before\n1\nafter\n");
    let schema = "\"$GUSH\" rows --seed 7 noun -f csv -o /dev/null --save-schema /dev/stdout";
    let both = logged(&format!("echo before; {schema}; echo after"));
    assert!(both.starts_with(b"before\n") && both.ends_with(b"\nafter\n"));
    assert!(both.len() > 40);
}

#[test]
#[cfg(target_os = "linux")]
fn a_descriptor_that_is_not_open_is_reported() {
    for (name, closed) in
        [("/dev/stdout", ">&-"), ("/dev/fd/77", ""), ("/proc/self/fd/2", "2>&-"), ("/dev/stdin", "<&-")]
    {
        let script = format!("\"$GUSH\" rows noun -o {name} {closed}");
        let run = Program::shell(&script).env("GUSH", GUSH).run().code(1).stdout_is("");
        if !closed.starts_with('2') {
            run.stderr_is(format!("gush: cannot write to '{name}': Bad file descriptor\n"));
        }
    }
}

#[test]
fn a_socket_of_datagrams_is_refused() {
    for (arguments, name, code) in [
        ("rows -l 3 noun", "gush", 1),
        ("rows -l 3 noun -o /dev/stdout", "gush", 1),
        ("rows -G", "gush", 1),
        ("yes", "gush yes", 1),
        ("meter -q /dev/null", "gush meter", 2),
    ] {
        let (ours, theirs) = UnixDatagram::pair().expect("a pair of sockets");
        let run = gush(arguments).stdout(Stream::Fd(theirs.into())).run().code(code);
        let errors = run.errors();
        assert!(errors.starts_with(&format!("{name}: ")), "{errors}");
        assert!(errors.contains("it is a datagram socket"), "{errors}");
        ours.set_nonblocking(true).expect("a socket can be non-blocking");
        assert!(ours.recv(&mut [0; 100]).is_err(), "{arguments}: something came");
    }
}

#[test]
fn a_closed_standard_input_is_not_an_empty_one() {
    let scratch = Scratch::new();
    for arguments in
        ["rows -T -", "rows --schema -", "yes --from-file -", "yes --from-file /dev/stdin", "meter -q"]
    {
        let run = Program::shell(&format!("\"$GUSH\" {arguments} <&-"))
            .env("GUSH", GUSH)
            .within(scratch.folder())
            .run();
        let errors = run.errors();
        assert_ne!(run.end, gush_testkit::End::Code(0), "{arguments}");
        let named = ["standard input", "/dev/stdin", "file: -"].iter().any(|name| errors.contains(name));
        assert!(named && errors.contains("Bad file descriptor"), "{arguments}: {errors}");
        run.stdout_is("");
    }
    for path in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        for arguments in [format!("-T {path}"), format!("--schema {path}"), format!("file:{path}")] {
            let script = format!("\"$GUSH\" rows {arguments} <&-");
            let run = Program::shell(&script).env("GUSH", GUSH).run().code(2).stdout_is("");
            run.stderr_has("Bad file descriptor");
        }
    }
}

#[test]
fn a_stream_of_nothing_is_refused_or_ends() {
    for template in ["", "{{ $x := Name }}", "{{/* nothing */}}"] {
        let run = gush("rows -S -e").arg(template).run().code(2).stdout_is("");
        run.stderr_has("the template writes nothing, and a stream of nothing has no end");
    }
    gush("rows -l 1k -e").arg("").run().ok().silent().stdout_is("");
    // What only the rows show is reported once they have shown it.
    let run = gush("rows --seed 7 -S -e").arg("{{ if eq (Int 1 9) 10 }}x{{ end }}").run().code(1);
    run.stdout_is("").stderr_has("gush: the template has written nothing in 20,000,000 rows, up to row 20,");
}
