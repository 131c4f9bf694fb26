//! What the builder makes, keeps, refuses and says.

use std::fs;
use std::path::Path;
use std::process::Command;

use gush_testkit::need;

use super::Builder;
use super::machine::{missing_text, version};
use super::reasons::failure;
use crate::ladder::command_line::{for_shell, typed};
use crate::ladder::{GoModule, Limit, NotRun, Ready, Recipe, Rung, own, rungs};
use gush_pipe::lock;

fn rung(name: &str) -> Rung {
    rungs().into_iter().find(|rung| rung.name() == name).expect("the ladder has it")
}

/// A rung of our own C program, with these flags.
fn compiled(flags: &[&str]) -> Rung {
    let mut rung = rung("c-write-8192");
    let flags = Some(flags.iter().map(|&flag| flag.to_owned()).collect());
    rung.recipe = Recipe::Program { source: "c/write.c".into(), flags, args: vec![] };
    rung
}

fn program_of(ready: &Ready) -> &Path {
    match ready {
        Ready::Child { argv, .. } => Path::new(&argv[0]),
        Ready::Limit(_) => panic!("{ready:?} is no program"),
    }
}

fn quietly(builder: &Builder, rung: &Rung) -> Result<Ready, NotRun> {
    builder.prepare(rung, &mut |_| ())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_program_is_built_once_and_again_when_its_flags_change() {
    need!("cc");
    let cache = tempfile::tempdir().unwrap();
    let mut reports = Vec::new();
    let mut built = |rung: &Rung| {
        // Another one each time, as another run of gush would be.
        let ready =
            Builder::new(cache.path()).prepare(rung, &mut |text| reports.push(text.to_owned())).unwrap();
        assert!(program_of(&ready).is_file(), "{ready:?}");
        let Ready::Child { version: Some(version), .. } = &ready else { panic!("{ready:?}: no version") };
        assert!(version.contains(|letter: char| letter.is_ascii_digit()), "{version}");
        program_of(&ready).to_owned()
    };
    let first = built(&compiled(&["-O1"]));
    assert_eq!(built(&compiled(&["-O1"])), first);
    assert_ne!(built(&compiled(&["-O0"])), first);
    assert_eq!(reports, ["building c/write.c"; 2]);
    let folder = cache.path().join("gush/ladder");
    assert_eq!(names(&folder).len(), 2);
    assert_eq!(names(first.parent().unwrap()), ["build.log", "write", "write.c"]);
}

#[test]
fn a_build_that_fails_is_told_in_the_words_of_the_compiler_and_tried_once() {
    need!("cc");
    let cache = tempfile::tempdir().unwrap();
    let builder = Builder::new(cache.path());
    let mut tries = 0;
    let mut failed =
        || builder.prepare(&compiled(&["-include", "no-such.h"]), &mut |_| tries += 1).unwrap_err();
    let not_run = failed();
    assert!(not_run.reason.starts_with("cc failed: "), "{}", not_run.reason);
    assert!(not_run.reason.contains("no-such.h"), "{}", not_run.reason);
    let log =
        not_run.reason.split_once(" (log: ").map(|(_, log)| log.trim_end_matches(')').to_owned()).unwrap();
    assert!(fs::read_to_string(&log).unwrap().contains("no-such.h"), "{log}");
    assert!(not_run.details.contains("no-such.h"), "{}", not_run.details);
    assert!(!not_run.details.contains(cache.path().to_str().unwrap()), "{}", not_run.details);
    assert_eq!(failed(), not_run);
    assert_eq!(tries, 1);
    let kept = names(builder.folder());
    let [log] = &kept[..] else { panic!("more than a log is left: {kept:?}") };
    assert!(fs::read_to_string(builder.folder().join(log)).unwrap().contains("no-such.h"), "{log}");
}

#[test]
fn two_who_build_the_same_at_once_get_the_same() {
    need!("cc");
    let cache = tempfile::tempdir().unwrap();
    let build = || quietly(&Builder::new(cache.path()), &compiled(&["-O0"])).unwrap();
    let all: Vec<Ready> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(build)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(all.iter().all(|ready| ready == &all[0] && program_of(ready).is_file()), "{all:?}");
    assert_eq!(names(&cache.path().join("gush/ladder")).len(), 1);
}

#[test]
fn what_a_killed_build_has_left_goes_and_a_build_that_goes_on_stays() {
    let cache = tempfile::tempdir().unwrap();
    let folder = cache.path().join("gush/ladder");
    for name in [".building-left", ".building-busy", "c-other-0"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    let busy = lock::try_hold(&folder.join(".building-busy")).unwrap().expect("it is free");
    // Also where nothing is to be built.
    quietly(&Builder::new(cache.path()), &rung("limit-syscall")).unwrap();
    assert_eq!(names(&folder), [".building-busy", "c-other-0"]);
    drop(busy);
    quietly(&Builder::new(cache.path()), &rung("limit-syscall")).unwrap();
    assert_eq!(names(&folder), ["c-other-0"]);
}

#[test]
fn a_cache_that_cannot_be_written_is_told() {
    need!("cc");
    let file = tempfile::NamedTempFile::new().unwrap();
    let not_run = quietly(&Builder::new(file.path()), &compiled(&[])).unwrap_err();
    assert!(not_run.reason.contains(file.path().to_str().unwrap()), "{}", not_run.reason);
}

#[test]
fn what_is_missing_is_told_in_the_words_of_the_package_manager() {
    let text = |missing: &[&str], name, install| missing_text(missing, Some((name, install)));
    assert_eq!(text(&["nim"], "apt", "apt install"), "needs nim (apt install nim)");
    assert_eq!(text(&["nim", "cc"], "apk", "apk add"), "needs nim and cc (apk add nim gcc musl-dev)");
    assert_eq!(text(&["python3"], "pacman", "pacman -S"), "needs python3 (pacman -S python)");
    assert_eq!(text(&["jot"], "apt", "apt install"), "needs jot (apt install athena-jot)");
    assert_eq!(text(&["duckdb"], "apt", "apt install"), "needs duckdb");
    assert_eq!(
        text(&["uu_yes"], "apt", "apt install"),
        "needs uu_yes (cargo install uu_yes, and link its yes as uu_yes)"
    );
    let both = "needs ruby and uu_yes (apt install ruby; cargo install uu_yes, and link its yes as uu_yes)";
    assert_eq!(text(&["ruby", "uu_yes"], "apt", "apt install"), both);
    assert_eq!(
        missing_text(&["uu_yes"], None),
        "needs uu_yes (cargo install uu_yes, and link its yes as uu_yes)"
    );
    assert_eq!(missing_text(&["go"], None), "needs go");
}

#[test]
fn a_missing_program_keeps_a_rung_from_running() {
    let builder = Builder::new("/nowhere");
    let mut lacking = rung("yes-pv");
    lacking.needs.push("no-such-tool".into());
    let reason = quietly(&builder, &lacking).unwrap_err().reason;
    assert!(reason.contains("no-such-tool"), "{reason}");
    let argv = vec!["no-such-yes".to_owned()];
    lacking.recipe = Recipe::Command { version: argv.clone(), argv };
    lacking.needs.clear();
    let reason = quietly(&builder, &lacking).unwrap_err().reason;
    assert!(reason.starts_with("needs no-such-yes"), "{reason}");
}

#[test]
fn a_rung_for_another_system_says_so() {
    let mut other = rung("yes");
    other.system = Some("plan9".into());
    assert_eq!(quietly(&Builder::new("/nowhere"), &other).unwrap_err().reason, "only on plan9");
}

#[test]
fn nothing_is_fetched_where_the_network_is_not_to_be_used() {
    need!("go");
    let cache = tempfile::tempdir().unwrap();
    let builder = Builder::new(cache.path()).without_network();
    let reason = quietly(&builder, &rung("fakedata-buffered")).unwrap_err().reason;
    assert!(
        reason.starts_with("needs the network once, to fetch github.com/lucapette/fakedata@"),
        "{reason}"
    );
    assert_eq!(Builder::new(cache.path()).must_fetch(&rung("fakedata-buffered")), Ok(true));
    assert_eq!(Builder::new(cache.path()).must_fetch(&rung("yes")), Ok(false));
    assert_eq!(names(cache.path()).len(), 0);
}

/// A module of Go that needs no other, and says which version it is.
fn write_module(folder: &Path, version: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("go.mod"), "module example.com/fakedata\n\ngo 1.17\n").unwrap();
    fs::write(folder.join("main.go"), format!("package main\n\nfunc main() {{ print(\"{version}\") }}\n"))
        .unwrap();
}

fn git(folder: &Path, args: &[&str]) -> String {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").arg("-C").arg(folder).args(identity).args(args).output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// The rung of a module as it was at a commit.
fn of_module(commit: &str, source: &str) -> Rung {
    let mut rung = rung("fakedata-buffered");
    let module = format!("example.com/fakedata@{commit}");
    rung.recipe = Recipe::Module(GoModule { module, source: source.into(), args: vec![], file: None });
    rung
}

fn said_by(ready: &Ready) -> String {
    let output = Command::new(program_of(ready)).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn published_programs_are_built_from_a_repository_which_stays_as_it_is() {
    need!("go", "git");
    let (cache, checkout) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = checkout.path();
    git(at, &["init", "--quiet"]);
    let commits = ["old", "new"].map(|version| {
        write_module(at, version);
        git(at, &["add", "."]);
        git(at, &["commit", "--quiet", "-m", version]);
        git(at, &["rev-parse", "HEAD"])
    });
    write_module(at, "not committed");
    git(at, &["add", "main.go"]);
    let state = || {
        (git(at, &["status", "--porcelain"]), git(at, &["rev-parse", "HEAD"]), git(at, &["worktree", "list"]))
    };
    let before = state();
    let builder = Builder::new(cache.path()).without_network().with_sources(at);
    for (commit, version) in commits.iter().zip(["old", "new"]) {
        let rung = of_module(commit, version);
        assert_eq!(builder.look(&rung), Ok(()));
        assert_eq!(builder.must_fetch(&rung), Ok(false));
        let ready = quietly(&builder, &rung).unwrap();
        assert_eq!(said_by(&ready), version);
        let Ready::Child { version: Some(built), instead: Some(typed), .. } = &ready else {
            panic!("{ready:?}")
        };
        assert_eq!((built, typed), (commit, &format!("git checkout {commit} && go build && fakedata")));
        // What was built is there without the sources, too.
        assert_eq!(
            quietly(&Builder::new(cache.path()).without_network(), &rung).as_ref().map(program_of),
            Ok(program_of(&ready))
        );
    }
    assert_eq!(state(), before);
    // A repository that has nothing checked out will do.
    let (bare, fresh) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    git(at, &["clone", "--quiet", "--bare", at.to_str().unwrap(), bare.path().to_str().unwrap()]);
    let builder = Builder::new(fresh.path()).without_network().with_sources(bare.path());
    assert_eq!(said_by(&quietly(&builder, &of_module(&commits[0], "old")).unwrap()), "old");
    let builder = Builder::new(fresh.path()).without_network().with_sources(at);
    let other = of_module(&"0".repeat(40), "older");
    let reason = builder.look(&other).unwrap_err().reason;
    assert!(
        reason.contains("has no folder `older`") && reason.contains("has no commit 000000000000"),
        "{reason}"
    );
}

#[test]
fn published_programs_are_built_from_a_folder_for_each_and_again_when_it_changes() {
    need!("go");
    let (cache, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let builder = || Builder::new(cache.path()).without_network().with_sources(folder.path());
    let reason = builder().look(&of_module("abc", "buffered")).unwrap_err().reason;
    assert!(
        reason.ends_with("has no folder `buffered` with the sources, and no git history with commit abc"),
        "{reason}"
    );
    write_module(&folder.path().join("buffered"), "first");
    write_module(&folder.path().join("unbuffered"), "other");
    let ready = |name| quietly(&builder(), &of_module("abc", name)).unwrap();
    assert_eq!(
        (said_by(&ready("buffered")), said_by(&ready("unbuffered"))),
        ("first".into(), "other".into())
    );
    write_module(&folder.path().join("buffered"), "second");
    assert_eq!(said_by(&ready("buffered")), "second");
    let Ready::Child { version, instead, .. } = ready("buffered") else { panic!("it is a program") };
    assert_eq!((version, instead.as_deref()), (None, Some("go build && fakedata")));
    assert_eq!(names(&folder.path().join("buffered")), ["go.mod", "main.go"]);
}

#[test]
fn modules_that_are_not_here_are_told_where_nothing_may_be_fetched() {
    need!("go");
    let (cache, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = folder.path().join("buffered");
    write_module(&at, "x");
    fs::write(
        at.join("go.mod"),
        "module example.com/fakedata\n\ngo 1.17\n\nrequire example.com/none v1.0.0\n",
    )
    .unwrap();
    fs::write(at.join("main.go"), "package main\n\nimport _ \"example.com/none\"\n\nfunc main() {}\n")
        .unwrap();
    fs::write(
        at.join("go.sum"),
        format!("example.com/none v1.0.0 h1:{0}=\nexample.com/none v1.0.0/go.mod h1:{0}=\n", "A".repeat(43)),
    )
    .unwrap();
    let builder = Builder::new(cache.path()).without_network().with_sources(folder.path());
    let not_run = quietly(&builder, &of_module("abc", "buffered")).unwrap_err();
    assert!(
        not_run.reason.starts_with("needs modules that are in no vendor folder and not in Go's cache"),
        "{not_run:?}"
    );
}

#[test]
fn one_line_of_what_went_wrong_is_told() {
    let reported = |output: &str| failure("go", output).reason;
    assert_eq!(
        reported("\nwarning: x\nwrite.go:3:1: Error: odd\nmore\n"),
        "go failed: write.go:3:1: Error: odd"
    );
    assert_eq!(reported("odd\neven\n"), "go failed: odd");
    assert_eq!(reported("go: downloading a v1\n# command\n./a.go:3:1: odd\n"), "go failed: ./a.go:3:1: odd");
    assert_eq!(reported(""), "go failed and says nothing");
    let fetched =
        "go: a@b: a@b: invalid version: reading https://proxy/a/@v/b.info: 403 Forbidden\n\tserver: no\n";
    assert_eq!(reported(fetched), "cannot be fetched from proxy: 403 Forbidden");
    let offline = "go: a@b: Get \"https://proxy/a\": dial tcp: lookup proxy: no such host\n";
    assert_eq!(reported(offline), "cannot be fetched from proxy: no such host");
    let port = "go: a@b: Get \"https://proxy.example:8443/a\": connection refused\n";
    assert_eq!(reported(port), "cannot be fetched from proxy.example:8443: connection refused");
    let lacking = "main.go:3:8: a@v1: module lookup disabled by GOPROXY=off\n";
    assert!(
        reported(lacking).starts_with("needs modules that are in no vendor folder"),
        "{}",
        reported(lacking)
    );
    assert_eq!(failure("cc", &"line\n".repeat(100)).details.lines().count(), 20);
}

#[test]
fn gush_runs_itself_with_the_strategy_and_without_the_callers() {
    let builder = Builder::new("/nowhere").with_gush("/opt/gush");
    let of = |name: &str| match quietly(&builder, &rung(name)).unwrap() {
        Ready::Child { argv, env, .. } => (argv, env["GUSH_STRATEGY"].clone()),
        Ready::Limit(limit) => panic!("{limit:?}"),
    };
    assert_eq!(of("gush-vmsplice"), (vec!["/opt/gush".into(), "yes".into()], "vmsplice".into()));
    assert_eq!(of("gush-rows").1, "");
}

#[test]
fn limits_are_handed_on() {
    let ready = quietly(&Builder::new("/nowhere"), &rung("limit-syscall"));
    assert_eq!(ready, Ok(Ready::Limit(Limit::SystemCall)));
}

#[test]
fn a_command_of_the_users_goes_to_a_shell_which_makes_room_for_it() {
    for (typed, reported) in [
        ("yes 'a b'", "exec yes 'a b'"),
        ("./mine --all", "exec ./mine --all"),
        ("yes | head", "yes | head"),
        ("while true; do echo y; done", "while true; do echo y; done"),
        ("A=1 yes", "A=1 yes"),
        ("no-such-builtin x", "no-such-builtin x"),
    ] {
        assert_eq!(for_shell(typed), reported);
        let own = own(&format!("mine={typed}"), &[]).unwrap();
        let Ready::Child { argv, .. } = quietly(&Builder::new("/nowhere"), &own).unwrap() else {
            panic!("{own:?}")
        };
        assert_eq!(argv, ["sh", "-c", reported]);
    }
}

#[test]
fn commands_read_as_one_would_type_them() {
    for (name, command) in [
        ("python-print", "python3 print.py"),
        ("c-printf-o3", "cc -O3 -march=native -mtune=native -o printf printf.c && ./printf"),
        ("go-slice-64k", "go build -o write write.go && ./write 65536"),
        (
            "fakedata-template",
            "go install github.com/lucapette/fakedata@fe5c1c4ac6fffce16504e81bfd77e627c7424a80 && \
                               fakedata -S -T noun.tmpl",
        ),
        ("yes", "yes"),
        ("gush-tee-pages", "GUSH_STRATEGY=tee-pages gush yes"),
        ("gush-rows-template", "gush rows -S -e '{{ Noun }}{{ println }}'"),
    ] {
        assert_eq!(typed(&rung(name).recipe), command);
    }
}

#[test]
fn versions_are_the_first_thing_said() {
    let printed = |script: &str| version(&["sh".into(), "-c".into(), script.into()]);
    assert_eq!(printed("echo; echo ' tool 1.2 '; echo more").as_deref(), Some("tool 1.2"));
    assert_eq!(printed("echo usage; exit 2"), None);
    assert_eq!(printed("exit 0"), None);
    assert_eq!(version(&["no-such-tool".into(), "--version".into()]), None);
}

#[test]
fn a_program_that_repeats_the_question_has_no_version() {
    // As a yes does that knows no options: it must also be ended.
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("yes");
    fs::write(&script, "#!/bin/sh\nwhile echo \"$1\"; do :; done\n").unwrap();
    let mut mode = fs::metadata(&script).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&script, mode).unwrap();
    assert_eq!(version(&[script.to_str().unwrap().into(), "--version".into()]), None);
}
