//! The machine: what it is, and what about it makes figures doubtful.

use std::fs;
use std::path::Path;
use std::thread;

use super::status::number;
use gush_store::model::Machine;

/// What is found where on Linux. Elsewhere most of it is not, and stays unknown.
const CPUINFO: &str = "/proc/cpuinfo";
const VULNERABILITIES: &str = "/sys/devices/system/cpu/vulnerabilities";
const GOVERNOR: &str = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
const POWER: &str = "/sys/class/power_supply";
/// Files that a container has, and whose.
const CONTAINERS: [(&str, &str); 2] = [("/.dockerenv", "docker"), ("/run/.containerenv", "podman")];
/// What share of the processors others may keep busy before it is reported.
const BUSY: f64 = 0.25;

/// Describes this machine.
pub fn describe() -> Machine {
    let cpuinfo = fs::read_to_string(CPUINFO).unwrap_or_default();
    let pipes = |name: &str| line(format!("/proc/sys/fs/{name}"))?.parse().ok();
    let kernel = [line("/proc/sys/kernel/ostype"), line("/proc/sys/kernel/osrelease")];
    let kernel: Vec<String> = kernel.into_iter().flatten().collect();
    Machine {
        cpu: cpu(&cpuinfo).unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        memory: fs::read_to_string("/proc/meminfo").ok().and_then(|text| memory(&text)),
        kernel: if kernel.is_empty() { std::env::consts::OS.to_owned() } else { kernel.join(" ") },
        system: fs::read_to_string("/etc/os-release").ok().and_then(|text| system(&text)),
        pipe_max_size: pipes("pipe-max-size"),
        pipe_user_pages_soft: pipes("pipe-user-pages-soft"),
        mitigations: mitigations(Path::new(VULNERABILITIES)),
        governor: line(GOVERNOR),
        virtualization: virtualization(&cpuinfo),
    }
}

/// The load of the last minute: how many processes wanted to run, on average.
pub fn load() -> Option<f64> {
    line("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

/// What about the machine makes figures doubtful, a sentence each.
pub fn warnings(machine: &Machine, load: Option<f64>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(load) = load.filter(|load| *load > machine.cores as f64 * BUSY) {
        let cores = machine.cores;
        let are = if cores == 1 { "core is" } else { "cores are" };
        warnings
            .push(format!("the {cores} {are} busy (load {load:.1}): figures will be lower, and vary more"));
    }
    if machine.governor.as_deref() == Some("powersave") {
        warnings.push("the processors' clock is governed by powersave: figures may be lower".to_owned());
    }
    if on_battery(Path::new(POWER)) {
        warnings.push("the machine runs on its battery: figures may be lower".to_owned());
    }
    warnings
}

/// The first line of a file.
fn line(path: impl AsRef<Path>) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

/// The processor's name; some architectures have no such line.
fn cpu(cpuinfo: &str) -> Option<String> {
    let named = |name: &str| {
        let value = |line: &str| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name && !value.trim().is_empty()).then(|| value.trim().to_owned())
        };
        cpuinfo.lines().find_map(value)
    };
    named("model name").or_else(|| named("Model")).or_else(|| named("uarch")).or_else(|| named("cpu"))
}

fn memory(meminfo: &str) -> Option<u64> {
    number(meminfo, "MemTotal:").map(|kibibytes| kibibytes * 1024)
}

fn system(release: &str) -> Option<String> {
    let value = |name: &str| release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    let name = value("PRETTY_NAME").or_else(|| value("NAME"))?.trim_matches(['"', '\'']);
    (!name.is_empty()).then(|| name.to_owned())
}

/// One `name: state` a line, by name.
fn mitigations(folder: &Path) -> Option<String> {
    let files = fs::read_dir(folder).ok()?.flatten();
    let lines = files
        .filter_map(|file| Some(format!("{}: {}", file.file_name().to_string_lossy(), line(file.path())?)));
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The container that we are in, and the virtual machine below it, as far as they show.
fn virtualization(cpuinfo: &str) -> Option<String> {
    let container = CONTAINERS.iter().find(|(file, _)| Path::new(file).exists()).map(|(_, name)| *name);
    let named = std::env::var("container").ok();
    let vendor = line("/sys/class/dmi/id/sys_vendor");
    let flags = cpuinfo.lines().find(|line| line.starts_with("flags"));
    let guest = flags.is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor"));
    let hypervisor = guest.then(|| vendor.unwrap_or_else(|| "a virtual machine".to_owned()));
    let parts: Vec<String> = named.or(container.map(str::to_owned)).into_iter().chain(hypervisor).collect();
    (!parts.is_empty()).then(|| parts.join(" on "))
}

/// Whether a battery is being emptied.
fn on_battery(folder: &Path) -> bool {
    let supplies = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut states = supplies.filter_map(|supply| line(supply.path().join("status")));
    states.any(|state| state == "Discharging")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_their_files() {
        assert_eq!(cpu("processor\t: 0\nmodel name\t: AMD EPYC\nmodel name\t: other\n").unwrap(), "AMD EPYC");
        assert_eq!(cpu("processor\t: 0\nModel\t\t: Raspberry Pi 5\n").unwrap(), "Raspberry Pi 5");
        assert_eq!(cpu("model name\t:\n"), None);
        assert_eq!(memory("MemTotal:       16 kB\nMemFree: 1 kB\n"), Some(16 << 10));
        assert_eq!(system("NAME=X\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n").unwrap(), "Debian GNU/Linux 12");
        assert_eq!((system("NAME='X'").unwrap(), system("ID=x")), ("X".to_owned(), None));
    }

    #[test]
    fn mitigations_are_sorted_lines() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("retbleed"), "Not affected\n").unwrap();
        fs::write(folder.path().join("meltdown"), "Mitigation: PTI\n").unwrap();
        assert_eq!(mitigations(folder.path()).unwrap(), "meltdown: Mitigation: PTI\nretbleed: Not affected");
        assert_eq!(mitigations(&folder.path().join("none")), None);
    }

    #[test]
    fn what_makes_figures_doubtful_is_reported() {
        let calm = Machine { cores: 4, governor: Some("performance".into()), ..Machine::default() };
        assert_eq!(warnings(&calm, Some(0.9)), Vec::<String>::new());
        assert_eq!(
            warnings(&Machine { governor: Some("powersave".into()), ..calm }, Some(3.25)),
            [
                "the 4 cores are busy (load 3.2): figures will be lower, and vary more",
                "the processors' clock is governed by powersave: figures may be lower",
            ]
        );
    }

    #[test]
    fn a_battery_that_is_emptied_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!on_battery(folder.path()));
        for (supply, state) in [("AC", None), ("BAT0", Some("Full")), ("BAT1", Some("Discharging"))] {
            fs::create_dir(folder.path().join(supply)).unwrap();
            if let Some(state) = state {
                assert!(!on_battery(folder.path()));
                fs::write(folder.path().join(supply).join("status"), format!("{state}\n")).unwrap();
            }
        }
        assert!(on_battery(folder.path()));
    }

    #[test]
    fn this_machine_has_a_name() {
        let machine = describe();
        assert!(!machine.cpu.is_empty() && !machine.kernel.is_empty() && machine.cores > 0);
    }
}
