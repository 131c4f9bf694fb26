//! A connection to a server: its start, statements and their rows.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::{DataRowBody, ErrorFields, ErrorResponseBody, Message};
use postgres_protocol::message::frontend;

use super::cancel::Cancel;
use super::server_error::ServerError;
use super::socket::Socket;

/// Why the connection did not do what was asked.
#[derive(Debug)]
pub(super) enum Fault {
    /// The server says why.
    Server(Box<ServerError>),
    /// The connection is lost, or never was.
    Io(io::Error),
    /// The server asks for what cannot be given.
    Refused(String),
}

impl Fault {
    pub fn server(fields: ErrorFields<'_>) -> Fault {
        Fault::Server(Box::new(ServerError::of(fields)))
    }

    pub fn unexpected(when: &str) -> Fault {
        Fault::Refused(format!("the server sent what PostgreSQL does not send {when}"))
    }
}

/// A connection that is open.
pub(super) struct Connection {
    socket: Socket,
    input: BytesMut,
    /// What is read at once goes here first.
    chunk: Vec<u8>,
    /// Warnings of the server that nobody has seen yet.
    warnings: Vec<String>,
    /// How many others there were.
    other_warnings: u64,
    /// Who may ask for the end of a statement, and how the server is asked to cancel it.
    stop: Option<Stop>,
}

/// How a statement ends that someone waits for no more.
struct Stop {
    flag: Arc<AtomicBool>,
    cancel: Option<Cancel>,
    /// When the server was asked to cancel the statement.
    cancelled: Option<Instant>,
}

/// How often it is looked whether someone asks for the end, while the server says nothing.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long the server has to end a statement, before the connection is given up.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// A row: the texts of its columns; none where one is null.
pub(super) type Row = Vec<Option<String>>;

const CHUNK: usize = 8 << 10;
/// More warnings than anybody reads: each row may have one.
const MAX_WARNINGS: usize = 10;

impl Connection {
    /// One over a socket, on which nothing was said yet.
    pub fn new(socket: Socket) -> Connection {
        Connection {
            socket,
            input: BytesMut::new(),
            chunk: vec![0; CHUNK],
            warnings: Vec::new(),
            other_warnings: 0,
            stop: None,
        }
    }

    /// Has every wait end once the flag is set; then the server is asked to cancel the statement.
    pub fn stop_by(&mut self, flag: Arc<AtomicBool>, cancel: Option<Cancel>) -> Result<(), Fault> {
        self.stop = Some(Stop { flag, cancel, cancelled: None });
        self.set_read_timeout(Some(POLL_INTERVAL))
    }

    /// Goes on waiting, unless someone asks for the end, and the server has had its time.
    fn go_on(&mut self, error: io::Error) -> Result<(), Fault> {
        let Some(stop) = &mut self.stop else { return Err(self.last_words(error)) };
        if !stop.flag.load(Ordering::Relaxed) {
            return Ok(());
        }
        match stop.cancelled {
            None => {
                stop.cancelled = Some(Instant::now());
                stop.cancel.iter().for_each(Cancel::send);
                Ok(())
            }
            Some(cancelled) if cancelled.elapsed() < STOP_TIMEOUT => Ok(()),
            Some(_) => Err(Fault::Refused("stopped".into())),
        }
    }

    /// Limits how long a read waits.
    pub fn set_read_timeout(&self, timeout: Option<Duration>) -> Result<(), Fault> {
        self.socket.set_read_timeout(timeout).map_err(Fault::Io)
    }

    /// Writes all of these bytes. While the server takes none, what it says is read, so that neither waits for the other.
    pub fn write(&mut self, mut bytes: &[u8]) -> Result<(), Fault> {
        while !bytes.is_empty() {
            match self.socket.write_some(bytes) {
                Ok(Some(written)) => bytes = &bytes[written..],
                Ok(None) => {
                    self.read_what_came()?;
                }
                Err(error) => return Err(self.last_words(error)),
            }
        }
        Ok(())
    }

    /// What the server said before it closed the connection, rather than that it did.
    fn last_words(&mut self, error: io::Error) -> Fault {
        // Where the other end has closed the socket before it had read all, the first call says only that.
        let mut errors = 0;
        while errors < 2 {
            match self.read_more() {
                Ok(0) => break,
                Ok(_) => {}
                Err(_) => errors += 1,
            }
        }
        while let Ok(Some(message)) = Message::parse(&mut self.input) {
            if let Message::ErrorResponse(body) = message {
                return Fault::server(body.fields());
            }
        }
        Fault::Io(error)
    }

    /// Reads what has come, without waiting.
    fn read_what_came(&mut self) -> Result<(), Fault> {
        match self.socket.read_now(&mut self.chunk) {
            Err(error) => Err(self.last_words(error)),
            Ok(None) => Ok(()),
            Ok(Some(0)) => Err(self.last_words(closed())),
            Ok(Some(read)) => {
                self.input.extend_from_slice(&self.chunk[..read]);
                Ok(())
            }
        }
    }

