//! Speaking to a running meter: a socket of the user's own, named by the process id, that only the user may open.
//!
//! A request is one line of words with NULs between them; the first is `set`, with the words of a command line behind it,
//! or `query`. The answer is one line: a JSON object for a query, `ok`, or `error: ` and what is wrong.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use gush_pipe::peer;

use crate::display::Order;
use crate::home;

/// How long either side waits for the other.
const PATIENCE: Duration = Duration::from_secs(5);
/// No request is longer.
const LONGEST: u64 = 64 << 10;

/// A meter's ear; deaf, and its socket gone, when dropped.
#[derive(Debug)]
pub struct Ear {
    socket: PathBuf,
}

impl Ear {
    /// Listens for other processes, and hands what they ask for to `orders`.
    ///
    /// # Errors
    /// When the socket cannot be made.
    pub fn open(orders: Sender<Order>) -> io::Result<Ear> {
        let folder = home::folder()?;
        sweep(&folder);
        let socket = socket_of(process::id())?;
        // Nobody finds it before it listens, and is its user's alone. One of the same name is left over from a process
        // that is no more.
        let unready = socket.with_extension("new");
        let _ = fs::remove_file(&unready);
        let listener = UnixListener::bind(&unready)?;
        fs::set_permissions(&unready, fs::Permissions::from_mode(0o600))?;
        fs::rename(&unready, &socket)?;
        // Its socket goes with it, also where no thread can be started.
        let ear = Ear { socket };
        thread::Builder::new().name("ear".into()).spawn(move || {
            for stream in listener.incoming().flatten() {
                // One that asks badly is not answered, and does no harm.
                let _ = answer(stream, &orders);
            }
        })?;
        Ok(ear)
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.socket);
    }
}

/// Removes the sockets of meters that were killed: those that nobody listens on. A meter that is just starting names its
/// own only once it listens.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_socket = path.extension().is_some_and(|extension| extension == "sock");
        // One that was stopped may have no room for another connection, and is let alone.
        let lives = || path.file_stem().is_some_and(|id| Path::new("/proc").join(id).exists());
        let refused =
            || UnixStream::connect(&path).is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused);
        if is_socket && !lives() && refused() {
            let _ = fs::remove_file(&path);
        }
    }
}

fn socket_of(id: u32) -> io::Result<PathBuf> {
    Ok(home::folder()?.join(format!("{id}.sock")))
}

fn answer(mut stream: UnixStream, orders: &Sender<Order>) -> io::Result<()> {
    if !peer::is_own(&stream) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut request = String::new();
    BufReader::new(io::Read::take(&stream, LONGEST)).read_line(&mut request)?;
    let mut words = request.trim_end_matches('\n').split('\0').map(str::to_owned);
    let text = match words.next().as_deref() {
        Some("query") => ask(orders, Order::Query),
        Some("set") => {
            let words = words.collect();
            match ask(orders, |answer| Order::Change(words, answer)) {
                Some(Ok(())) => Some("ok".into()),
                Some(Err(mistake)) => Some(format!("error: {mistake}")),
                None => None,
            }
        }
        _ => Some("error: neither set nor query".into()),
    };
    let text = text.unwrap_or_else(|| "error: it is just ending".into());
    stream.write_all(format!("{}\n", text.replace('\n', " ")).as_bytes())
}

/// Gives the meter an order, and waits for what it says.
fn ask<T>(orders: &Sender<Order>, order: impl FnOnce(Sender<T>) -> Order) -> Option<T> {
    let (answer, answered) = mpsc::channel();
    orders.send(order(answer)).ok()?;
    answered.recv_timeout(PATIENCE).ok()
}

/// Asks the meter with process id `id` for its state: a JSON object.
///
/// # Errors
/// When there is no such meter, or it does not answer.
pub fn query(id: u32) -> io::Result<String> {
    request(id, "query")
}

/// Has the meter with process id `id` take the settings that `words` of a command line are.
///
/// # Errors
/// When there is no such meter, it does not answer, or it says what is wrong with the words.
pub fn change(id: u32, words: &[String]) -> io::Result<()> {
    let request_text =
        ["set".to_owned()].iter().chain(words).map(|word| word.replace('\n', " ")).collect::<Vec<_>>();
    match request(id, &request_text.join("\0"))?.strip_prefix("error: ") {
        Some(mistake) => Err(io::Error::other(mistake.to_owned())),
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
    stream.set_read_timeout(Some(2 * PATIENCE))?;
    stream.write_all(format!("{text}\n").as_bytes())?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    if answer.is_empty() { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(answer.trim_end().to_owned()) }
}
