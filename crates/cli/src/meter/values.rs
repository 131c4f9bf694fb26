//! The values of the meter's options: numbers, sizes, process ids, as pv takes them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use gush_meter::format::{BARS, Bar, Template};
use gush_rows::schema::nearest;

/// More last bytes than this are a slip of the finger.
pub const MOST_TAIL: u64 = 1 << 20;

/// pv's words for a number that is none, and what would be one.
const WHOLE: &str = "integer argument expected, such as 10, 64k or 2g";
const SECONDS: &str = "numeric argument expected, seconds such as 2 or 0.5";

/// A whole number with a letter behind it for its power of 1024, as pv takes it.
pub fn count(value: &OsStr) -> Result<u64, String> {
    let text = value.to_str().ok_or(WHOLE)?.trim_start();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let power = match &text[digits.len()..] {
        "" => 0,
        "k" | "K" => 1,
        "m" | "M" => 2,
        "g" | "G" => 3,
        "t" | "T" => 4,
        _ => return Err(WHOLE.into()),
    };
    let digits = digits.trim_end();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(WHOLE.into());
    }
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << (10 * power)));
    number.ok_or_else(|| at_most(u64::MAX))
}

fn at_most(most: u64) -> String {
    format!("at most {most} is possible")
}

/// A whole number that is at most `most`.
pub fn up_to(value: &OsStr, most: u64) -> Result<usize, String> {
    let number = count(value)?;
    usize::try_from(number).ok().filter(|_| number <= most).ok_or_else(|| at_most(most))
}

/// Seconds with or without a fraction.
pub fn seconds(value: &OsStr) -> Result<f64, String> {
    let text = value.to_str().unwrap_or_default().trim_start();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse::<f64>().ok().filter(|_| plain).ok_or(SECONDS)?;
    if seconds < 1e9 { Ok(seconds) } else { Err(at_most(999_999_999)) }
}

/// A size, or with `@` in front the size of a file.
pub fn size(value: &OsStr) -> Result<u64, String> {
    let Some(path) = value.as_bytes().strip_prefix(b"@") else { return count(value) };
    let metadata = fs::metadata(OsStr::from_bytes(path));
    metadata.map(|metadata| metadata.len()).map_err(|error| gush_pipe::reason(&error))
}

/// Where else something is shown, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Window,
    Process,
}

/// The places of `-x`, with commas in between, and what is shown there.
pub fn extra(value: &OsStr) -> Result<(Vec<Place>, Template), String> {
    let text = value.to_string_lossy();
    let (places, format) = text.split_once(':').unwrap_or((&text, "%N %b %t %r"));
    let place = |name: &str| match name {
        "windowtitle" | "window" => Ok(Place::Window),
        "processtitle" | "proctitle" | "process" => Ok(Place::Process),
        _ => Err(format!("'{name}' is no place to show something; there are windowtitle and processtitle")),
    };
    Ok((places.split(',').map(place).collect::<Result<_, _>>()?, template(format)?.without_colours()))
}

/// A format whose parts are not too long.
pub fn template(format: &str) -> Result<Template, String> {
    let template = Template::parse(format);
    if template.tail() as u64 > MOST_TAIL {
        Err(format!("%A and %L are of at most {MOST_TAIL} bytes"))
    } else {
        Ok(template)
    }
}

/// Whether the locale has no more than ASCII for a terminal, as POSIX has it where none is set.
pub fn is_ascii_alone() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    !(locale.contains("utf-8") || locale.contains("utf8"))
}

pub fn bar(value: &OsStr) -> Result<Bar, String> {
    let name = value.to_string_lossy();
    let known = BARS.iter().find(|(known, _)| *known == name);
    known.map(|(_, bar)| *bar).ok_or_else(|| {
        let names = BARS.map(|(name, _)| name);
        match nearest(&name, names) {
            Some(near) => format!("no bar style is called '{name}'; did you mean `{near}`?"),
            None => format!("no bar style is called '{name}'; there are {}", names.join(", ")),
        }
    })
}

/// The name of a group of recordings.
pub fn group(value: &OsStr) -> Result<String, String> {
    let name = value.to_string_lossy().trim().to_owned();
    if name.is_empty() { Err("a group needs a name".into()) } else { Ok(name) }
}

pub fn process(value: &OsStr) -> Result<u32, String> {
    let id = value.to_str().and_then(|text| text.parse().ok()).filter(|&id| id > 0);
    id.ok_or_else(|| "integer argument expected, the id of a process".into())
}

pub fn descriptor(value: &OsStr) -> Result<(u32, Option<u32>), String> {
    let expected = || "process ID or pid:fd pair expected, such as 1234 or 1234:3".to_owned();
    let text = value.to_str().ok_or_else(expected)?;
    let (id, descriptor) = match text.split_once(':') {
        Some((id, descriptor)) => (id, Some(descriptor.parse().map_err(|_| expected())?)),
        None => (text, None),
    };
    match id.parse().map_err(|_| expected())? {
        0 => Err("invalid process ID".into()),
        id => Ok((id, descriptor)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pvs() {
        for (text, number) in [("5", 5), ("10K", 10240), ("1t", 1 << 40), (" 5", 5), ("1 k", 1024)] {
            assert_eq!(count(OsStr::new(text)), Ok(number), "{text}");
        }
        for text in ["", "1.5k", "-5", "10kb", "1kk", "k", "x", "1 000"] {
            assert_eq!(count(OsStr::new(text)).unwrap_err(), WHOLE, "{text}");
        }
        for text in ["99999999999t", "18446744073709551616"] {
            assert_eq!(count(OsStr::new(text)).unwrap_err(), "at most 18446744073709551615 is possible");
        }
        for text in ["", "x", "-1", "1e", "1e3", "inf", "nan", "."] {
            assert_eq!(seconds(OsStr::new(text)).unwrap_err(), SECONDS, "{text}");
        }
        assert_eq!(seconds(OsStr::new(" 5.")), Ok(5.0));
        assert!(seconds(OsStr::new("1000000000")).is_err());
    }

    #[test]
    fn places_are_named() {
        let (places, template) = extra(OsStr::new("window,process:%b:")).unwrap();
        assert_eq!((places, template), (vec![Place::Window, Place::Process], Template::parse("%b:")));
        assert_eq!(extra(OsStr::new("windowtitle")).unwrap().1, Template::parse("%N %b %t %r"));
        assert_eq!(extra(OsStr::new("window:%{sgr:red}%b")).unwrap().1, Template::parse("%b"));
        for wrong in ["", "roof", "windowtitle,", "process:%9999999999A"] {
            assert!(extra(OsStr::new(wrong)).is_err(), "{wrong}");
        }
    }
}
