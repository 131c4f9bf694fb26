//! `file:PATH@column=NAME`: a column of a table in a file. The columns of one label come from the same row of it.

use std::sync::Arc;

use crate::generators::distribution::weight;
use crate::generators::phrase::part;
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField, Generate, Properties};
use crate::rng::{Draws, TWO_64, bounded};
use crate::types::{Array, Dictionary, Field};
use gush_diagnostics::Message;

/// The kind of thing that columns of one file describe together.
pub(crate) const FILE_ROW: &str = "file row";

/// The values of the column `asked` of a file, whose text this is.
pub(in crate::catalogue) fn column(
    constraint: &Constraint<'_>,
    path: &str,
    text: &str,
    asked: &ConstraintField,
) -> BuildResult {
    let wrong = |text: String| constraint.error(text);
    let records = records(text, separator(path, text))
        .map_err(|line| wrong(format!("line {line} of {path} begins a quoted value that does not end")))?;
    let Some(((_, header), rows)) = records.split_first().filter(|(_, rows)| !rows.is_empty()) else {
        return Err(wrong(format!("{path} has no rows after a line with the names of its columns")));
    };
    for (line, cells) in rows {
        if cells.len() != header.len() {
            let (has, names) = (cells.len(), header.len());
            return Err(wrong(format!(
                "line {line} of {path} has {has} values, and the first line {names} names"
            )));
        }
    }
    let find = |field: &ConstraintField| -> Result<usize, ConstraintError> {
        header.iter().position(|name| *name == field.text).ok_or_else(|| {
            let names = header.iter().map(String::as_str);
            let text = format!("{path} has no column `{}`", field.text);
            field.error(Message::unknown(text, &field.text, names).to_string())
        })
    };
    let at = find(asked);
    let weights = constraint.settings.weights.as_ref();
    let ends = weights.map(|field| ends(field, find(field)?, rows, path)).transpose();
    let (at, ends) = (at?, ends?);
    let cells = || rows.iter().map(|(_, cells)| cells[at].as_str());
    let numbers: Option<Box<[i64]>> =
        cells().map(|cell| cell.parse().ok().filter(|number: &i64| number.to_string() == cell)).collect();
    let values = match numbers {
        Some(numbers) => Values::Numbers(numbers),
        None => {
            let (words, indices) = Dictionary::indexed(cells());
            Values::Words { words: Arc::new(words), indices: indices.into() }
        }
    };
    Ok(Arc::new(FileColumn { values, ends, rows: rows.len() as u64, draw: name_number(path) }))
}

/// Where each row's share of the fractions ends.
fn ends(
    field: &ConstraintField,
    at: usize,
    rows: &[(usize, Vec<String>)],
    path: &str,
) -> Result<Box<[u64]>, ConstraintError> {
    let mut weights = Vec::with_capacity(rows.len());
    for (line, cells) in rows {
        let cell = ConstraintField { text: cells[at].trim().into(), ..field.clone() };
        weights.push(weight(&cell).map_err(|error| {
            field.error(format!("line {line} of {path} has `{}` as its weight: {}", cell.text, error.text))
        })?);
    }
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return Err(field.error(format!("all weights of {path} are 0; at least one must be more")));
    }
    if !total.is_finite() {
        return Err(field.error(format!("the weights of {path} add up to more than 1.8e308")));
    }
    let mut before = 0.0;
    let ends = weights.iter().map(|weight| {
        before += weight;
        (before / total * TWO_64) as u64
    });
    Ok(ends.collect())
}

