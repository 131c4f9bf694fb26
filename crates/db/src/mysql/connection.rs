//! A connection to a server: statements, their rows, and the rows that a statement asks for.

use super::fault::Fault;
use super::packet::{Channel, HEAD, Parts};
use super::server_error::ServerError;

/// What is known of a server once it has greeted.
#[derive(Debug, Clone)]
pub(super) struct Server {
    /// The number of the connection.
    pub id: u32,
    pub is_mariadb: bool,
}

/// A connection that is open.
pub(super) struct Connection {
    channel: Channel,
    pub server: Server,
    /// Whether something that was begun has no end yet, so that the server would not take another statement.
    is_busy: bool,
}

/// A row: the texts of its columns; none where one is null.
pub(super) type Row = Vec<Option<String>>;

/// What a statement without rows did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Affected {
    pub rows: u64,
    pub warnings: u16,
}

/// How a statement is answered.
enum Answer {
    Done(Affected),
    /// Rows of this many columns follow.
    Rows(u64),
    /// The server waits for the bytes of a file.
    File,
}

/// No table has more columns.
const MAX_COLUMNS: u64 = 4096;
/// The most bytes of the rows of an answer: what is asked for here has few rows, or short ones.
const MAX_ANSWER: usize = 128 << 20;
/// What a row and a value take beside their bytes.
const ROW_BYTES: usize = size_of::<Row>();
const VALUE_BYTES: usize = size_of::<Option<String>>();
/// The command that runs a statement.
const QUERY: u8 = 3;
/// The command that ends a connection.
const QUIT: u8 = 1;

impl Connection {
    /// One over a channel, on which the user has logged in.
    pub fn new(channel: Channel, server: Server) -> Connection {
        Connection { channel, server, is_busy: false }
    }

    fn send(&mut self, sql: &str) -> Result<Answer, Fault> {
        self.is_busy = true;
        self.channel.begin();
        self.channel.write(&[&[QUERY], sql.as_bytes()].concat())?;
        let bytes = self.channel.read()?;
        let answer = match bytes.first() {
            Some(0x00) => affected(&bytes).map(Answer::Done),
            Some(0xFB) => Some(Answer::File),
            Some(0xFF) => return Err(error_of(&bytes).unwrap_or_else(unexpected)),
            _ => Parts(&bytes).int().map(Answer::Rows),
        };
        answer.ok_or_else(unexpected)
    }

