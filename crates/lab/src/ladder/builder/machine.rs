//! What the machine has: the programs that are needed, their versions, and a package manager for what is missing.

use std::borrow::Borrow;
use std::io::Read as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::ladder::path::find_program;
use crate::ladder::registry;
use crate::ladder::rung::NotRun;

/// The package managers: the program that shows that a machine has it, its name in the registry, and how it installs.
const MANAGERS: [(&str, &str, &str); 6] = [
    ("apt-get", "apt", "apt install"),
    ("dnf", "dnf", "dnf install"),
    ("pacman", "pacman", "pacman -S"),
    ("apk", "apk", "apk add"),
    ("zypper", "zypper", "zypper install"),
    ("brew", "brew", "brew install"),
];

/// How long a program may take to print its version.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Checks that these programs are here.
pub(super) fn need(programs: impl IntoIterator<Item = impl Borrow<String>>) -> Result<(), NotRun> {
    let programs: Vec<String> = programs.into_iter().map(|program| program.borrow().clone()).collect();
    let missing: Vec<&str> =
        programs.iter().map(String::as_str).filter(|name| find_program(name).is_none()).collect();
    if missing.is_empty() { Ok(()) } else { Err(lacking(&missing)) }
}

/// That these programs are missing.
pub(super) fn lacking(missing: &[&str]) -> NotRun {
    let manager = MANAGERS.iter().find(|(program, ..)| find_program(program).is_some());
    NotRun::because(missing_text(missing, manager.map(|&(_, name, install)| (name, install))))
}

/// What is missing, and how this machine gets it.
pub(super) fn missing_text(missing: &[&str], manager: Option<(&str, &str)>) -> String {
    let needs = format!("needs {}", missing.join(" and "));
    let packages = |program| manager.map_or("", |(manager, _)| registry::packages(program, manager));
    let (packaged, other): (Vec<&str>, Vec<&str>) =
        missing.iter().partition(|program| !packages(program).is_empty());
    let by_manager = manager.filter(|_| !packaged.is_empty()).map(|(_, install)| {
        let names: Vec<&str> = packaged.iter().map(|program| packages(program)).collect();
        format!("{install} {}", names.join(" "))
    });
    let commands: Vec<String> = by_manager
        .into_iter()
        .chain(other.iter().filter_map(|program| registry::installed_by(program)))
        .collect();
    if commands.is_empty() { needs } else { format!("{needs} ({})", commands.join("; ")) }
}

/// The first line that a program prints when asked for its version.
pub(super) fn version(asked: &[String]) -> Option<String> {
    let (program, args) = asked.split_first()?;
    let line = first_line(program, args)?;
    if args.len() == 1 && line == args[0] {
        // A yes that knows no options repeats them.
        let real = find_program(program)?.canonicalize().ok()?;
        let is_busybox = real.file_name().is_some_and(|name| name == "busybox");
        return is_busybox.then(|| first_line("busybox", &[])).flatten();
    }
    Some(line)
}

/// The first line that a program prints and that is not empty; `None` where it fails or takes too long.
fn first_line(program: &str, args: &[String]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let output = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    let reading = std::thread::Builder::new().spawn(move || {
        // An endless program ends by SIGPIPE after this many bytes.
        let mut bytes = Vec::new();
        let read = output.take(1 << 12).read_to_end(&mut bytes);
        let _ = sender.send(read.map(|_| bytes));
    });
    // Without a thread there is nothing to wait for: the channel is closed.
    drop(reading);
    let output = receiver.recv_timeout(TIMEOUT);
    let end = wait_or_kill(&mut child);
    let has_failed = end.and_then(|status| status.code()).is_some_and(|code| code != 0);
    let output = output.ok()?.ok().filter(|_| !has_failed)?;
    let output = String::from_utf8_lossy(&output);
    let line = output.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().take(120).collect())
}

/// How a program ends whose output is closed; one that does not end is killed.
fn wait_or_kill(child: &mut Child) -> Option<ExitStatus> {
    for _ in 0..1000 {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            ended => return ended.ok().flatten(),
        }
    }
    let _ = child.kill();
    child.wait().ok()
}

/// What distinguishes processors that cannot run each other's programs.
pub(super) fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let first = info.split("\n\n").next().unwrap_or_default();
    let names = ["vendor_id", "model name", "flags", "Features", "CPU implementer", "CPU part", "isa"];
    let lines = first.lines().filter(|line| names.iter().any(|name| line.starts_with(name)));
    lines.collect::<Vec<_>>().join("\n") + std::env::consts::ARCH
}