/// A number that stands for a file, so that the rows of two files are chosen independently.
fn name_number(path: &str) -> u64 {
    path.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// What separates the values of a file: tabs or semicolons where the first line has some and no comma.
fn separator(path: &str, text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let has = |separator: char| first.contains(separator);
    match (has(','), has('\t'), has(';')) {
        (_, true, _) if path.ends_with(".tsv") || path.ends_with(".tab") => '\t',
        (false, true, _) => '\t',
        (false, false, true) => ';',
        (true, _, _) | (false, false, false) => ',',
    }
}

/// The records of a file with the number of the line that each begins in, as RFC 4180 has them; blank lines are left out. The
/// error is the line of a quoted value that does not end.
fn records(text: &str, separator: char) -> Result<Vec<(usize, Vec<String>)>, usize> {
    let (mut records, mut record, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut begin, mut quoted) = (1, 1, None);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if quoted.is_some() && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' if quoted.is_some() => quoted = None,
            _ if quoted.is_some() => cell.push(c),
            '"' if cell.is_empty() => quoted = Some(line),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => {
                record.push(std::mem::take(&mut cell));
                let record = std::mem::take(&mut record);
                if record.len() > 1 || !record[0].trim().is_empty() {
                    records.push((begin, record));
                }
                begin = line;
            }
            c if c == separator => record.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    if let Some(line) = quoted {
        return Err(line);
    }
    if !record.is_empty() || !cell.trim().is_empty() {
        record.push(cell);
        records.push((begin, record));
    }
    Ok(records)
}

/// The values of a column, one for each row of the file.
#[derive(Debug)]
enum Values {
    Numbers(Box<[i64]>),
    Words { words: Arc<Dictionary>, indices: Box<[u32]> },
}

#[derive(Debug)]
struct FileColumn {
    values: Values,
    /// For each row the first fraction that belongs to a later one, where they have weights.
    ends: Option<Box<[u64]>>,
    rows: u64,
    /// Which draw of the row's thing chooses the row of the file.
    draw: u64,
}

impl FileColumn {
    fn row(&self, x: u64) -> usize {
        match &self.ends {
            None => bounded(x, self.rows) as usize,
            // Rounding may leave the last fractions to nobody: they belong to the last row that has a share.
            Some(ends) => {
                let last = ends.partition_point(|end| *end < ends[ends.len() - 1]);
                ends.partition_point(|end| *end <= x).min(last)
            }
        }
    }
}

impl Generate for FileColumn {
    fn field(&self) -> Field {
        match &self.values {
            Values::Numbers(numbers) => {
                let least = numbers.iter().min().copied().unwrap_or_default();
                Field::int64(least, numbers.iter().max().copied().unwrap_or_default())
            }
            Values::Words { words, .. } => Field::composed([part(words, "")]),
        }
    }

    fn cardinality(&self) -> u64 {
        match &self.values {
            Values::Numbers(_) => self.rows,
            Values::Words { words, .. } => words.len() as u64,
        }
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique("a value of a row of a file, whose columns belong together")
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load_shared(self.draw);
        match &self.values {
            Values::Numbers(numbers) => {
                for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
                    *value = numbers[self.row(*x)];
                }
            }
            Values::Words { indices, .. } => {
                let column = &mut values.indices(1, fractions.len())[0];
                for (index, x) in column.iter_mut().zip(fractions) {
                    *index = indices[self.row(*x)];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{records, separator};
    use crate::catalogue::tests::chi_square::{ROWS, follow, shares};
    use crate::generators::Context;
    use crate::plan::Plan;
    use crate::schema::Schema;
    use crate::text::{Buffer, Encoder, Format, FormatOptions};
    use crate::types::Batch;

    #[test]
    fn rows_of_a_file_come_as_often_as_they_weigh() {
        let read = |_: &str| Ok(b"name,n\nRome,2800.5\nNowhere,0\nOslo,700\nLinz,0.25\nGraz,290\n".to_vec());
        let context = Context::default().now(0).files(&read);
        let word = "file:cities.csv@column=name@weights=n";
        let (schema, diagnostics) = Schema::parse("t", &[word], &context);
        assert_eq!(diagnostics, []);
        let plan = Plan::new(&schema, 5, &(0..ROWS)).unwrap();
        let encoder = Encoder::new(&plan, "t", &FormatOptions::new(Format::COLUMN), 0..ROWS);
        let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
        for start in (0..ROWS).step_by(1000) {
            plan.fill(&(start..start + 1000), &mut batch);
            writer.write(&batch, &mut out);
        }
        let found = std::str::from_utf8(out.as_ref()).unwrap().lines().map(str::to_owned);
        let of = |graz: f64| {
            shares(
                [("Rome", 2800.5), ("Oslo", 700.0), ("Linz", 0.25), ("Graz", graz)]
                    .map(|(name, n)| (name.into(), n)),
            )
        };
        follow(word, found, &of(290.0), &of(300.0));
    }

    #[test]
    fn records_are_those_of_the_standard() {
        let text = "a,b\r\n\"x \"\"y\"\"\nz\",2\n\n3,\"\"\n4,";
        let cells: Vec<_> = records(text, ',').unwrap();
        let expected: [(usize, Vec<String>); 4] = [
            (1, vec!["a".into(), "b".into()]),
            (2, vec!["x \"y\"\nz".into(), "2".into()]),
            (5, vec!["3".into(), String::new()]),
            (6, vec!["4".into(), String::new()]),
        ];
        assert_eq!(cells, expected);
        assert_eq!(records("a\n1,\"x\ny\n", ','), Err(2));
        assert_eq!(
            (separator("x", "a\tb"), separator("x", "a;b"), separator("x.tsv", "a,1\tb")),
            ('\t', ';', '\t')
        );
    }
}
