//! The values of the meter's options: numbers, sizes, process ids, as pv takes them.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use gush_diagnostics::Message;
use gush_meter::format::{BARS, Bar, Template};

use super::files::device_size;

/// More last bytes than this are a slip of the finger.
pub const MAX_TAIL: u64 = 1 << 20;

/// pv's message for an invalid number, with examples of valid ones.
const INTEGER_EXPECTED: &str = "integer argument expected, such as 10, 64k or 1.5g";
const SECONDS: &str = "numeric argument expected, seconds such as 2 or 0.5";
const INTEGER_SECONDS: &str = "integer argument expected, seconds such as 30";

/// The value of a `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kilo {
    #[default]
    Binary,
    Decimal,
}

impl Kilo {
    fn power(self, power: u32) -> u128 {
        let kilo: u128 = if self == Kilo::Decimal { 1000 } else { 1024 };
        kilo.pow(power)
    }
}

/// A number, also with decimal places after a point or a comma, with a letter after it for its power of a `k`, as pv
/// takes it. The rest of a unit is dropped.
pub fn count(value: &OsStr, kilo: Kilo) -> Result<u64, String> {
    let text = value.to_str().ok_or(INTEGER_EXPECTED)?.trim_start();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let power = match &text[digits.len()..] {
        // As with pv, spaces may come before a letter, but not last.
        "" if digits.ends_with(' ') => return Err(INTEGER_EXPECTED.into()),
        "" => 0,
        "k" | "K" => 1,
        "m" | "M" => 2,
        "g" | "G" => 3,
        "t" | "T" => 4,
        _ => return Err(INTEGER_EXPECTED.into()),
    };
    let digits = digits.trim_end();
    let (integer, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if integer.is_empty() || !is_number(integer) || !is_number(decimals) {
        return Err(INTEGER_EXPECTED.into());
    }
    // More decimals cannot add a unit: the largest power of a k has 13 digits.
    let decimals = &decimals[..decimals.len().min(18)];
    let scale = 10_u128.pow(decimals.len() as u32);
    let number = integer.parse::<u64>().ok().map(|integer| {
        let part = decimals.parse::<u128>().unwrap_or(0);
        (u128::from(integer) * scale + part) * kilo.power(power) / scale
    });
    number.and_then(|number| number.try_into().ok()).ok_or_else(|| at_most(u64::MAX))
}

fn at_most(most: u64) -> String {
    format!("at most {most} is possible")
}

/// A number that is at most `most`.
pub fn up_to(value: &OsStr, most: u64, kilo: Kilo) -> Result<usize, String> {
    let number = count(value, kilo)?;
    usize::try_from(number).ok().filter(|_| number <= most).ok_or_else(|| at_most(most))
}

/// The same without decimal places, and with powers of 1024.
pub fn integer(value: &OsStr, most: u64) -> Result<usize, String> {
    let is_integer = !value.as_bytes().iter().any(|byte| b".,".contains(byte));
    if is_integer { up_to(value, most, Kilo::Binary) } else { Err(INTEGER_EXPECTED.into()) }
}

/// Seconds with or without a fraction.
pub fn seconds(value: &OsStr) -> Result<f64, String> {
    let text = value.to_str().unwrap_or_default().trim_start().replacen(',', ".", 1);
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !text.starts_with('.');
    let seconds = text.parse::<f64>().ok().filter(|_| plain).ok_or(SECONDS)?;
    if seconds < 1e9 { Ok(seconds) } else { Err(at_most(999_999_999)) }
}

/// An integer number of seconds.
pub fn integer_seconds(value: &OsStr) -> Result<f64, String> {
    let is_integer = value.as_bytes().trim_ascii_start().iter().all(u8::is_ascii_digit);
    if is_integer { seconds(value) } else { Err(INTEGER_SECONDS.into()) }
}

/// A size, or with `@` in front the size of a file or block device, or of all regular files in a folder.
pub fn size(value: &OsStr, kilo: Kilo) -> Result<u64, String> {
    let Some(path) = value.as_bytes().strip_prefix(b"@") else { return count(value, kilo) };
    let path = Path::new(OsStr::from_bytes(path));
    let metadata = fs::metadata(path).map_err(|error| gush_pipe::reason(&error))?;
    if metadata.is_dir() {
        return size_within(path);
    }
    Ok(device_size(path).unwrap_or(metadata.len()))
}

/// The size of all regular files in a folder and in those below it; a file with several names counts once.
fn size_within(folder: &Path) -> Result<u64, String> {
    let mut folders = vec![folder.to_owned()];
    let (mut seen, mut size) = (HashSet::new(), 0);
    while let Some(folder) = folders.pop() {
        let with_reason = |error: io::Error| format!("{}: {}", folder.display(), gush_pipe::reason(&error));
        for entry in fs::read_dir(&folder).map_err(with_reason)? {
            let entry = entry.map_err(with_reason)?;
            // Of the entry itself, and not of what a link leads to. It may just have gone.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                folders.push(entry.path());
            } else if metadata.is_file() && seen.insert((metadata.dev(), metadata.ino())) {
                size += metadata.len();
            }
        }
    }
    Ok(size)
}

