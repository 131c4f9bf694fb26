//! The rows of a table, sent by INSERT statements of many rows: where the server refuses LOAD DATA LOCAL, and to find the row that a
//! table refuses.

use super::connection::{Affected, Connection};
use super::fault::Fault;
use super::form::{RowForm, Value};
use super::rows::{Control, Texts, encoder};
use super::server_error::ServerError;
use crate::options::TableToLoad;

/// About how many bytes a statement has.
const STATEMENT: usize = 1 << 20;

/// A row that the table refuses: its number and why.
pub(super) type Refused = (u64, Box<ServerError>);

/// Sends the rows of a table, by statements of at most this many bytes where a row is not longer.
///
/// # Errors
/// Why, and which row is at fault, if one is.
pub(super) fn rows(
    connection: &mut Connection,
    form: &RowForm,
    table: &TableToLoad<'_>,
    max_statement: u64,
    control: &Control<'_>,
) -> Result<Affected, (Option<u64>, Fault)> {
    let encoder = encoder(table);
    let mut texts = Texts::new(table, &encoder);
    // 0 says that it is not known what the server takes.
    let max = usize::try_from(max_statement).ok().filter(|&max| max > 0).unwrap_or(usize::MAX);
    let limit = (max / 2).min(STATEMENT);
    let begin = form.insert();
    let (mut statement, mut first, mut done) =
        (Statement::new(&begin), table.rows.start, Affected::default());
    while let Some((rows, text)) = texts.next_batch() {
        let refused = |fault| (None, fault);
        control.check().map_err(refused)?;
        let (mut number, len) = (rows.start, text.len());
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            statement.push(line, form);
            if statement.sql.len() > limit
                && let Some(row) = statement.without_last()
            {
                statement.run(connection, first, &mut done)?;
                first = number;
                statement.push_written(&row);
            }
            // The command precedes the statement by one byte, and a packet is shorter than the limit.
            if statement.sql.len() + 1 >= max {
                return Err((Some(number), too_long(statement.sql.len(), max)));
            }
            number += 1;
            if statement.sql.len() >= limit {
                statement.run(connection, first, &mut done)?;
                first = number;
            }
        }
        control.progress.sent(rows.end - rows.start, len);
    }
    statement.run(connection, first, &mut done)?;
    Ok(done)
}

/// A statement that inserts rows.
struct Statement<'b> {
    begin: &'b str,
    sql: Vec<u8>,
    /// Where each row begins and ends.
    rows: Vec<(usize, usize)>,
}

