//! Where to connect and as whom: the address, then the service, then the environment, then what is usual, as in libpq.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::url::{KNOWN, Url};
use super::{pgpass, service};
use crate::address::port_of;
use crate::environment::Environment;
use crate::tls::{TlsConfig, TlsMode, TlsParameters};

/// Where to connect and as whom.
#[derive(Clone)]
pub(super) struct Config {
    pub host: Host,
    pub port: u16,
    pub database: String,
    pub user: String,
    pub password: Option<String>,
    pub tls: TlsConfig,
    pub timeout: Option<Duration>,
    pub application: String,
    /// Settings of the server, as `-c NAME=VALUE`.
    pub options: Option<String>,
    /// What to say before connecting.
    pub notes: Vec<String>,
}

/// What to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    /// A name or an address.
    Tcp { name: String, address: Option<String> },
    /// The folder of a Unix socket.
    Socket(PathBuf),
}

/// What libpq calls the files of certificates and keys.
static TLS_PARAMETERS: TlsParameters =
    TlsParameters { roots: "sslrootcert", certificate: "sslcert", key: "sslkey" };

/// The variables that parameters come from.
const VARIABLES: [(&str, &str); 15] = [
    ("host", "PGHOST"),
    ("hostaddr", "PGHOSTADDR"),
    ("port", "PGPORT"),
    ("dbname", "PGDATABASE"),
    ("user", "PGUSER"),
    ("password", "PGPASSWORD"),
    ("passfile", "PGPASSFILE"),
    ("sslmode", "PGSSLMODE"),
    ("sslrootcert", "PGSSLROOTCERT"),
    ("sslcert", "PGSSLCERT"),
    ("sslkey", "PGSSLKEY"),
    ("connect_timeout", "PGCONNECT_TIMEOUT"),
    ("application_name", "PGAPPNAME"),
    ("options", "PGOPTIONS"),
    ("channel_binding", "PGCHANNELBINDING"),
];

/// The folders that servers have their sockets in.
const SOCKET_FOLDERS: [&str; 2] = ["/var/run/postgresql", "/tmp"];
const PORT: u16 = 5432;

impl Config {
    /// The one of an address.
    ///
    /// # Errors
    /// What is missing or makes no sense, without a password.
    pub fn of(url: &Url, environment: &dyn Environment) -> Result<Config, String> {
        let of_service = service_of(url, environment)?;
        let get = |name: &str| -> Option<String> {
            let variable = || {
                let (_, variable) = VARIABLES.iter().find(|(known, _)| *known == name)?;
                environment.variable(variable)
            };
            let service =
                || of_service.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone());
            let found = url.get(name).map(str::to_owned).or_else(service).or_else(variable);
            found.filter(|value| !value.is_empty())
        };
        let port = match get("port") {
            Some(port) => port_of(&port)?.parse().unwrap_or(PORT),
            None => PORT,
        };
        let user = get("user").or_else(|| environment.user());
        let user =
            user.ok_or("who connects is not known; name the user, as in postgres://USER@HOST/DATABASE")?;
        let mut config = Config {
            host: host(get("host"), get("hostaddr"), port),
            port,
            database: get("dbname").unwrap_or_else(|| user.clone()),
            user,
            password: get("password"),
            tls: tls(&get, environment)?,
            timeout: timeout(get("connect_timeout").as_deref())?,
            application: get("application_name").unwrap_or_else(|| "gush".into()),
            options: get("options"),
            notes: Vec::new(),
        };
        if config.password.is_none() {
            config.look_up_password(get("passfile"), environment);
        }
        Ok(config)
    }

    /// What messages call the database.
    pub fn server(&self) -> Url {
        let (host, port) = match &self.host {
            Host::Tcp { name, .. } => (name.clone(), self.port),
            Host::Socket(folder) => (folder.display().to_string(), self.port),
        };
        let port = Some(("port", port.to_string())).filter(|_| port != PORT);
        let parts = [("user", self.user.clone()), ("host", host), ("dbname", self.database.clone())];
        Url::of(parts.into_iter().chain(port))
    }

    /// What messages call the host.
    pub fn host_text(&self) -> String {
        match &self.host {
            Host::Tcp { name, .. } => format!("{name}, port {}", self.port),
            Host::Socket(folder) => folder.join(socket_name(self.port)).display().to_string(),
        }
    }

    fn look_up_password(&mut self, file: Option<String>, environment: &dyn Environment) {
        let home = || environment.home().map(|home| home.join(".pgpass"));
        let Some(path) = file.map(PathBuf::from).or_else(home) else { return };
        if environment.is_open_to_others(&path) {
            let path = path.display();
            let text =
                format!("{path} is not read, as others may read it; `chmod 600 {path}` keeps it private");
            self.notes.push(text);
            return;
        }
        let Ok(text) = environment.read(&path) else { return };
        let host = match &self.host {
            Host::Tcp { name, .. } => name.clone(),
            Host::Socket(folder) if SOCKET_FOLDERS.iter().any(|usual| folder == Path::new(usual)) => {
                "localhost".into()
            }
            Host::Socket(folder) => folder.display().to_string(),
        };
        let port = self.port.to_string();
        self.password = pgpass::password(&text, [&host, &port, &self.database, &self.user]);
    }
}

