//! A PostgreSQL server of the test's own: its cluster in a temporary folder, reachable by a socket in that
//! folder only, removed when the test ends.

use crate::fresh_data::fresh_data;
use crate::program::{User, find};
use crate::{Outcome, Program, Running, Scratch, Signal, wait_until};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Where distributions keep the server's programs, which are seldom on `PATH`.
const HOMES: [&str; 4] = ["/usr/lib/postgresql", "/usr/libexec", "/usr", "/opt/homebrew/opt"];

/// The programs of it that are used here.
const PROGRAMS: [&str; 4] = ["initdb", "postgres", "pg_isready", "psql"];

/// The database's superuser.
const ROLE: &str = "gush";

/// A running server, stopped and removed when dropped, also by a panicking test.
pub struct Postgres {
    programs: PathBuf,
    server: Option<Running>,
    scratch: Scratch,
    port: u16,
    addresses: String,
    user: Option<User>,
}

/// The port that servers and clients take where none is named.
const PORT: u16 = 5432;

impl Postgres {
    /// Makes a cluster and starts its server. The test must have asked for `postgres` by
    /// [`need!`](crate::need!).
    ///
    /// # Panics
    /// When that fails; the server's own messages are shown.
    #[must_use]
    #[track_caller]
    pub fn start() -> Self {
        Self::started(PORT, "")
    }

    /// The same, reachable by TCP on a port of this machine too.
    ///
    /// # Panics
    /// As [`Postgres::start`].
    #[must_use]
    #[track_caller]
    pub fn start_over_tcp() -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        Self::started(free.expect("some port is free").port(), "127.0.0.1")
    }

    #[track_caller]
    fn started(port: u16, addresses: &str) -> Self {
        let programs = programs().expect("the test has asked whether PostgreSQL can be used");
        let user = user().expect("the test has asked whether PostgreSQL can be used");
        let scratch = Scratch::new();
        if let Some(user) = &user {
            std::os::unix::fs::chown(scratch.folder(), Some(user.id), Some(user.group))
                .expect("root may give a folder away");
        }
        let program = |name: &str| Program::new(programs.join(name)).run_as(user).within(scratch.folder());
        let initdb = ["-D", "data", "-A", "trust", "-U", ROLE, "-E", "UTF8", "--locale=C", "-N"];
        let version = program("postgres").arg("--version").run().ok();
        let kind = format!("{}, user {}", version.text().trim_end(), user.map_or(0, |user| user.id));
        fresh_data(&kind, &scratch.path("data"), || {
            program("initdb").args(initdb).run().ok();
        });
        let mut started =
            Self { programs, server: None, scratch, port, addresses: addresses.to_owned(), user };
        started.start_again();
        started
    }

    /// Starts the server once more, after [`Postgres::crash`].
    ///
    /// # Panics
    /// When it does not answer.
    #[track_caller]
    pub fn start_again(&mut self) {
        let server = Program::new(self.programs.join("postgres")).run_as(self.user).within(self.folder());
        let (addresses, port) = (&self.addresses, self.port);
        let server = server
            .args([
                "-D",
                "data",
                "-F",
                "-c",
                &format!("listen_addresses={addresses}"),
                "-p",
                &port.to_string(),
                "-c",
                "dynamic_shared_memory_type=mmap",
            ])
            .args([OsStr::new("-k"), self.folder().as_os_str()])
            .spawn();
        self.server = Some(server);
        self.wait_until_it_answers();
    }

    /// Ends the server as a crash does: without a word to its clients, and without writing what it has in memory. Its data stays.
    ///
    /// # Panics
    /// When there is none.
    pub fn crash(&mut self) {
        let server = self.server.take().expect("a server runs");
        server.signal(Signal::QUIT);
        drop(server.finish());
    }

    /// A program that runs as the server's user, in its folder.
    pub fn beside(&self, program: &str) -> Program {
        Program::new(program).run_as(self.user).within(self.folder())
    }

    /// Gives a file or a folder to the server's user.
    ///
    /// # Panics
    /// When that is not allowed.
    #[track_caller]
    pub fn give(&self, path: &Path) {
        if let Some(user) = self.user {
            std::os::unix::fs::chown(path, Some(user.id), Some(user.group)).expect("root may give it away");
        }
    }

    #[track_caller]
    fn wait_until_it_answers(&self) {
        let server = self.server.as_ref().expect("a server runs until it is dropped");
        wait_until("PostgreSQL to answer", || {
            assert!(!server.is_over(), "the PostgreSQL server did not start: {}", server.errors_so_far());
            let asked = Program::new(self.programs.join("pg_isready"))
                .arg("-q")
                .arg("-h")
                .arg(self.socket_folder())
                .args(["-p", &self.port.to_string()]);
            asked.run().end == crate::End::Code(0)
        });
    }

    fn socket_folder(&self) -> &Path {
        self.scratch.folder()
    }

    /// The port that it answers at.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder of the server's socket, and of its data.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.scratch.folder()
    }

    /// Lets other roles than the superuser log in by these lines of `pg_hba.conf` only.
    ///
    /// # Panics
    /// When the server does not read them.
    #[track_caller]
    pub fn let_in_by(&self, lines: &str) {
        let file = self.folder().join("data/pg_hba.conf");
        fs::write(file, format!("local all {ROLE} trust\n{lines}\n")).expect("the file can be written");
        let loaded = || self.sql("select pg_conf_load_time()").text().to_owned();
        let before = loaded();
        self.sql("select pg_reload_conf()");
        wait_until("PostgreSQL to read who may log in", || loaded() != before);
    }

    /// Runs SQL, or a command of `psql` such as `\d`, which must succeed; its rows come without
    /// decoration, the fields separated by `|`.
    ///
    /// # Panics
    /// When it fails.
    #[track_caller]
    pub fn sql(&self, sql: &str) -> Outcome {
        Program::shell(&format!("{} -c \"$SQL\"", self.psql())).env("SQL", sql).run().ok().silent()
    }

    /// The environment in which a plain `psql` is the one of this server and finds it.
    #[must_use]
    pub fn client_env(&self) -> Vec<(String, String)> {
        let path = std::env::var("PATH").unwrap_or_default();
        let variables = [
            ("PATH", format!("{}:{path}", self.programs.display())),
            ("PGHOST", self.socket_folder().display().to_string()),
            ("PGPORT", self.port.to_string()),
            ("PGUSER", ROLE.into()),
            ("PGDATABASE", "postgres".into()),
        ];
        variables.map(|(name, value)| (name.into(), value)).into()
    }

    /// The `psql` of this server as a command for a shell, to be followed by `-c COMMAND` or fed by a pipe. It
    /// stops at the first error.
    #[must_use]
    pub fn psql(&self) -> String {
        let (program, socket) = (self.programs.join("psql"), self.socket_folder());
        let (program, socket, port) = (program.display(), socket.display(), self.port);
        format!("'{program}' -X -q -A -t -v ON_ERROR_STOP=1 -h '{socket}' -p {port} -U {ROLE} -d postgres")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let Some(server) = self.server.take() else { return };
        if !server.is_over() {
            // A fast shutdown: connections are ended, the server's own processes and memory go.
            server.signal(Signal::INT);
        }
        drop(server.finish());
    }
}