impl<'b> Statement<'b> {
    fn new(begin: &'b str) -> Statement<'b> {
        Statement { begin, sql: begin.as_bytes().to_vec(), rows: Vec::new() }
    }

    /// Appends a row: a line of fields with tabs between them, whose escapes are those of SQL's texts too.
    fn push(&mut self, line: &[u8], form: &RowForm) {
        if !self.rows.is_empty() {
            self.sql.extend_from_slice(b",\n");
        }
        let start = self.sql.len();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let mut separator: &[u8] = b"(";
        for (field, value) in line.split(|byte| *byte == b'\t').zip(form.values()) {
            let (before, after) = match value {
                Value::Skipped => continue,
                Value::Plain => ("", ""),
                Value::Computed(before, after) => (before, after),
            };
            self.sql.extend_from_slice(separator);
            separator = b", ";
            self.sql.extend_from_slice(before.as_bytes());
            push_literal(field, &mut self.sql);
            self.sql.extend_from_slice(after.as_bytes());
        }
        self.sql.push(b')');
        self.rows.push((start, self.sql.len()));
    }

    /// Takes the last row away, unless it is the only one, and gives it.
    fn without_last(&mut self) -> Option<Vec<u8>> {
        let &[.., (_, end), (start, _)] = self.rows.as_slice() else { return None };
        self.rows.pop();
        let row = self.sql.split_off(start);
        self.sql.truncate(end);
        Some(row)
    }

    /// Appends a row that was taken away, as the first.
    fn push_written(&mut self, row: &[u8]) {
        let start = self.sql.len();
        self.sql.extend_from_slice(row);
        self.rows.push((start, self.sql.len()));
    }

    /// Inserts the rows, the first of which has this number, and begins anew. Where the server refuses them, they are tried one by one.
    fn run(
        &mut self,
        connection: &mut Connection,
        first: u64,
        done: &mut Affected,
    ) -> Result<(), (Option<u64>, Fault)> {
        if self.rows.is_empty() {
            return Ok(());
        }
        match execute(connection, &self.sql) {
            Ok(affected) => {
                done.rows += affected.rows;
                done.warnings = done.warnings.saturating_add(affected.warnings);
                if affected.warnings > 0 {
                    let warning = connection.warning().map_err(|fault| (None, fault))?;
                    let row = warning.as_ref().and_then(ServerError::row).map(|row| first + row - 1);
                    return Err((row, warning.map_or_else(unknown, |warning| Fault::Server(warning.into()))));
                }
            }
            Err(Fault::Server(error)) => return Err(self.find(connection, first, error)),
            Err(fault) => return Err((None, fault)),
        }
        self.sql.truncate(self.begin.len());
        self.rows.clear();
        Ok(())
    }

    /// The row that the server refuses, and why.
    fn find(&self, connection: &mut Connection, first: u64, error: Box<ServerError>) -> (Option<u64>, Fault) {
        for (number, (start, end)) in (first..).zip(&self.rows) {
            let sql = [self.begin.as_bytes(), &self.sql[*start..*end]].concat();
            match execute(connection, &sql) {
                Ok(_) => {}
                Err(Fault::Server(error)) => return (Some(number), Fault::Server(error)),
                Err(fault) => return (None, fault),
            }
        }
        (None, Fault::Server(error))
    }
}

/// What the server would say, and then close the connection.
fn too_long(len: usize, max: usize) -> Fault {
    let message = format!("the row is a statement of {len} bytes, and max_allowed_packet is {max}");
    Fault::Server(Box::new(ServerError { code: 1153, message }))
}

fn unknown() -> Fault {
    Fault::Refused("the server warned of something that it does not name".into())
}

fn execute(connection: &mut Connection, sql: &[u8]) -> Result<Affected, Fault> {
    // Rows are texts.
    connection.execute(&String::from_utf8_lossy(sql))
}

/// A field as SQL writes it.
fn push_literal(field: &[u8], out: &mut Vec<u8>) {
    if field == b"\\N" {
        return out.extend_from_slice(b"NULL");
    }
    out.push(b'\'');
    for part in field.split_inclusive(|byte| *byte == b'\'') {
        out.extend_from_slice(part);
        if part.ends_with(b"'") {
            out.push(b'\'');
        }
    }
    out.push(b'\'');
}

#[cfg(test)]
mod tests {
    use super::{Statement, push_literal};

    #[test]
    fn the_last_row_is_left_for_the_next_statement() {
        let mut statement = Statement::new("INSERT ");
        statement.push_written(b"(1)");
        assert_eq!(statement.without_last(), None);
        statement.sql.extend_from_slice(b",\n");
        statement.push_written(b"(2)");
        assert_eq!(statement.without_last().as_deref(), Some(&b"(2)"[..]));
        assert_eq!((&statement.sql[..], statement.rows.len()), (&b"INSERT (1)"[..], 1));
    }

    #[test]
    fn fields_are_texts_or_null() {
        for (field, sql) in [
            ("\\N", "NULL"),
            ("\\\\N", "'\\\\N'"),
            ("it's '", "'it''s '''"),
            ("", "''"),
            ("a\\tb", "'a\\tb'"),
        ] {
            let mut out = Vec::new();
            push_literal(field.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), sql);
        }
    }
}