    /// Passes on how a statement ended, if it did.
    fn ended<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        self.is_busy = !matches!(result, Ok(_) | Err(Fault::Server(_)));
        result
    }

    /// Runs a statement, and gives its rows.
    pub fn query(&mut self, sql: &str) -> Result<Vec<Row>, Fault> {
        let rows = self.asked(sql);
        self.ended(rows)
    }

    fn asked(&mut self, sql: &str) -> Result<Vec<Row>, Fault> {
        match self.send(sql)? {
            Answer::Done(_) => Ok(Vec::new()),
            Answer::Rows(columns) => self.rows(columns),
            Answer::File => Err(self.refuse_file()),
        }
    }

    /// Runs a statement whose rows, if it has any, are of no interest.
    pub fn execute(&mut self, sql: &str) -> Result<Affected, Fault> {
        let affected = self.executed(sql);
        self.ended(affected)
    }

    fn executed(&mut self, sql: &str) -> Result<Affected, Fault> {
        match self.send(sql)? {
            Answer::Done(affected) => Ok(affected),
            Answer::Rows(columns) => self.rows(columns).map(|_| Affected::default()),
            Answer::File => Err(self.refuse_file()),
        }
    }

    /// A server gets no file by itself: only the rows of a statement that asks it to load them.
    fn refuse_file(&mut self) -> Fault {
        let end = self.channel.write(&[]).and_then(|()| self.channel.read());
        end.err().unwrap_or_else(unexpected)
    }

    fn rows(&mut self, columns: u64) -> Result<Vec<Row>, Fault> {
        if columns > MAX_COLUMNS {
            return Err(unexpected());
        }
        // What the columns are, and what ends that.
        for _ in 0..=columns {
            self.channel.read()?;
        }
        let (mut rows, mut read) = (Vec::new(), 0);
        loop {
            let bytes = self.channel.read()?;
            // A row takes more than its bytes.
            read += bytes.len() + ROW_BYTES + VALUE_BYTES * columns as usize;
            if read > MAX_ANSWER {
                return Err(Fault::unexpected("in answer to a statement: it is too long"));
            }
            match bytes.first() {
                Some(0xFE) if bytes.len() < 9 => return Ok(rows),
                Some(0xFF) => return Err(error_of(&bytes).unwrap_or_else(unexpected)),
                _ => {}
            }
            let mut parts = Parts(&bytes);
            let mut value = || {
                let value = parts.value()?;
                Some(value.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
            };
            let row: Option<Row> = (0..columns).map(|_| value()).collect();
            rows.push(row.ok_or_else(unexpected)?);
        }
    }

    /// Runs LOAD DATA LOCAL. Once the server asks for the rows, `each` is called for one block after the other, which it appends to
    /// the bytes that it is given; where it appends nothing, that is the end. A block is sent in packets of at most `max_packet` bytes.
    pub fn load(
        &mut self,
        sql: &str,
        max_packet: usize,
        each: impl FnMut(&mut Vec<u8>) -> Result<(), Fault>,
    ) -> Result<Affected, Fault> {
        let affected = self.loaded(sql, max_packet, each);
        self.ended(affected)
    }

    fn loaded(
        &mut self,
        sql: &str,
        max_packet: usize,
        mut each: impl FnMut(&mut Vec<u8>) -> Result<(), Fault>,
    ) -> Result<Affected, Fault> {
        match self.send(sql)? {
            Answer::File => {}
            Answer::Done(affected) => return Ok(affected),
            Answer::Rows(_) => return Err(unexpected()),
        }
        let mut block = vec![0; HEAD];
        loop {
            each(&mut block)?;
            let is_end = block.len() == HEAD;
            if let Err(fault) = self.channel.write_block(&mut block, max_packet) {
                return Err(self.last_words(fault));
            }
            if is_end {
                break;
            }
            block.truncate(HEAD);
        }
        let bytes = self.channel.read()?;
        match error_of(&bytes) {
            Some(error) => Err(error),
            None => affected(&bytes).ok_or_else(unexpected),
        }
    }

    /// What the server said before it closed the connection, rather than that it did.
    fn last_words(&mut self, fault: Fault) -> Fault {
        if matches!(fault, Fault::Stopped) {
            return fault;
        }
        self.channel.read().ok().and_then(|bytes| error_of(&bytes)).unwrap_or(fault)
    }

    /// The first warning of the last statement.
    pub fn warning(&mut self) -> Result<Option<ServerError>, Fault> {
        let rows = self.query("SHOW WARNINGS LIMIT 1")?;
        let of = |row: &Row| {
            let [_, code, message] = row.as_slice() else { return None };
            Some(ServerError {
                code: code.as_deref()?.parse().ok()?,
                message: message.clone().unwrap_or_default(),
            })
        };
        Ok(rows.first().and_then(of))
    }

    /// Says goodbye. The server notices a connection that is gone, but writes that into its log.
    pub fn close(mut self) {
        if !self.is_busy {
            self.channel.begin();
            let _ = self.channel.write(&[QUIT]);
        }
    }

    /// Takes back what was not committed. Where that cannot be said, the connection is of no use any more, and the server does it
    /// once it is gone.
    pub fn roll_back(&mut self) {
        if !self.is_busy {
            let _ = self.execute("ROLLBACK");
        }
    }
}

fn unexpected() -> Fault {
    Fault::unexpected("in answer to a statement")
}

fn affected(bytes: &[u8]) -> Option<Affected> {
    let mut parts = Parts(bytes.get(1..)?);
    let rows = parts.int()?;
    // The last value of an AUTO_INCREMENT column, and the state of the session.
    parts.int()?;
    parts.u16()?;
    Some(Affected { rows, warnings: parts.u16()? })
}

/// The error that a packet is, if it is one.
pub(super) fn error_of(bytes: &[u8]) -> Option<Fault> {
    let mut parts = Parts(bytes.strip_prefix(&[0xFF])?);
    let code = parts.u16()?;
    // The SQLSTATE, which is not there before the login.
    if parts.0.first() == Some(&b'#') {
        parts.bytes(6)?;
    }
    let message = String::from_utf8_lossy(parts.0).into_owned();
    Some(Fault::Server(Box::new(ServerError { code, message })))
}

/// A text as SQL writes it.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''").replace('\0', "\\0"))
}
