//! The control socket of a running meter: named by its process id, and open only to the user who runs it.
//!
//! A request is one line, separated by NULs: `set` followed by the arguments of a command line,
//! or `query`. The answer is one line: a JSON object for a query, `ok`, or `error: ` and what is wrong.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use gush_pipe::peer;

use crate::display::Event;
use crate::user_folder;

/// How long either side waits for the other.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long an answer that is being written may hold up the end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum length of a request.
const MAX_REQUEST: u64 = 64 << 10;

/// A meter's control socket, which is removed when this is dropped.
#[derive(Debug)]
pub struct ControlSocket {
    socket: PathBuf,
    /// Held while a request is answered.
    answering: Arc<Mutex<()>>,
}

impl ControlSocket {
    /// Listens for requests of other processes, and sends them to `events`.
    ///
    /// # Errors
    /// When the socket cannot be made.
    pub fn open(events: Sender<Event>) -> io::Result<ControlSocket> {
        let folder = user_folder::folder()?;
        sweep(&folder);
        let socket = socket_of(process::id())?;
        // Nobody finds it before it listens, and before it is its user's alone. One of the same name is left over from a process
        // that is no more.
        let unready = socket.with_extension("new");
        let _ = fs::remove_file(&unready);
        let listener = UnixListener::bind(&unready)?;
        fs::set_permissions(&unready, fs::Permissions::from_mode(0o600))?;
        fs::rename(&unready, &socket)?;
        let answering = Arc::<Mutex<()>>::default();
        // The file is removed with it, also where no thread can be started.
        let control = ControlSocket { socket, answering: Arc::clone(&answering) };
        thread::Builder::new().name("control".into()).spawn(move || {
            for stream in listener.incoming().flatten() {
                // A malformed request is not answered, and does no harm.
                let _ = answer(stream, &events, &answering);
            }
        })?;
        Ok(control)
    }
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.socket);
        // The process may end after this: a request that has been carried out is answered first.
        let start = Instant::now();
        while self.answering.try_lock().is_err() && start.elapsed() < SHUTDOWN_TIMEOUT {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Removes the sockets of meters that were killed: those on which no process listens. A meter that is just starting names its
/// own only once it listens.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_socket = path.extension().is_some_and(|extension| extension == "sock");
        // One that was stopped may accept no more connections, and is left alone.
        let lives = || path.file_stem().is_some_and(|id| Path::new("/proc").join(id).exists());
        let refused =
            || UnixStream::connect(&path).is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused);
        if is_socket && !lives() && refused() {
            let _ = fs::remove_file(&path);
        }
    }
}

fn socket_of(id: u32) -> io::Result<PathBuf> {
    Ok(user_folder::folder()?.join(format!("{id}.sock")))
}

fn answer(mut stream: UnixStream, events: &Sender<Event>, answering: &Mutex<()>) -> io::Result<()> {
    if !peer::is_own(&stream) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut request = String::new();
    BufReader::new(io::Read::take(&stream, MAX_REQUEST)).read_line(&mut request)?;
    let mut arguments = request.trim_end_matches('\n').split('\0').map(str::to_owned);
    let _answering = answering.lock();
    let text = match arguments.next().as_deref() {
        Some("query") => ask(events, Event::Query),
        Some("set") => {
            let arguments = arguments.collect();
            match ask(events, |answer| Event::Change(arguments, answer)) {
                Some(Ok(())) => Some("ok".into()),
                Some(Err(reason)) => Some(format!("error: {reason}")),
                None => None,
            }
        }
        _ => Some("error: neither set nor query".into()),
    };
    let text = text.unwrap_or_else(|| "error: it is just ending".into());
    stream.write_all(format!("{}\n", text.replace('\n', " ")).as_bytes())
}

/// Sends the meter an event, and waits for its answer.
fn ask<T>(events: &Sender<Event>, event: impl FnOnce(Sender<T>) -> Event) -> Option<T> {
    let (answer, answered) = mpsc::channel();
    events.send(event(answer)).ok()?;
    answered.recv_timeout(TIMEOUT).ok()
}

/// Asks the meter with process id `id` for its state: a JSON object.
///
/// # Errors
/// When there is no such meter, or it does not answer.
pub fn query(id: u32) -> io::Result<String> {
    request(id, "query")
}

/// Changes the settings of the meter with process id `id`, by the arguments of a command line.
///
/// # Errors
/// When there is no such meter, it does not answer, or it refuses the arguments; the message says why.
pub fn change(id: u32, arguments: &[String]) -> io::Result<()> {
    let request_text: Vec<String> =
        ["set".to_owned()].iter().chain(arguments).map(|argument| argument.replace('\n', " ")).collect();
    match request(id, &request_text.join("\0"))?.strip_prefix("error: ") {
        Some(reason) => Err(io::Error::other(reason.to_owned())),
        None => Ok(()),
    }
}

fn request(id: u32, text: &str) -> io::Result<String> {
    let socket = socket_of(id)?;
    let metadata = fs::symlink_metadata(&socket)?;
    if !peer::owns(&metadata) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let mut stream = UnixStream::connect(&socket)?;
    stream.set_read_timeout(Some(2 * TIMEOUT))?;
    stream.write_all(format!("{text}\n").as_bytes())?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    if answer.is_empty() { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(answer.trim_end().to_owned()) }
}
