//! Where to connect and as whom: the address, then option files, then the environment, then what is usual, as in the client `mysql`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::option_file::OptionFiles;
use super::url::Url;
use crate::address::port_of;
use crate::environment::Environment;
use crate::tls::{TlsConfig, TlsMode, TlsParameters};

/// Where to connect and as whom.
#[derive(Clone)]
pub(super) struct Config {
    pub host: Host,
    pub database: String,
    pub user: String,
    pub password: Option<String>,
    pub tls: TlsConfig,
    pub timeout: Option<Duration>,
}

/// What to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    /// A name or an address, and a port.
    Tcp(String, u16),
    /// The file of a Unix socket.
    Socket(PathBuf),
}

/// What the client calls the files of certificates and keys.
static TLS_PARAMETERS: TlsParameters =
    TlsParameters { roots: "ssl-ca", certificate: "ssl-cert", key: "ssl-key" };

/// The variables that parameters come from.
const VARIABLES: [(&str, &str); 4] = [
    ("host", "MYSQL_HOST"),
    ("port", "MYSQL_TCP_PORT"),
    ("socket", "MYSQL_UNIX_PORT"),
    ("password", "MYSQL_PWD"),
];

/// The files that servers have their sockets in, on the systems that there are.
const SOCKETS: [&str; 5] = [
    "/run/mysqld/mysqld.sock",
    "/var/run/mysqld/mysqld.sock",
    "/var/lib/mysql/mysql.sock",
    "/run/mysql/mysql.sock",
    "/tmp/mysql.sock",
];
const PORT: u16 = 3306;
/// The host that means the Unix socket.
const LOCAL: &str = "localhost";

impl Config {
    /// The one of an address.
    ///
    /// # Errors
    /// What is missing or makes no sense, without a password.
    pub fn of(url: &Url, environment: &dyn Environment) -> Result<Config, String> {
        let files = OptionFiles::read(environment);
        let get = |name: &str| -> Option<String> {
            let variable = || {
                let (_, variable) = VARIABLES.iter().find(|(known, _)| *known == name)?;
                environment.variable(variable)
            };
            let found = url.get(name).or_else(|| files.get(name)).map(str::to_owned).or_else(variable);
            found.filter(|value| !value.is_empty())
        };
        let user = get("user").or_else(|| environment.user());
        let user =
            user.ok_or("who connects is not known; name the user, as in mysql://USER@HOST/DATABASE")?;
        Ok(Config {
            host: host(url, &get)?,
            database: url.get("database").unwrap_or_default().to_owned(),
            user,
            password: get("password"),
            tls: tls(url, &get, environment)?,
            timeout: timeout(get("connect-timeout").as_deref())?,
        })
    }

    /// What messages call the database.
    pub fn server(&self) -> Url {
        let user = ("user", self.user.clone());
        let database = ("database", self.database.clone());
        match &self.host {
            Host::Tcp(name, port) => {
                let port = Some(("port", port.to_string())).filter(|_| *port != PORT);
                Url::of([user, database, ("host", name.clone())].into_iter().chain(port))
            }
            Host::Socket(file) => Url::of([user, database, ("socket", file.display().to_string())]),
        }
    }

    /// What messages call the host.
    pub fn host_text(&self) -> String {
        match &self.host {
            Host::Tcp(name, port) => format!("{name}, port {port}"),
            Host::Socket(file) => file.display().to_string(),
        }
    }
}

/// The host of the address counts before a socket from elsewhere, and `localhost` without a port is the socket.
fn host(url: &Url, get: &dyn Fn(&str) -> Option<String>) -> Result<Host, String> {
    if let Some(file) = url.get("socket") {
        return Ok(Host::Socket(file.into()));
    }
    let port = match get("port") {
        Some(port) => port_of(&port)?.parse().unwrap_or(PORT),
        None => PORT,
    };
    let name = get("host").unwrap_or_else(|| LOCAL.into());
    let has_port = url.get("port").is_some();
    // Only option files say it, so that a port of the address counts before it.
    let protocol = get("protocol").unwrap_or_default().to_ascii_lowercase();
    if name != LOCAL || has_port || protocol == "tcp" || !cfg!(unix) {
        return Ok(Host::Tcp(name, port));
    }
    let usual = || SOCKETS.iter().find(|file| Path::new(file).exists()).map(|file| (*file).to_owned());
    Ok(match get("socket").or_else(usual) {
        Some(file) => Host::Socket(file.into()),
        None if protocol == "socket" => Host::Socket(SOCKETS[0].into()),
        None => Host::Tcp(name, port),
    })
}

