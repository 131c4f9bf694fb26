//! Watching the files of other processes.

use super::modes::found;
use crate::meter::pv;
use gush_testkit::{Program, Scratch, need, wait_until};
use std::fs;

#[test]
fn the_files_of_another_process_are_watched() {
    let scratch = Scratch::new();
    scratch.write("f", vec![0; 100_000]);
    let script = "exec 3<f; head -c 25000 <&3 >/dev/null; echo $$ > shell; await end";
    let (shell, id) = shell(&scratch, script);
    let number = pv().args(["-n", "-i", "0.02", "-d", &format!("{id}:3")]).spawn();
    wait_until("two numbers", || number.errors_so_far().lines().count() >= 2);
    let line = pv().arg_line("-f -i 0.02 -bp -w 100 -d").arg(&id).spawn();
    wait_until("two lines", || line.errors_so_far().matches("]  25%").count() >= 2);
    scratch.write("end", "");
    shell.finish().ok();
    let run = number.finish().ok();
    assert!(run.errors().lines().all(|line| line == "25"), "{}", run.errors());
    let shown = line.finish().ok().errors();
    let path = scratch.path("f");
    assert!(
        shown.contains(&format!("   3:{}: 24.4KiB [", path.display())) || shown.contains("   3:..."),
        "{shown}"
    );
}

/// Several at once, by their ids, by their name and from a list; each ends for itself.
#[test]
fn several_processes_are_watched() {
    need!("bash");
    let scratches = [Scratch::new(), Scratch::new()];
    let shells: Vec<_> = scratches
        .iter()
        .map(|scratch| {
            scratch.write("f", vec![0; 100_000]);
            shell(scratch, "exec 3<f 4<f; head -c 25000 <&3 >/dev/null; echo $$ > shell; await end")
        })
        .collect();
    let [one, two] = &[shells[0].1.clone(), shells[1].1.clone()];
    let list = scratches[0].write("list", format!("{one}:3\n\n  {two}\n"));
    let list = format!("@{}", list.display());
    let object = |id: &str, fd: u32, scratch: &Scratch| {
        format!("{{\"name\":\"{id}:{fd}:{}\",", scratch.path("f").display())
    };
    let meters: Vec<_> = [vec!["-d", one, two], vec!["-d", one, "-d", two], vec!["-d", &list]]
        .into_iter()
        .map(|args| found(pv().args(["--json", "-i", "0.02"]).args(args)))
        .collect();
    for (number, meter) in meters.iter().enumerate() {
        let seen = |text: &str| meter.running.errors_so_far().contains(text);
        wait_until("both", || seen(&object(one, 3, &scratches[0])) && seen(&object(two, 3, &scratches[1])));
        assert!(seen(&object(two, 4, &scratches[1])));
        // The list names one descriptor of the first.
        assert_eq!(seen(&object(one, 4, &scratches[0])), number < 2);
    }
    scratches[0].write("end", "");
    let mut shells = shells.into_iter().map(|(shell, _)| shell);
    shells.next().expect("there are two").finish().ok();
    for meter in &meters {
        let end = |line: &str| line.contains(&format!("\"{one}:3:")) && line.ends_with("\"finished\":true}");
        wait_until("the end of one", || meter.running.errors_so_far().lines().any(end));
        assert!(!meter.running.is_over());
    }
    scratches[1].write("end", "");
    shells.next().expect("there are two").finish().ok();
    meters.into_iter().for_each(|meter| drop(meter.running.finish().ok()));
}

#[test]
fn processes_are_watched_by_their_name() {
    need!("bash");
    let scratch = Scratch::new();
    scratch.write("f", vec![0; 100_000]);
    let name = format!("gush{}", std::process::id());
    let bash = need_path("bash");
    std::os::unix::fs::symlink(bash, scratch.path(&name)).expect("a link can be created");
    let script = "exec 3<f; echo $$ > shell; until [ -e end ]; do sleep 0.02; done";
    let named = Program::new(scratch.path(&name)).args(["-c", script]).within(scratch.folder()).spawn();
    wait_until("a shell", || fs::read_to_string(scratch.path("shell")).is_ok_and(|id| id.ends_with('\n')));
    let meter = pv().args(["-n", "-i", "0.02", "-d", &format!("={name}")]).spawn();
    wait_until("a number", || meter.errors_so_far().contains("0\n"));
    scratch.write("end", "");
    named.finish().ok();
    meter.finish().ok();
    let refused = |option: &str, text: String| {
        pv().args(["-n", "-d", option])
            .within(scratch.folder())
            .run()
            .code(2)
            .stderr_is(format!("pv: {text}\n"));
    };
    refused("=no such name", "=no such name: no process has that name".into());
    refused("@none", "@none: No such file or directory".into());
    scratch.write("list", "x\n");
    let expected = "process ID or pid:fd pair expected, such as 1234 or 1234:3; or =NAME or @LIST";
    refused("@list", format!("@list: x: {expected}"));
    scratch.write("list", "@list\n");
    refused("@list", "@list: a list cannot name a list".into());
    pv().args(["-d", "1", "x"]).run().code(64).stderr_has(expected);
}

