//! The format `table`: rows to look at. Columns are aligned, with their types under their names; what is too wide for the terminal
//! is cut, and columns that do not fit are folded away.
//!
//! ```text
//! screen.rs  where it is looked at, and what is chosen
//! cell.rs    a value → text without control characters, its width, cut
//! measure.rs the widths of the first 1,024 rows
//! types.rs   what is said of a column's type
//! fit.rs     those widths → the widths and the columns that fit
//! ```

mod cell;
mod fit;
mod measure;
pub(crate) mod screen;
mod types;

use std::borrow::Cow;
use std::ops::Range;

use gush_diagnostics::Diagnostic;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, ColumnText, TextWriter};
use gusher::types::{Batch, Field};

pub use screen::{Key, Screen, TableOptions};

use crate::columns::diagnostics;
use crate::format::AnyOptions;
use crate::source::{Edge, RowFailure, RowMaker, RowSource};
use cell::Align;
use fit::{Column as Measured, Fitted};
use screen::Pen;

/// The rows of a schema's columns as a table to look at.
#[derive(Debug)]
pub(crate) struct DisplayTable {
    plan: Plan,
    pen: Pen,
    /// The columns that are shown.
    columns: Vec<ShownColumn>,
    /// How many of them are before those that are folded away, where some are.
    fold: Option<usize>,
    /// Whether values that are wider than their column are cut.
    is_cut: bool,
    header: Vec<u8>,
    footer: Vec<u8>,
}

/// A column that is shown.
#[derive(Debug)]
struct ShownColumn {
    /// Its index in a batch.
    index: usize,
    text: ColumnText,
    align: Align,
    width: usize,
    /// Whether its values are never cut: a number that is cut is another number.
    is_rigid: bool,
}

impl DisplayTable {
    /// The rows `all_rows` of a schema that is planned.
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have these rows.
    pub fn new(
        plan: Plan,
        schema: &Schema,
        all_rows: &Range<u64>,
        options: &TableOptions,
    ) -> Result<DisplayTable, Vec<Diagnostic>> {
        let diagnostics = diagnostics(schema, all_rows, &AnyOptions::Table(options.clone()));
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let pen = Pen::of(&options.screen);
        let heads = plan.heads().columns;
        let fields: Vec<&Field> = heads.iter().map(|head| &head.field).collect();
        let cells = measure::cells(&plan, &fields, all_rows);
        let names: Vec<Cow<'_, str>> = fields.iter().map(|field| cell::escaped(&field.name)).collect();
        let types: Vec<String> =
            (0..fields.len()).map(|index| types::text(fields[index], index, options, pen)).collect();
        let measured = |index: usize| Measured {
            name: cell::width(&names[index]),
            type_text: cell::width(&types[index]),
            cells: cells[index],
            is_rigid: types::is_rigid(fields[index]),
            is_key: options.keys.iter().any(|(column, _)| *column == index),
        };
        let measured: Vec<Measured> = (0..fields.len()).map(measured).collect();
        let Fitted { columns, fold, is_cut } =
            fit::fit(&measured, options.screen.width, pen.fold.chars().count());
        let shown = |(index, width): (usize, usize)| ShownColumn {
            index,
            text: ColumnText::new(fields[index]),
            align: types::align(fields[index]),
            width,
            // A single column that is wider than the screen is cut, whatever it has.
            is_rigid: measured[index].is_rigid && width >= measured[index].cells,
        };
        let columns: Vec<ShownColumn> = columns.into_iter().map(shown).collect();
        let mut table =
            DisplayTable { plan, pen, columns, fold, is_cut, header: Vec::new(), footer: Vec::new() };
        table.header = table.head(options, &names, &types).into_bytes();
        table.footer = table.foot(options, &names).into_bytes();
        Ok(table)
    }