/// Whether the connection is encrypted, and whom it believes.
fn tls(
    url: &Url,
    get: &dyn Fn(&str) -> Option<String>,
    environment: &dyn Environment,
) -> Result<TlsConfig, String> {
    let read = |parameter: &str| -> Result<Option<(PathBuf, String)>, String> {
        let Some(path) = get(parameter).map(PathBuf::from) else { return Ok(None) };
        match environment.read(&path) {
            Ok(text) => Ok(Some((path, text))),
            Err(error) => Err(format!("{parameter}: {}: {error}", path.display())),
        }
    };
    let mode = get("ssl-mode").or_else(|| switched(url, get).map(str::to_owned));
    let mode = tls_mode(mode.as_deref(), get("ssl-ca").is_some())?;
    let config = TlsConfig { mode, roots: None, identity: None, parameters: &TLS_PARAMETERS };
    if mode == TlsMode::Disable {
        return Ok(config);
    }
    // Without a check, certificates are not looked at.
    let checks = matches!(mode, TlsMode::VerifyCa | TlsMode::VerifyFull);
    let roots = if checks { read("ssl-ca")?.map(|(_, text)| text) } else { None };
    if checks && roots.is_none() {
        let text = "whom to believe is not known: give the file of certificates by ssl-ca, such as \
                    /etc/ssl/certs/ca-certificates.crt; ssl-mode=REQUIRED encrypts without a check";
        return Err(text.into());
    }
    let identity = match (read("ssl-cert")?, read("ssl-key")?) {
        (Some((_, certificate)), Some((_, key))) => Some((certificate, key)),
        _ => None,
    };
    Ok(TlsConfig { roots, identity, ..config })
}

/// The mode that the switches of option files say, as MariaDB's client has them. An authority that the address names counts before.
fn switched(url: &Url, get: &dyn Fn(&str) -> Option<String>) -> Option<&'static str> {
    let (ssl, verify) = (get("ssl"), get("ssl-verify-server-cert"));
    if ssl.as_deref() == Some("0") {
        return url.get("ssl-ca").is_none().then_some("DISABLED");
    }
    if verify.as_deref() == Some("1") {
        return Some("VERIFY_IDENTITY");
    }
    // One that an option file names has the certificate checked.
    (ssl.is_some() && get("ssl-ca").is_none()).then_some("REQUIRED")
}

/// Who names an authority wants the server's certificate to be checked, as in the client.
fn tls_mode(mode: Option<&str>, has_roots: bool) -> Result<TlsMode, String> {
    let Some(mode) = mode else {
        return Ok(if has_roots { TlsMode::VerifyCa } else { TlsMode::Prefer });
    };
    Ok(match mode.to_ascii_uppercase().as_str() {
        "DISABLED" => TlsMode::Disable,
        "PREFERRED" => TlsMode::Prefer,
        "REQUIRED" => TlsMode::Require,
        "VERIFY_CA" => TlsMode::VerifyCa,
        "VERIFY_IDENTITY" => TlsMode::VerifyFull,
        _ => {
            return Err(format!(
                "there is no ssl-mode {mode}; there are DISABLED, PREFERRED, REQUIRED, VERIFY_CA and VERIFY_IDENTITY"
            ));
        }
    })
}

/// Seconds; 0 is without a limit.
fn timeout(seconds: Option<&str>) -> Result<Option<Duration>, String> {
    let Some(text) = seconds else { return Ok(None) };
    match text.trim().parse::<u32>() {
        Ok(0) => Ok(None),
        Ok(seconds) => Ok(Some(Duration::from_secs(seconds.into()))),
        Err(_) => Err(format!("connect-timeout: `{text}` is no number of seconds")),
    }
}

#[cfg(test)]
mod tests;
