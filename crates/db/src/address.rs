//! What the addresses of all servers are made of.

use std::fmt;

/// A value that `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

const SEVERAL_HOSTS: &str = "several hosts are not supported; name one";

/// What addresses say, by names: each server has its own names for some of them. `Debug` does not show the values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parameters(Vec<(&'static str, Secret)>);

impl Parameters {
    /// The user, the password, the host, the port and the database (which is called `database`) of an address
    /// `SCHEME://USER:PASSWORD@HOST:PORT/DATABASE?NAME=VALUE&…`, and what follows its `?`, part by part.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read<'t>(
        address: &'t str,
        database: &'static str,
    ) -> Result<(Parameters, impl Iterator<Item = &'t str>), String> {
        let (_, rest) = address.split_once("://").ok_or("two slashes follow the colon of an address")?;
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        if rest.contains('#') {
            return Err("a # in a name or a password is written as %23".into());
        }
        // A slash in a password must be %2F, an @ may stand for itself there.
        let (authority, name) = match rest.split_once('/') {
            Some((authority, name)) => (authority, Some(name)),
            None => (rest, None),
        };
        let is_in_name = name.is_some_and(|name| name.contains('@'));
        if is_in_name && authority.contains(':') && !authority.contains('@') {
            return Err("an @ in the name of a database is written as %40".into());
        }
        let mut parameters = Parameters::default();
        let host = match authority.rsplit_once('@') {
            Some((user, host)) => {
                parameters.read_user(user)?;
                host
            }
            None => authority,
        };
        parameters.read_host(host)?;
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            parameters.set(database, decoded(name, "the name of the database")?);
        }
        let parts = query.into_iter().flat_map(|query| query.split('&')).filter(|part| !part.is_empty());
        Ok((parameters, parts))
    }

    fn read_user(&mut self, text: &str) -> Result<(), String> {
        let (user, password) = match text.split_once(':') {
            Some((user, password)) => (user, Some(password)),
            None => (text, None),
        };
        if !user.is_empty() {
            self.set("user", decoded(user, "the user")?);
        }
        if let Some(password) = password.filter(|password| !password.is_empty()) {
            self.set("password", decoded(password, "the password")?);
        }
        Ok(())
    }

    fn read_host(&mut self, text: &str) -> Result<(), String> {
        if text.contains(',') {
            return Err(SEVERAL_HOSTS.into());
        }
        let (host, port) = if let Some(rest) = text.strip_prefix('[') {
            let (host, rest) = rest.split_once(']').ok_or("a ] is missing after the address of the host")?;
            match rest.strip_prefix(':') {
                Some(port) => (host, Some(port)),
                None if rest.is_empty() => (host, None),
                None => return Err("after the ] of the host, a colon and the port may follow".into()),
            }
        } else {
            match text.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (text, None),
            }
        };
        if !host.is_empty() {
            self.set("host", decoded(host, "the host")?);
        }
        if let Some(port) = port.filter(|port| !port.is_empty()) {
            self.set("port", port_of(port)?);
        }
        Ok(())
    }

    /// Takes a value that follows the `?`, if its name is one of these.
    ///
    /// # Errors
    /// If it is no value of that name.
    pub fn take(&mut self, known: &[&'static str], name: &str, value: String) -> Result<bool, String> {
        let Some(&known) = known.iter().find(|known| **known == name) else { return Ok(false) };
        let value = match known {
            "port" if !value.is_empty() => port_of(&value)?,
            "host" if value.contains(',') => return Err(SEVERAL_HOSTS.into()),
            _ => value,
        };
        self.set(known, value);
        Ok(true)
    }

    /// The last value of a name counts.
    fn set(&mut self, name: &'static str, value: String) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, Secret(value)));
    }

    /// The value of a name; an empty one is as if it were not there.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.0.as_str()).filter(|value| !value.is_empty())
    }

    /// Writes an address without its password and its parameters; `host` is empty where it is a socket.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, scheme: &str, host: &str, database: &str) -> fmt::Result {
        write!(f, "{scheme}://")?;
        if let Some(user) = self.get("user") {
            write!(f, "{user}@")?;
        }
        match host.contains(':') {
            true => write!(f, "[{host}]")?,
            false => f.write_str(host)?,
        }
        if let Some(port) = self.get("port") {
            write!(f, ":{port}")?;
        }
        self.get(database).map_or(Ok(()), |database| write!(f, "/{database}"))
    }
}

impl FromIterator<(&'static str, String)> for Parameters {
    fn from_iter<I: IntoIterator<Item = (&'static str, String)>>(parameters: I) -> Parameters {
        Parameters(parameters.into_iter().map(|(name, value)| (name, Secret(value))).collect())
    }
}

/// The name and the value of a parameter that follows the `?` of an address.
pub(crate) fn parameter(part: &str) -> Result<(String, String), String> {
    let (name, value) = part.split_once('=').ok_or_else(|| format!("the parameter {part} has no value"))?;
    Ok((decoded(name, "a parameter's name")?, decoded(value, "a parameter's value")?))
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
fn decoded(text: &str, what: &str) -> Result<String, String> {
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