/// The parameters of the service that is asked for.
fn service_of(url: &Url, environment: &dyn Environment) -> Result<Vec<(String, String)>, String> {
    let name = url.get("service").map(str::to_owned).or_else(|| environment.variable("PGSERVICE"));
    let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(Vec::new()) };
    let given = environment.variable("PGSERVICEFILE").map(PathBuf::from);
    let own = environment.home().map(|home| home.join(".pg_service.conf"));
    let shared =
        environment.variable("PGSYSCONFDIR").map(|folder| Path::new(&folder).join("pg_service.conf"));
    let files: Vec<PathBuf> = given.or(own).into_iter().chain(shared).collect();
    for path in &files {
        let Ok(text) = environment.read(path) else { continue };
        let found =
            service::parameters(&text, &name).map_err(|wrong| format!("{}: {wrong}", path.display()))?;
        let Some(found) = found else { continue };
        if let Some((unknown, _)) = found.iter().find(|(known, _)| !KNOWN.contains(&&known[..])) {
            return Err(format!("{}: there is no parameter {unknown}", path.display()));
        }
        return Ok(found);
    }
    let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    Err(format!("there is no service {name} in {}", files.join(" or ")))
}

fn host(host: Option<String>, address: Option<String>, port: u16) -> Host {
    match (host, address) {
        (Some(host), None) if host.starts_with('/') => Host::Socket(host.into()),
        (Some(name), address) => Host::Tcp { name, address },
        (None, Some(address)) => Host::Tcp { name: address.clone(), address: Some(address) },
        (None, None) => {
            let is_there = |folder: &&str| Path::new(folder).join(socket_name(port)).exists();
            match SOCKET_FOLDERS.iter().find(|folder| is_there(folder)) {
                Some(folder) => Host::Socket(folder.into()),
                None => Host::Tcp { name: "localhost".into(), address: None },
            }
        }
    }
}

/// The name of a server's socket.
pub(super) fn socket_name(port: u16) -> String {
    format!(".s.PGSQL.{port}")
}

/// The folder of a user's certificates and keys, in the home folder.
const OWN_FOLDER: &str = ".postgresql";

/// Whether the connection is encrypted, and whom it believes.
fn tls(get: &dyn Fn(&str) -> Option<String>, environment: &dyn Environment) -> Result<TlsConfig, String> {
    let mode = tls_mode(get("sslmode").as_deref())?;
    if get("channel_binding").as_deref() == Some("require") {
        return Err("channel_binding=require is not supported".into());
    }
    let own = |name: &str| environment.home().map(|home| home.join(OWN_FOLDER).join(name));
    let read = |parameter: &str, name: &str| -> Result<Option<(PathBuf, String)>, String> {
        let given = get(parameter).map(PathBuf::from);
        let is_given = given.is_some();
        let Some(path) = given.or_else(|| own(name)) else { return Ok(None) };
        match environment.read(&path) {
            Ok(text) => Ok(Some((path, text))),
            Err(error) if is_given => Err(format!("{parameter}: {}: {error}", path.display())),
            Err(_) => Ok(None),
        }
    };
    if mode == TlsMode::Disable {
        return Ok(TlsConfig { mode, roots: None, identity: None, parameters: &TLS_PARAMETERS });
    }
    if get("sslrootcert").as_deref() == Some("system") {
        let text = "sslrootcert=system is not supported; name the system's file, such as /etc/ssl/certs/ca-certificates.crt";
        return Err(text.into());
    }
    let roots = read("sslrootcert", "root.crt")?.map(|(_, text)| text);
    if roots.is_none() && matches!(mode, TlsMode::VerifyCa | TlsMode::VerifyFull) {
        let text = "whom to believe is not known: give the file of certificates by sslrootcert, or in ~/.postgresql/root.crt; sslmode=require \
                    encrypts without a check";
        return Err(text.into());
    }
    let identity = match (read("sslcert", "postgresql.crt")?, read("sslkey", "postgresql.key")?) {
        (Some(_), Some((path, _))) if environment.is_open_to_others(&path) => {
            let path = path.display();
            return Err(format!("others may read the key {path}; `chmod 600 {path}` keeps it private"));
        }
        (Some((_, certificate)), Some((_, key))) => Some((certificate, key)),
        _ if get("sslcert").is_some() => {
            return Err("sslcert is given, and its key is not: sslkey names the file of it".into());
        }
        _ if get("sslkey").is_some() => {
            return Err("sslkey is given, and its certificate is not: sslcert names the file of it".into());
        }
        _ => None,
    };
    Ok(TlsConfig { mode, roots, identity, parameters: &TLS_PARAMETERS })
}

fn tls_mode(mode: Option<&str>) -> Result<TlsMode, String> {
    Ok(match mode {
        Some("disable") => TlsMode::Disable,
        // Without TLS first, which a server that wants it refuses: the next is as good.
        None | Some("prefer" | "allow") => TlsMode::Prefer,
        Some("require") => TlsMode::Require,
        Some("verify-ca") => TlsMode::VerifyCa,
        Some("verify-full") => TlsMode::VerifyFull,
        Some(other) => {
            return Err(format!(
                "there is no sslmode {other}; there are disable, allow, prefer, require, verify-ca and verify-full"
            ));
        }
    })
}

/// Seconds; 0 is without a limit, and less than 2 are 2, as in libpq.
fn timeout(seconds: Option<&str>) -> Result<Option<Duration>, String> {
    let Some(text) = seconds else { return Ok(None) };
    let seconds: i64 =
        text.parse().map_err(|_| format!("connect_timeout: `{text}` is no number of seconds"))?;
    Ok((seconds > 0).then(|| Duration::from_secs(seconds.max(2) as u64)))
}

#[cfg(test)]
mod tests;