    /// The title, the names, the types and a rule below them.
    fn head(&self, options: &TableOptions, names: &[Cow<'_, str>], types: &[String]) -> String {
        let pen = self.pen;
        let before = if options.follows_another { "\n" } else { "" };
        let width = options.screen.width.unwrap_or(usize::MAX);
        let title = options.title.as_ref().map(|title| pen.bold(&cell::cut(title, width, pen.cut)) + "\n");
        let mut lines = [String::new(), String::new()];
        for (line, (texts, paint)) in lines.iter_mut().zip([
            (names.iter().map(|name| &**name).collect::<Vec<&str>>(), Pen::bold as fn(Pen, &str) -> String),
            (types.iter().map(String::as_str).collect(), Pen::dim),
        ]) {
            self.line(line, |line, column, is_last| {
                let text = cell::cut(texts[column.index], column.width, pen.cut);
                padded(line, &text, column, is_last, |text| paint(pen, text));
            });
        }
        let mut rule = String::new();
        for (index, column) in self.columns.iter().enumerate() {
            if index > 0 {
                rule.extend([pen.rule, pen.cross, pen.rule]);
            }
            if self.fold == Some(index) {
                rule.extend(pen.fold.chars().map(|_| pen.rule));
                rule.extend([pen.rule, pen.cross, pen.rule]);
            }
            rule.extend((0..column.width).map(|_| pen.rule));
        }
        if self.fold == Some(self.columns.len()) {
            rule.extend([pen.rule, pen.cross, pen.rule]);
            rule.extend(pen.fold.chars().map(|_| pen.rule));
        }
        let [names, types] = lines;
        format!("{before}{}{names}{types}{}\n", title.unwrap_or_default(), pen.dim(&rule))
    }

    /// What is below the rows: which columns are folded away, and the notes.
    fn foot(&self, options: &TableOptions, names: &[Cow<'_, str>]) -> String {
        let width = options.screen.width.unwrap_or(usize::MAX);
        let hidden: Vec<&str> = (0..names.len())
            .filter(|index| self.columns.iter().all(|column| column.index != *index))
            .map(|index| &*names[index])
            .collect();
        let are = if hidden.len() == 1 { "is" } else { "are" };
        let folded =
            format!("{} of {} columns {are} not shown: {}", hidden.len(), names.len(), hidden.join(", "));
        let folded = (!hidden.is_empty()).then_some(folded);
        let lines = folded.iter().chain(&options.notes).flat_map(|note| cell::wrapped(note, width));
        lines.map(|line| self.pen.dim(&cell::cut(&line, width, self.pen.cut)) + "\n").collect()
    }

    /// Writes one line: each column by `write`, with bars between them.
    fn line(&self, line: &mut String, mut write: impl FnMut(&mut String, &ShownColumn, bool)) {
        let bar = format!(" {} ", self.pen.dim(self.pen.bar));
        let last = self.columns.len().saturating_sub(1);
        let ends_folded = self.fold == Some(self.columns.len());
        for (index, column) in self.columns.iter().enumerate() {
            if index > 0 {
                line.push_str(&bar);
            }
            if self.fold == Some(index) {
                line.push_str(&self.pen.dim(self.pen.fold));
                line.push_str(&bar);
            }
            write(line, column, index == last && !ends_folded);
        }
        if ends_folded {
            line.push_str(&bar);
            line.push_str(&self.pen.dim(self.pen.fold));
        }
        line.push('\n');
    }
}

/// Appends a text in the width of its column. The last one of a line has no spaces after it.
fn padded(
    line: &mut String,
    text: &str,
    column: &ShownColumn,
    is_last: bool,
    paint: impl Fn(&str) -> String,
) {
    let spaces = column.width.saturating_sub(cell::width(text));
    if column.align == Align::Right {
        line.extend((0..spaces).map(|_| ' '));
    }
    line.push_str(&paint(text));
    if column.align == Align::Left && !is_last {
        line.extend((0..spaces).map(|_| ' '));
    }
}

impl RowSource for DisplayTable {
    fn plan(&self) -> Option<&Plan> {
        Some(&self.plan)
    }

    fn maker(&self) -> Box<dyn RowMaker + '_> {
        let columns = self.columns.iter().map(|column| Written {
            writer: column.text.writer(),
            out: Buffer::default(),
            ends: Vec::new(),
        });
        Box::new(DisplayMaker {
            table: self,
            columns: columns.collect(),
            batch: Batch::default(),
            line: String::new(),
        })
    }

    fn mean_row_bytes(&self) -> usize {
        self.columns.iter().map(|column| column.width + fit::BETWEEN).sum::<usize>().max(1)
    }

    /// Rows after the measured ones may be wider than their columns where nothing is cut.
    fn max_row_bytes(&self) -> usize {
        let of = |column: &ShownColumn| {
            let text = column.text.max_bytes().saturating_mul(cell::MAX_GROWTH);
            let cell = if self.is_cut && !column.is_rigid {
                cell::MAX_BYTES * column.width
            } else {
                text.max(column.width)
            };
            cell.saturating_add(cell::MAX_BYTES * fit::BETWEEN)
        };
        self.columns.iter().map(of).fold(1, usize::saturating_add)
    }

    fn batch_rows(&self) -> usize {
        self.plan.heads().batch_rows
    }

    fn header(&self, edge: Edge) -> &[u8] {
        match edge {
            Edge::Table => &self.header,
            Edge::Shard => &[],
        }
    }

    fn footer(&self, edge: Edge) -> &[u8] {
        match edge {
            Edge::Table => &self.footer,
            Edge::Shard => &[],
        }
    }
}

/// Makes rows batch by batch.
struct DisplayMaker<'t> {
    table: &'t DisplayTable,
    columns: Vec<Written<'t>>,
    batch: Batch,
    line: String,
}