/// Where a program is.
fn need_path(name: &str) -> std::path::PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(name));
    files.find(|file| file.is_file()).expect("it was there a moment ago")
}

/// A shell with files open, and what it does with them when a file of some name appears.
fn shell(scratch: &Scratch, script: &str) -> (gush_testkit::Running, String) {
    let await_ = "await() { until [ -e \"$1\" ]; do sleep 0.02; done; }";
    let script = format!("{await_}\n{script}");
    let running = Program::new("bash").args(["-c", &script]).within(scratch.folder()).spawn();
    wait_until("a shell", || fs::read_to_string(scratch.path("shell")).is_ok_and(|id| id.ends_with('\n')));
    let id = fs::read_to_string(scratch.path("shell")).expect("a number");
    (running, id.trim().to_owned())
}

#[test]
fn files_come_and_go_while_a_process_is_watched() {
    need!("bash");
    need!("sqlite3");
    let scratch = Scratch::new();
    scratch.write("f", vec![0; 100_000]);
    scratch.write("g", vec![0; 5]);
    let script = "exec 3<f; echo $$ > shell; await more; head -c 25000 <&3 > /dev/null; exec 4<g; await less; \
                  exec 3<&-; await end";
    let (shell, id) = shell(&scratch, script);
    let meter =
        found(pv().args(["--json", "-i", "0.02", "--record"]).arg(scratch.path("t.db")).args(["-d", &id]));
    let seen = |what: &str, text: &str| wait_until(what, || meter.running.errors_so_far().contains(text));
    let f = format!("{{\"name\":\"3:{}\",", scratch.path("f").display());
    seen("the first file", &f);
    assert!(!meter.running.errors_so_far().contains("\"name\":\"4:"));
    scratch.write("more", "");
    seen("progress", "\"bytes\":25000,");
    seen("another file", "\"name\":\"4:");
    let run = meter.asked(&format!("-Q {} --json", meter.id)).run().ok();
    assert!(run.text().starts_with(&format!("[{f}")) && run.text().contains("},{"), "{}", run.text());
    scratch.write("less", "");
    seen("the end of the first", "\"percent\":25,\"left\":0.000,\"stalled\":false,\"finished\":true}");
    scratch.write("end", "");
    shell.finish().ok();
    let run = meter.running.finish().ok();
    let ends = run.errors().lines().filter(|line| line.ends_with("\"finished\":true}")).count();
    assert_eq!(ends, 2, "{}", run.errors());
    assert!(!meter.scratch.path("pid").exists());
    let query = "SELECT max(ticks.bytes), size, count(*) > 1 FROM runs JOIN rungs ON run = runs.id
        JOIN rounds ON rung = rungs.id JOIN ticks ON round = rounds.id GROUP BY runs.id ORDER BY runs.id";
    let run = Program::new("/usr/bin/env").arg("sqlite3").arg(scratch.path("t.db")).arg(query).run().ok();
    run.stdout_is("25000|100000|1\n0|5|1\n");
}

#[test]
fn a_signal_ends_a_watch_as_any_meter() {
    need!("bash");
    let scratch = Scratch::new();
    scratch.write("f", vec![0; 100]);
    let (shell, id) = shell(&scratch, "exec 3<f; echo $$ > shell; await end");
    let meter = found(pv().args(["-n", "-i", "600", "-d", &id]));
    meter.change("-i 500");
    meter.end().code(32).stderr_is("0\n");
    scratch.write("end", "");
    shell.finish().ok();
}

/// More files than rows: what is drawn over must fit the screen.
#[test]
fn a_watch_keeps_to_the_screen() {
    need!("bash");
    let scratch = Scratch::new();
    scratch.write("f\x1b[2J", vec![0; 100]);
    let (shell, id) =
        shell(&scratch, "for fd in {3..9}; do eval \"exec $fd<f*\"; done; echo $$ > shell; await end");
    let meter = found(pv().args(["-f", "-p", "-i", "0.02", "-H", "5", "-w", "60", "-d", &id]));
    wait_until("two ticks", || meter.running.errors_so_far().contains("\x1b[4A\r"));
    scratch.write("end", "");
    shell.finish().ok();
    let run = meter.running.finish().ok();
    let shown = run.errors();
    let first: Vec<&str> = shown.split("\x1b[4A").next().unwrap_or_default().lines().collect();
    assert_eq!(first.len(), 4, "{first:?}");
    assert_eq!(first[3], "     and 4 more\x1b[K");
    assert!(first[2].contains("f?[2J: ") && !shown.contains("\x1b[2J"), "{first:?}");
    assert!(first[2].starts_with("   5:") && first[2].ends_with("]   0%\x1b[K"), "{first:?}");
    // In the end there are no files, and their lines are gone.
    assert!(shown.ends_with("\x1b[4A\r\x1b[J"), "{shown:?}");
}
