//! The values of the meter's options: numbers, sizes, process ids, as pv takes them.

use std::ffi::OsStr;
use std::fs;

use gush_meter::format::Template;

use super::args::Mistake;

/// A whole number with a letter behind it for its power of 1024, as pv takes it.
pub fn count(value: &OsStr) -> Option<u64> {
    let text = value.to_str()?.trim_start();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let power = match &text[digits.len()..] {
        "" => 0,
        "k" | "K" => 1,
        "m" | "M" => 2,
        "g" | "G" => 3,
        "t" | "T" => 4,
        _ => return None,
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(1 << (10 * power))
}

/// A whole number that is at most `most`.
pub fn up_to(value: &OsStr, shown: &str, most: u64) -> Result<usize, Mistake> {
    let number = count(value).ok_or_else(|| Mistake(format!("{shown}: integer argument expected"), false))?;
    let fitting = usize::try_from(number).ok().filter(|_| number <= most);
    fitting.ok_or_else(|| Mistake(format!("{shown}: at most {most} is possible"), false))
}

/// Seconds with or without a fraction.
pub fn number(value: &OsStr) -> Option<f64> {
    let text = value.to_str()?;
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse::<f64>().ok()?;
    (plain && seconds < 1e9).then_some(seconds)
}

/// A size, or with `@` in front the size of a file.
pub fn size(value: &OsStr, shown: &str) -> Result<u64, Mistake> {
    let text = value.to_string_lossy();
    match text.strip_prefix('@') {
        Some(path) => fs::metadata(path)
            .map(|metadata| metadata.len())
            .map_err(|error| Mistake(format!("{shown}: {path}: {}", gush_pipe::reason(&error)), false)),
        None => count(value).ok_or_else(|| Mistake(format!("{shown}: integer argument expected"), false)),
    }
}

pub fn title(text: &str, shown: &str) -> Result<Template, Mistake> {
    let (place, format) = text.split_once(':').unwrap_or((text, "%N %b %t %r"));
    match place {
        "windowtitle" | "window" => Ok(Template::parse(format)),
        _ => Err(Mistake(
            format!("{shown}: '{place}' is no place to show something; there is windowtitle"),
            false,
        )),
    }
}

pub fn process(value: &OsStr, shown: &str) -> Result<u32, Mistake> {
    let id = value.to_str().and_then(|text| text.parse().ok()).filter(|&id| id > 0);
    id.ok_or_else(|| Mistake(format!("{shown}: integer argument expected"), false))
}

pub fn descriptor(value: &OsStr) -> Result<(u32, Option<u32>), Mistake> {
    let expected = || Mistake("-d: process ID or pid:fd pair expected".into(), false);
    let text = value.to_str().ok_or_else(expected)?;
    let (id, descriptor) = match text.split_once(':') {
        Some((id, descriptor)) => (id, Some(descriptor.parse().map_err(|_| expected())?)),
        None => (text, None),
    };
    match id.parse().map_err(|_| expected())? {
        0 => Err(Mistake("-d: invalid process ID".into(), false)),
        id => Ok((id, descriptor)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pvs() {
        for (text, number) in [("5", 5), ("10K", 10240), ("1t", 1 << 40), (" 5", 5)] {
            assert_eq!(count(OsStr::new(text)), Some(number), "{text}");
        }
        for text in ["", "1.5k", "-5", "10kb", "1kk", "k", "x", "99999999999t"] {
            assert_eq!(count(OsStr::new(text)), None, "{text}");
        }
        for text in ["", "x", "-1", "1e", "1e3", "inf", "nan"] {
            assert_eq!(number(OsStr::new(text)), None, "{text}");
        }
    }
}
