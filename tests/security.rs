//! What SECURITY.md promises, by the system calls that are made: no network, and no files but those that are named.

use std::path::{Path, PathBuf};

use gush_testkit::{Program, Scratch, need};

/// What is read without being named: libraries, and what the system says of itself.
const SYSTEM: [&str; 7] = ["/etc/ld.so", "/lib", "/usr/lib", "/proc", "/sys", "/dev", "/usr/local/lib"];

/// What a command did.
#[derive(Debug, Default)]
struct Traced {
    /// The kinds of sockets.
    sockets: Vec<String>,
    /// The files that were opened to be read, and those that were written, created, renamed or removed.
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

/// Traces `gush` with these arguments in a folder.
fn traced(scratch: &Scratch, arguments: &str) -> Traced {
    let folder = scratch.folder();
    let trace = Scratch::new();
    let program =
        Program::new("strace").args(["-f", "-qq", "-s", "4096", "-e", "trace=%network,%file", "-o"]);
    let program = program.arg(trace.path("calls")).arg(env!("CARGO_BIN_EXE_gush")).arg_line(arguments);
    program.within(folder).env("XDG_RUNTIME_DIR", folder.join("run")).run().ok();
    let mut found = Traced::default();
    for call in String::from_utf8_lossy(&trace.read("calls")).lines() {
        // A process, and a call that succeeded.
        let call = call.split_once(' ').map_or(call, |(_, call)| call.trim_start());
        let name = call.split('(').next().unwrap_or_default();
        let paths = || call.split('"').skip(1).step_by(2).map(|path| folder.join(path));
        // A pair is between the threads of the program.
        if matches!(name, "socket" | "connect" | "bind") {
            found.sockets.push(call.to_owned());
        }
        if call.contains(" = -1 ") {
            continue;
        }
        match name {
            "open" | "openat" if call.contains("O_RDONLY") => found.read.extend(paths().next()),
            "open" | "openat" | "creat" | "unlink" | "unlinkat" | "mkdir" | "mkdirat" | "rmdir" => {
                found.written.extend(paths().next());
            }
            "rename" | "renameat" | "renameat2" | "symlink" | "symlinkat" => {
                found.written.extend(paths().take(2));
            }
            "link" | "linkat" => found.written.extend(paths().nth(1)),
            _ => {}
        }
    }
    assert!(found.read.iter().any(|path| path.ends_with("maps") || path.starts_with("/etc")), "{found:?}");
    found
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|start| path.as_os_str().to_string_lossy().starts_with(start))
}

const COMMANDS: [&str; 14] = [
    "rows -l 100k --seed 7 -f csv id=seq name email",
    "rows -l 100 id=seq file:in/words.txt file:in/table.csv@column=b",
    "rows -l 100k -o out/x.csv.gz id=seq name",
    "rows -l 100 -o out/x.parquet --save-schema out/x.toml --dirt-log out/dirt.csv name@dirty=0.1",
    "rows -l 100 --profile-html out/x.html age=int:18,90",
    "rows --schema in/shop.toml -f csv -o out/shop/",
    "rows --schema in/shop.toml -f sql --create-table",
    "rows -l 5 -T in/letter.tmpl",
    "rows -G",
    "find bell curve",
    "check in/shop.toml",
    "yes -n 1000",
    "meter in/words.txt",
    "meter -q -O in/words.txt --record out/run.db",
];

#[test]
fn no_command_uses_the_network_or_files_that_were_not_named() {
    need!("strace");
    let scratch = Scratch::new();
    for folder in ["in", "out", "run"] {
        std::fs::create_dir(scratch.path(folder)).expect("a folder can be made");
    }
    scratch.write("in/words.txt", "red\ngreen\n");
    scratch.write("in/table.csv", "a,b\n1,2\n3,4\n");
    scratch.write("in/letter.tmpl", "Dear {{ Name }},\n");
    scratch.write("in/shop.toml", "[table.a]\ncolumns.id = \"seq\"\n[table.b]\ncolumns.a = \"ref:a.id\"\n");
    let (input, output, run) = (scratch.path("in"), scratch.path("out"), scratch.path("run"));
    for command in COMMANDS {
        let Traced { sockets, read, written } = traced(&scratch, command);
        let is_of_network = |call: &&String| !call.contains("AF_UNIX");
        assert_eq!(sockets.iter().find(is_of_network), None, "{command}");
        assert!(command.starts_with("meter") || sockets.is_empty(), "{command}: {sockets:?}");
        let is_named =
            |path: &Path| path.starts_with(&input) || path.starts_with(&output) || path == scratch.folder();
        let odd = read.iter().find(|path| !is_named(path) && !is_system(path) && !path.starts_with(&run));
        assert_eq!(odd, None, "{command} reads it");
        let may_be_written = |path: &PathBuf| {
            path.starts_with(&output)
                || path.starts_with("/dev")
                || command.starts_with("meter") && path.starts_with(&run)
        };
        assert_eq!(written.iter().find(|path| !may_be_written(path)), None, "{command} writes it");
        let writes = ["-o ", "--record", "--profile-html"].iter().any(|option| command.contains(option));
        assert_eq!(writes, written.iter().any(|path| path.starts_with(&output)), "{command}: {written:?}");
    }
}