/// The texts of one column of a batch.
struct Written<'t> {
    writer: TextWriter<'t>,
    out: Buffer,
    ends: Vec<usize>,
}

impl RowMaker for DisplayMaker<'_> {
    fn make(&mut self, rows: Range<u64>, limit: usize, out: &mut Buffer) -> Result<u64, RowFailure> {
        let (mut at, full) = (rows.start, out.len().saturating_add(limit));
        let batch_rows = self.table.batch_rows() as u64;
        while at < rows.end && out.len() < full {
            let next = rows.end.min(at + batch_rows);
            self.table.plan.fill(&(at..next), &mut self.batch);
            self.write(out);
            at = next;
        }
        Ok(at)
    }
}

impl DisplayMaker<'_> {
    /// Appends the rows of the batch.
    fn write(&mut self, out: &mut Buffer) {
        let DisplayMaker { table, columns, batch, line } = self;
        for (column, written) in table.columns.iter().zip(columns.iter_mut()) {
            written.out.clear();
            written.ends.clear();
            let data = &batch.columns()[column.index];
            written.writer.write_each(data, batch.len(), &mut written.out, &mut written.ends);
        }
        for row in 0..batch.len() {
            line.clear();
            let mut written = columns.iter();
            table.line(line, |line, column, is_last| {
                let Some(texts) = written.next() else { return };
                if batch.columns()[column.index].validity().is_null(row) {
                    let text = cell::cut(measure::NULL, column.width, table.pen.cut);
                    return padded(line, &text, column, is_last, |text| table.pen.dim(text));
                }
                let start = if row == 0 { 0 } else { texts.ends[row - 1] };
                let value = String::from_utf8_lossy(&texts.out.as_ref()[start..texts.ends[row]]);
                let value = cell::escaped(&value);
                let is_cut = table.is_cut && !column.is_rigid;
                let shown = if is_cut { cell::cut(&value, column.width, table.pen.cut) } else { value };
                padded(line, &shown, column, is_last, str::to_owned);
            });
            out.extend(line.as_bytes());
        }
    }
}
