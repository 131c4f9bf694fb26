//! What the addresses of all servers are made of.

use std::fmt;

/// A value that `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// A port's number.
pub(crate) fn port_of(text: &str) -> Result<String, String> {
    match text.parse::<u16>() {
        Ok(1..) => Ok(text.to_owned()),
        _ => Err(format!("`{text}` is no port; expected a number from 1 to 65535")),
    }
}

/// Why an address is wrong, without what may be a password: one with a `/`, `?` or `#` in it ends there for whoever reads the address,
/// and the rest of it is then taken for something else.
pub(crate) fn without_password(address: &str, why: String) -> String {
    let (_, rest) = address.split_once("://").unwrap_or(("", address));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..end].contains(':') && rest[end..].contains('@') {
        true => {
            "an @ follows a /, ? or #: in a name or a password, these are written as %40, %2F, %3F and %23"
                .into()
        }
        false => why,
    }
}

/// A part of the address without its percent signs.
pub(crate) fn decoded(text: &str, what: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let digits = after.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let Some(byte) = byte.filter(|byte| *byte != 0) else {
            return Err(format!("in {what}, two hexadecimal digits follow a %, and a % itself is %25"));
        };
        bytes.push(byte);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map_err(|_| format!("{what} is not UTF-8"))
}