/// A display besides the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraDisplay {
    Window,
    Process,
}

/// The displays of `-x`, separated by commas, and what they show. With `lenient`, unknown ones are skipped.
pub fn extra(value: &OsStr, lenient: bool) -> Result<(Vec<ExtraDisplay>, Template), String> {
    let text = value.to_string_lossy();
    let (displays, format) = text.split_once(':').unwrap_or((&text, "%N %b %t %r"));
    let display = |name: &str| match name {
        "windowtitle" | "window" => Ok(ExtraDisplay::Window),
        "processtitle" | "proctitle" | "process" | "proc" => Ok(ExtraDisplay::Process),
        _ => Err(format!("'{name}' is not a place for a display; there are windowtitle and processtitle")),
    };
    let known = |display: &Result<ExtraDisplay, String>| !lenient || display.is_ok();
    let displays = displays.split(',').map(display).filter(known).collect::<Result<_, _>>()?;
    Ok((displays, template(format)?.without_colors()))
}

/// A format whose parts are not too long.
pub fn template(format: &str) -> Result<Template, String> {
    let template = Template::parse(format);
    if template.tail() as u64 > MAX_TAIL {
        Err(format!("%A and %L are of at most {MAX_TAIL} bytes"))
    } else {
        Ok(template)
    }
}

/// The style of a bar. With `lenient`, an unknown name is the plain one.
pub fn bar(value: &OsStr, lenient: bool) -> Result<Bar, String> {
    let name = value.to_string_lossy();
    let known = BARS.iter().find(|(known, _)| *known == name);
    known.map(|(_, bar)| *bar).or(lenient.then_some(Bar::Plain)).ok_or_else(|| {
        let names = BARS.map(|(name, _)| name);
        Message::unknown(format!("no bar style is called '{name}'"), &name, names).to_string()
    })
}

/// The name of a group of recordings.
pub fn group(value: &OsStr) -> Result<String, String> {
    let name = value.to_string_lossy().trim().to_owned();
    if name.is_empty() { Err("a group needs a name".into()) } else { Ok(name) }
}

pub fn process(value: &OsStr) -> Result<u32, String> {
    let id = value.to_str().and_then(|text| text.parse().ok()).filter(|&id| id > 0);
    id.ok_or_else(|| "integer argument expected, the ID of a process".into())
}

/// The sides of a command that are metered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    In,
    Out,
    Both,
}

impl Sides {
    /// Whether what goes into the command is metered.
    pub fn has_input(self) -> bool {
        self != Sides::Out
    }

    /// Whether what comes out of it is.
    pub fn has_output(self) -> bool {
        self != Sides::In
    }
}

/// `in`, `out` or `both`, or a number for each of them, as with pv.
pub fn sides(value: &OsStr) -> Result<Sides, String> {
    match value.as_bytes() {
        b"in" | b"0" => Ok(Sides::In),
        b"out" | b"1" => Ok(Sides::Out),
        b"both" | b"2" => Ok(Sides::Both),
        _ => Err("invalid side specification; the sides are in, out and both".into()),
    }
}

/// What of other processes is to be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    /// One descriptor of a process, or all of its files.
    Process(u32, Option<u32>),
    /// All files of the processes of this name.
    Named(String),
    /// The arguments in the lines of a file.
    List(PathBuf),
}

