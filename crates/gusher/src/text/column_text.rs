//! The values of one column as plain text, one after the other: for formats that keep columns apart.

use super::dialect::Dialect;
use super::engine::buffer::Buffer;
use super::engine::floats::FloatTexts;
use super::engine::layout::Layout;
use super::engine::program::Program;
use super::engine::scratch::RowScratch;
use super::engine::style::{Plain, Stored, Style};
use crate::types::{ColumnData, Field, POINT_BYTES, point_of_text, point_to_binary};

/// How the values of one column are written as text, without quotes or escapes. Shared by all workers.
#[derive(Debug)]
pub struct ColumnText {
    program: Program,
    /// Of points that are written as WKB: how many bytes come after each.
    after_points: Option<usize>,
}

/// Writes the texts of batches, with buffers of its own.
#[derive(Debug)]
pub struct TextWriter<'t> {
    text: &'t ColumnText,
    scratch: TextScratch,
}

/// Buffers that writing needs, for whoever keeps them from one batch to the next.
#[derive(Debug, Default)]
pub(crate) struct TextScratch {
    rows: RowScratch,
    /// Texts that are written as something else, and where they end.
    texts: (Buffer, Vec<usize>),
}

impl ColumnText {
    /// The texts of a column with this field.
    pub fn new(field: &Field) -> ColumnText {
        let layout = Layout::around(vec![Vec::new()], Vec::new());
        ColumnText { program: Program::compile(std::iter::once(field), &layout), after_points: None }
    }

    /// The values of a column with this field as typed files store them: bytes as they are, all else as texts.
    pub fn stored(field: &Field) -> ColumnText {
        ColumnText::stored_before(field, "")
    }

    /// The same, with `after` behind each value, null or not.
    pub fn stored_before(field: &Field, after: &str) -> ColumnText {
        let layout = Layout::rows(Stored, [""], after);
        ColumnText { program: Program::compile(std::iter::once(field), &layout), after_points: None }
    }

    /// The points of a column with this field as well-known binary, with `after` behind each, null or not.
    pub fn points_before(field: &Field, after: &str) -> ColumnText {
        ColumnText { after_points: Some(after.len()), ..ColumnText::stored_before(field, after) }
    }

    /// The values of a column with this field as a database of this dialect stores them from its literals: bytes as they are, all else as
    /// texts without quotes.
    pub fn of_dialect(field: &Field, dialect: Dialect) -> ColumnText {
        let layout = Layout::rows(Unquoted(dialect), [""], "");
        ColumnText { program: Program::compile(std::iter::once(field), &layout), after_points: None }
    }

    /// About how many bytes a text has, rather more than less.
    pub fn mean_bytes(&self) -> usize {
        self.after_points.map_or_else(|| self.program.mean_bytes(), |after| POINT_BYTES + after)
    }

    /// How many bytes a text has at most.
    pub fn max_bytes(&self) -> usize {
        self.after_points.map_or_else(|| self.program.max_bytes(), |after| POINT_BYTES + after)
    }

    /// Appends the texts as [`TextWriter::write_each`] does, with these buffers.
    pub(crate) fn write_each(
        &self,
        column: &ColumnData,
        len: usize,
        out: &mut Buffer,
        ends: &mut Vec<usize>,
        scratch: &mut TextScratch,
    ) {
        let TextScratch { rows, texts: (texts, text_ends) } = scratch;
        let mut bound = self.program.bind(std::slice::from_ref(column), len, rows);
        let Some(after) = self.after_points else { return bound.write_each(len, out, ends) };
        texts.clear();
        text_ends.clear();
        bound.write_each(len, texts, text_ends);
        let mut start = 0;
        for &end in &*text_ends {
            let (text, after) = texts.as_ref()[start..end].split_at(end - start - after);
            // That of a null is empty.
            if let Some(point) = point_of_text(text) {
                out.extend(&point_to_binary(point));
            }
            out.extend(after);
            ends.push(out.len());
            start = end;
        }
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> TextWriter<'_> {
        TextWriter { text: self, scratch: TextScratch::default() }
    }
}

/// Values of a dialect as they are between quotes, without escapes.
#[derive(Debug)]
struct Unquoted(Dialect);

impl Style for Unquoted {
    fn escape(&self, text: &str, out: &mut Vec<u8>) {
        Plain.escape(text, out);
    }

    fn escape_bytes(&self, bytes: &[u8], out: &mut Vec<u8>) {
        Plain.escape_bytes(bytes, out);
    }

    fn growth(&self) -> usize {
        1
    }

    fn takes_bytes(&self) -> bool {
        true
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn bools(&self) -> [&'static str; 2] {
        self.0.bools()
    }

    fn floats(&self) -> FloatTexts {
        self.0.floats()
    }

    fn has_plus_signs(&self) -> bool {
        self.0 != Dialect::DuckDb
    }

    fn date_time(&self) -> (u8, &'static str) {
        self.0.date_time()
    }

    fn zone(&self) -> &'static str {
        self.0.zone()
    }
}

impl TextWriter<'_> {
    /// Appends the text of each of `len` values, and notes where each ends in `out`. That of a null is empty: its value may be
    /// anything, even what has no text.
    pub fn write_each(&mut self, column: &ColumnData, len: usize, out: &mut Buffer, ends: &mut Vec<usize>) {
        self.text.write_each(column, len, out, ends, &mut self.scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::ColumnText;
    use crate::generators::Context;
    use crate::plan::Plan;
    use crate::schema::Schema;
    use crate::text::Buffer;
    use crate::types::Batch;

    /// The same texts as in rows of one column, also of columns with nulls.
    #[test]
    fn texts_are_those_of_rows() {
        let context = Context::default().now(0);
        for spec in ["name", "name@null=0.3", "int:1,999@prefix=No. ", "ipv6", "datetime@format=\"%d.%m.%Y\""]
        {
            let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
            assert_eq!(diagnostics, []);
            let plan = Plan::new(&schema, 1, &(0..100)).expect("the column has the rows");
            let (mut batch, mut out, mut ends) = (Batch::default(), Buffer::default(), Vec::new());
            plan.fill(&(0..100), &mut batch);
            let text = ColumnText::new(plan.columns()[0].field());
            text.writer().write_each(&batch.columns()[0], 100, &mut out, &mut ends);
            let mut start = 0;
            let column = crate::text::Format::COLUMN;
            let encoder =
                super::super::Encoder::new(&plan, "t", &crate::text::FormatOptions::new(column), 0..100);
            let mut rows = Buffer::default();
            encoder.writer().write(&batch, &mut rows);
            let lines = rows.as_ref().split(|&byte| byte == b'\n');
            for ((row, &end), line) in ends.iter().enumerate().zip(lines) {
                assert_eq!(&out.as_ref()[start..end], line, "{spec}, row {row}");
                start = end;
            }
            assert_eq!(ends.len(), 100);
        }
    }
}
