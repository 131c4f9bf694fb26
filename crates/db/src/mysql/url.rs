//! Addresses of databases: `mysql://USER:PASSWORD@HOST:PORT/DATABASE`, with parameters named as the options of the client `mysql`.

use std::fmt;

use crate::address::{Secret, decoded, port_of, without_password};

/// An address: parameters by their names, as far as it says them. Displays them without passwords.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url {
    parameters: Vec<(&'static str, Secret)>,
}

/// The parameters that have a meaning here.
const KNOWN: [&str; 11] = [
    "user",
    "password",
    "host",
    "port",
    "database",
    "socket",
    "ssl-mode",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "connect-timeout",
];

impl Url {
    /// Reads an address that begins with `mysql://` or `mariadb://`.
    ///
    /// # Errors
    /// What is wrong with it, without its password.
    pub fn parse(text: &str) -> Result<Url, String> {
        Url::read(text).map_err(|why| without_password(text, why))
    }

    fn read(text: &str) -> Result<Url, String> {
        let (_, rest) = text.split_once("://").ok_or("the address of a server begins with mysql://")?;
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        if rest.contains('#') {
            return Err("a # in a name or a password is written as %23".into());
        }
        let mut url = Url::default();
        let (authority, database) = match rest.split_once('/') {
            Some((authority, database)) => (authority, Some(database)),
            None => (rest, None),
        };
        let is_in_database = database.is_some_and(|database| database.contains('@'));
        if is_in_database && authority.contains(':') && !authority.contains('@') {
            return Err("an @ in the name of a database is written as %40".into());
        }
        let host = match authority.rsplit_once('@') {
            Some((user, host)) => {
                url.read_user(user)?;
                host
            }
            None => authority,
        };
        url.read_host(host)?;
        if let Some(database) = database.filter(|database| !database.is_empty()) {
            url.set("database", decoded(database, "the name of the database")?);
        }
        for part in query.into_iter().flat_map(|query| query.split('&')).filter(|part| !part.is_empty()) {
            url.read_parameter(part)?;
        }
        if url.get("database").is_none() {
            return Err("the name of the database is missing, as in mysql://USER@HOST/DATABASE".into());
        }
        Ok(url)
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
            return Err("several hosts are not supported; name one".into());
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

    /// Hyphens and underscores are the same, as in the client's options.
    fn read_parameter(&mut self, text: &str) -> Result<(), String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("the parameter {text} has no value"))?;
        let name = decoded(name, "a parameter's name")?.replace('_', "-");
        let value = decoded(value, "a parameter's value")?;
        let Some(known) = KNOWN.iter().find(|known| **known == name) else {
            return Err(match name.as_str() {
                "unix-socket" => "there is no parameter unix_socket; the file of a socket is socket".into(),
                "ssl" | "tls" => format!("there is no parameter {name}; ssl-mode=REQUIRED asks for TLS"),
                _ => format!("there is no parameter {name}; there are {}", KNOWN.join(", ")),
            });
        };
        let value = if *known == "port" && !value.is_empty() { port_of(&value)? } else { value };
        self.set(known, value);
        Ok(())
    }

    /// The last value counts.
    fn set(&mut self, name: &'static str, value: String) {
        self.parameters.retain(|(known, _)| *known != name);
        self.parameters.push((name, Secret(value)));
    }

    /// The address of a place that is known.
    pub(super) fn of(parameters: impl IntoIterator<Item = (&'static str, String)>) -> Url {
        Url { parameters: parameters.into_iter().map(|(name, value)| (name, Secret(value))).collect() }
    }

    /// The value of a parameter; an empty one is as if it were not there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.0.as_str()).filter(|value| !value.is_empty())
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mysql://")?;
        if let Some(user) = self.get("user") {
            write!(f, "{user}@")?;
        }
        match self.get("host") {
            Some(host) if host.contains(':') => write!(f, "[{host}]")?,
            Some(host) => f.write_str(host)?,
            None => {}
        }
        if let Some(port) = self.get("port") {
            write!(f, ":{port}")?;
        }
        if let Some(database) = self.get("database") {
            write!(f, "/{database}")?;
        }
        self.get("socket").map_or(Ok(()), |socket| write!(f, "?socket={socket}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Url;

    fn shown(text: &str) -> String {
        let url = Url::parse(text).unwrap();
        let names = ["user", "password", "host", "port", "database", "socket", "ssl-mode"];
        let parts = names.iter().filter_map(|name| url.get(name).map(|value| format!("{name}={value}")));
        parts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn addresses_are_read() {
        for (text, parts) in [
            ("mysql:///shop", "database=shop"),
            ("mysql://localhost/shop", "host=localhost database=shop"),
            ("mariadb://h:3307/shop", "host=h port=3307 database=shop"),
            ("mysql://u:p%40ss%2Fw%25@h/d", "user=u password=p@ss/w% host=h database=d"),
            ("mysql://u:p@ss@h/d", "user=u password=p@ss host=h database=d"),
            ("mysql://[::1]:3307/d", "host=::1 port=3307 database=d"),
            ("mysql://u@/d?socket=/run/my%20sql.sock", "user=u database=d socket=/run/my sql.sock"),
            ("mysql://h/a%20b?ssl_mode=REQUIRED&", "host=h database=a b ssl-mode=REQUIRED"),
            ("mysql://a@h/d?user=b&password=c", "user=b password=c host=h database=d"),
        ] {
            assert_eq!(shown(text), parts, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for (text, message) in [
            ("mysql://h", "the name of the database is missing"),
            ("mysql://a,b/d", "several hosts are not supported"),
            ("mysql://h:0/d", "`0` is no port"),
            ("mysql://[::1", "a ] is missing"),
            ("mysql://u:sec%2ret@h/d", "in the password, two hexadecimal digits follow a %"),
            ("mysql://h/d?x=1", "there is no parameter x; there are user"),
            ("mysql://h/d?tls=true", "ssl-mode=REQUIRED"),
            ("mysql://h/d?unix_socket=/x", "is socket"),
            ("mysql://u:secret#@h/d", "%23"),
            ("mysql://u:sec%/ret@h/d", "%2F"),
            ("mysql://u:12/ret@h/d", "%2F"),
            ("mysql://u:sec%?ret@h/d", "%3F"),
        ] {
            let found = Url::parse(text).unwrap_err();
            assert!(found.contains(message) && !found.contains("sec%"), "{text}: {found}");
        }
    }

    #[test]
    fn neither_display_nor_debug_shows_the_password() {
        let url = Url::parse("mariadb://u:hunter2@[::1]:3307/d?password=hunter2").unwrap();
        assert_eq!(url.to_string(), "mysql://u@[::1]:3307/d");
        assert!(!format!("{url:?}").contains("hunter2"));
        let url = Url::parse("mysql://u:hunter2@/d?socket=/run/s").unwrap();
        assert_eq!(url.to_string(), "mysql://u@/d?socket=/run/s");
    }
}
