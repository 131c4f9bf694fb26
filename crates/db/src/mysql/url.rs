//! Addresses of databases: `mysql://USER:PASSWORD@HOST:PORT/DATABASE`, with parameters named as the options of the client `mysql`.

use std::fmt;

use crate::address::{Parameters, parameter, without_password};

/// An address: parameters by their names, as far as it says them. Displays them without passwords.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url(Parameters);

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
        let (parameters, parts) = Parameters::read(text, "database")?;
        let mut url = Url(parameters);
        for part in parts {
            url.read_parameter(part)?;
        }
        match url.get("database") {
            Some(_) => Ok(url),
            None => Err("the name of the database is missing, as in mysql://USER@HOST/DATABASE".into()),
        }
    }

    /// Hyphens and underscores are the same, as in the client's options.
    fn read_parameter(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = parameter(text)?;
        let name = name.replace('_', "-");
        if self.0.take(&KNOWN, &name, value)? {
            return Ok(());
        }
        Err(match name.as_str() {
            "unix-socket" => "there is no parameter unix_socket; the file of a socket is socket".into(),
            "ssl" | "tls" => format!("there is no parameter {name}; ssl-mode=REQUIRED asks for TLS"),
            _ => format!("there is no parameter {name}; there are {}", KNOWN.join(", ")),
        })
    }

    /// The address of a place that is known.
    pub(super) fn of(parameters: impl IntoIterator<Item = (&'static str, String)>) -> Url {
        Url(parameters.into_iter().collect())
    }

    /// The value of a parameter; an empty one is as if it were not there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, "mysql", self.get("host").unwrap_or_default(), "database")?;
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
            ("mysql:///d?host=a,b", "several hosts are not supported"),
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