/// `PID`, `PID:FD`, `=NAME` or `@LIST`.
pub fn watch(value: &OsStr) -> Result<Watch, String> {
    if let Some(path) = value.as_bytes().strip_prefix(b"@").filter(|path| !path.is_empty()) {
        return Ok(Watch::List(OsStr::from_bytes(path).into()));
    }
    let expected =
        || "process ID or pid:fd pair expected, such as 1234 or 1234:3; or =NAME or @LIST".to_owned();
    let text = value.to_str().ok_or_else(expected)?;
    if let Some(name) = text.strip_prefix('=').filter(|name| !name.is_empty()) {
        return Ok(Watch::Named(name.into()));
    }
    let (id, descriptor) = match text.split_once(':') {
        Some((id, descriptor)) => (id, Some(descriptor.parse().map_err(|_| expected())?)),
        None => (text, None),
    };
    match id.parse().map_err(|_| expected())? {
        0 => Err("invalid process ID".into()),
        id => Ok(Watch::Process(id, descriptor)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pvs() {
        let count = |text: &str, kilo| count(OsStr::new(text), kilo);
        for (text, binary, decimal) in [
            ("5", 5, 5),
            ("10K", 10_240, 10_000),
            ("1t", 1 << 40, 1_000_000_000_000),
            (" 5", 5, 5),
            ("1 k", 1024, 1000),
            ("1.5k", 1536, 1500),
            ("0.5m", 1 << 19, 500_000),
            ("1,5k", 1536, 1500),
            ("2.g", 1 << 31, 2_000_000_000),
            ("2.7", 2, 2),
            ("0.0009765625k", 1, 0),
            ("1.123456789123456789999t", 1_235_253_802_945, 1_123_456_789_123),
        ] {
            assert_eq!(count(text, Kilo::Binary), Ok(binary), "{text}");
            assert_eq!(count(text, Kilo::Decimal), Ok(decimal), "{text}");
        }
        for text in
            ["", "-5", "10kb", "1kk", "k", "x", "1 000", ".", ".k", "1.2.3", "1.x", "1,5,k", "5 ", ".5k"]
        {
            assert_eq!(count(text, Kilo::Binary).unwrap_err(), INTEGER_EXPECTED, "{text}");
        }
        for text in ["99999999999t", "18446744073709551616"] {
            assert_eq!(count(text, Kilo::Binary).unwrap_err(), "at most 18446744073709551615 is possible");
        }
        for text in ["", "x", "-1", "1e", "1e3", "inf", "nan", ".", ".2", "1 ", "1x"] {
            assert_eq!(seconds(OsStr::new(text)).unwrap_err(), SECONDS, "{text}");
        }
        assert_eq!(seconds(OsStr::new(" 5.")), Ok(5.0));
        assert_eq!(seconds(OsStr::new("1,5")), Ok(1.5));
        assert_eq!(integer_seconds(OsStr::new(" 5")), Ok(5.0));
        assert_eq!(integer_seconds(OsStr::new("1.5")).unwrap_err(), INTEGER_SECONDS);
        assert!(seconds(OsStr::new("1000000000")).is_err());
    }

    #[test]
    fn watch_targets_have_four_forms() {
        for (text, what) in [
            ("12", Watch::Process(12, None)),
            ("12:3", Watch::Process(12, Some(3))),
            ("=cp", Watch::Named("cp".into())),
            ("@list", Watch::List("list".into())),
        ] {
            assert_eq!(watch(OsStr::new(text)), Ok(what));
        }
        for text in ["", "=", "@", "x", "12:", "12:x", "0", "-1"] {
            assert!(watch(OsStr::new(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn displays_are_named() {
        let extra = |value| extra(value, false);
        let (displays, template) = extra(OsStr::new("window,process:%b:")).unwrap();
        assert_eq!(
            (displays, template),
            (vec![ExtraDisplay::Window, ExtraDisplay::Process], Template::parse("%b:"))
        );
        assert_eq!(extra(OsStr::new("windowtitle")).unwrap().1, Template::parse("%N %b %t %r"));
        assert_eq!(extra(OsStr::new("window:%{sgr:red}%b")).unwrap().1, Template::parse("%b"));
        for wrong in ["", "roof", "windowtitle,", "process:%9999999999A"] {
            assert!(extra(OsStr::new(wrong)).is_err(), "{wrong}");
        }
    }

    /// By the name `pv`, as pv 1.11 does.
    #[test]
    fn unknown_names_are_skipped_where_pv_skips_them() {
        assert_eq!(super::extra(OsStr::new("roof,window:%b"), true).unwrap().0, [ExtraDisplay::Window]);
        assert_eq!(bar(OsStr::new("blok"), true), Ok(Bar::Plain));
        assert!(bar(OsStr::new("blok"), false).is_err());
    }
}