/// Whether a server can be run here.
pub(crate) fn usable() -> Result<(), String> {
    programs()?;
    user().map(drop)
}

/// The folder of the server's programs: that of the `initdb` on `PATH`, or the newest where distributions
/// keep them.
fn programs() -> Result<PathBuf, String> {
    let on_path = find("initdb").and_then(|initdb| initdb.canonicalize().map_err(|why| why.to_string()));
    let mut found: Vec<PathBuf> = HOMES.iter().flat_map(|home| versions(Path::new(home))).collect();
    found.sort_by_key(|folder| version(folder));
    found.extend(on_path.iter().filter_map(|initdb| initdb.parent()).map(Path::to_owned));
    found.retain(|folder| PROGRAMS.iter().all(|program| folder.join(program).is_file()));
    found.pop().ok_or_else(|| "PostgreSQL's server is not installed (script/bootstrap test)".into())
}

/// The `bin` folders of the versions below `home`.
fn versions(home: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(home).into_iter().flatten().flatten();
    entries.map(|entry| entry.path().join("bin")).collect()
}

/// The number in `…/17/bin` or `…/postgresql-17/bin`.
fn version(bin: &Path) -> u32 {
    let text = bin.to_string_lossy();
    let digits = text.chars().rev().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit);
    let digits: Vec<char> = digits.collect();
    digits.iter().rev().collect::<String>().parse().unwrap_or(0)
}

/// Whom to run the server as: PostgreSQL refuses to run as root.
fn user() -> Result<Option<User>, String> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let accounts = fs::read_to_string("/etc/passwd").map_err(|why| format!("/etc/passwd: {why}"))?;
    let found = ["postgres", "nobody"].iter().find_map(|name| account(&accounts, name));
    found.map(Some).ok_or_else(|| "PostgreSQL does not run as root, and there is no other user".into())
}

fn account(accounts: &str, name: &str) -> Option<User> {
    let fields = accounts.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let fields = fields.into_iter().find(|fields| fields.first() == Some(&name))?;
    Some(User { id: fields.get(2)?.parse().ok()?, group: fields.get(3)?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::{Postgres, account, version};
    use crate::{need, wait_until};
    use std::path::Path;

    #[test]
    fn versions_are_numbers() {
        assert_eq!(version(Path::new("/usr/lib/postgresql/15/bin")), 15);
        assert_eq!(version(Path::new("/usr/pgsql-9/bin")), 9);
        assert_eq!(version(Path::new("/usr/local/bin")), 0);
    }

    #[test]
    fn accounts_are_found_by_name() {
        let accounts = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n";
        let found = account(accounts, "nobody").expect("it is there");
        assert_eq!((found.id, found.group), (65534, 65533));
        assert!(account(accounts, "postgres").is_none());
    }

    #[test]
    fn a_server_answers_by_its_socket_alone_and_leaves_nothing_behind() {
        need!("postgres");
        let server = Postgres::start();
        assert_eq!(server.sql("select 6 * 7").text(), "42\n");
        assert_eq!(server.sql("show listen_addresses").text(), "\n");
        let folder = server.scratch.folder().to_owned();
        let lock = std::fs::read_to_string(folder.join("data/postmaster.pid")).unwrap();
        let process = Path::new("/proc").join(lock.lines().next().unwrap());
        drop(server);
        assert!(!folder.exists());
        wait_until("the server's process to be gone", || !process.exists());
    }

    #[test]
    fn a_panicking_test_leaves_no_server() {
        need!("postgres");
        let folder = std::sync::Mutex::new(None);
        let test = std::panic::catch_unwind(|| {
            let server = Postgres::start();
            *folder.lock().unwrap() = Some(server.scratch.folder().to_owned());
            server.sql("select no_such_column");
        });
        assert!(test.is_err());
        assert!(!folder.into_inner().unwrap().expect("the server started").exists());
    }
}