    fn read_more(&mut self) -> io::Result<usize> {
        let read = self.socket.read(&mut self.chunk)?;
        self.input.extend_from_slice(&self.chunk[..read]);
        Ok(read)
    }

    /// The next message that has come, but for those that may come at any time.
    fn take(&mut self) -> Result<Option<Message>, Fault> {
        while let Some(message) = Message::parse(&mut self.input).map_err(Fault::Io)? {
            match message {
                Message::NoticeResponse(body) => {
                    let notice = ServerError::of(body.fields());
                    if notice.severity == "WARNING" {
                        self.warned(notice.message);
                    }
                }
                Message::ParameterStatus(_) | Message::NotificationResponse(_) => {}
                message => return Ok(Some(message)),
            }
        }
        Ok(None)
    }

    /// Keeps a warning, once, as long as there are few.
    fn warned(&mut self, message: String) {
        if self.warnings.contains(&message) {
            return;
        }
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(message);
        } else {
            self.other_warnings += 1;
        }
    }

    /// Waits for the next message.
    pub fn read(&mut self) -> Result<Message, Fault> {
        loop {
            if let Some(message) = self.take()? {
                return Ok(message);
            }
            match self.read_more() {
                Ok(0) => return Err(Fault::Io(closed())),
                Ok(_) => {}
                Err(error) if has_waited(&error) => self.go_on(error)?,
                Err(error) => return Err(self.last_words(error)),
            }
        }
    }

    /// The next message, if one has come.
    pub fn read_now(&mut self) -> Result<Option<Message>, Fault> {
        self.read_what_came()?;
        self.take()
    }

    /// Gives `each` all messages until the server is ready for the next statement. Of several errors the first counts.
    pub fn until_ready(&mut self, mut each: impl FnMut(&Message) -> Result<(), Fault>) -> Result<(), Fault> {
        let mut result = Ok(());
        loop {
            let message = self.read()?;
            let seen = match &message {
                Message::ReadyForQuery(_) => return result,
                Message::ErrorResponse(body) => {
                    let error = ServerError::of(body.fields());
                    let is_last = error.severity == "FATAL" || error.severity == "PANIC";
                    let fault = Fault::Server(Box::new(error));
                    if is_last {
                        return Err(fault);
                    }
                    Err(fault)
                }
                message => each(message),
            };
            result = result.and(seen);
        }
    }

    /// What the server said, once it is ready for another statement, or gone.
    pub fn after_error(&mut self, body: &ErrorResponseBody) -> Fault {
        let fault = Fault::server(body.fields());
        let _ = self.until_ready(|_| Ok(()));
        fault
    }

    /// Sends a statement.
    pub fn send(&mut self, sql: &str) -> Result<(), Fault> {
        let mut buffer = BytesMut::new();
        frontend::query(sql, &mut buffer).map_err(Fault::Io)?;
        self.write(&buffer)
    }

    /// Runs a statement, or several, and gives their rows.
    pub fn query(&mut self, sql: &str) -> Result<Vec<Row>, Fault> {
        self.send(sql)?;
        let mut rows = Vec::new();
        self.until_ready(|message| {
            if let Message::DataRow(body) = message {
                rows.push(row(body).map_err(Fault::Io)?);
            }
            Ok(())
        })?;
        Ok(rows)
    }

    /// Runs a statement, or several, that have no rows.
    pub fn execute(&mut self, sql: &str) -> Result<(), Fault> {
        self.query(sql).map(drop)
    }

    /// The warnings that came since the last time.
    pub fn take_warnings(&mut self) -> Vec<String> {
        let (warnings, others) =
            (std::mem::take(&mut self.warnings), std::mem::take(&mut self.other_warnings));
        let others = (others > 0).then(|| format!("the server gave {others} other warnings"));
        warnings.into_iter().map(|warning| format!("the server warns: {warning}")).chain(others).collect()
    }

    /// Says goodbye. The server notices a connection that is gone, but writes that into its log.
    pub fn close(mut self) {
        let mut buffer = BytesMut::new();
        frontend::terminate(&mut buffer);
        let _ = self.write(&buffer);
    }
}

/// Whether nothing has come for as long as a read waits.
fn has_waited(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "the server closed the connection")
}

fn row(body: &DataRowBody) -> io::Result<Row> {
    let text = |range: Option<std::ops::Range<usize>>| {
        range.map(|range| String::from_utf8_lossy(&body.buffer()[range]).into_owned())
    };
    body.ranges().map(|range| Ok(text(range))).collect()
}

/// A text as SQL writes it (the manual of PostgreSQL, section "String Constants").
pub(super) fn literal(text: &str) -> String {
    let quoted = text.replace('\'', "''");
    if quoted.contains('\\') { format!("E'{}'", quoted.replace('\\', "\\\\")) } else { format!("'{quoted}'") }
}
