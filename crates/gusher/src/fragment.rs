//! A piece of a row for callers that build rows of their own: values between fixed texts, with keys that the
//! caller chooses. A plan has a table's columns and an encoder a format; a fragment has neither, and gives the same
//! values and the same bytes as they would. The template language is built on it.
//!
//! ```
//! use gusher::types::Batch;
//! use gusher::text::Buffer;
//! use gusher::internal::fragment::{Fragment, Keys};
//! use gusher::generators::Context;
//! use gusher::catalogue::find;
//! use gusher::rng::Key;
//!
//! let context = Context::default();
//! let bit = find("int").unwrap().generator("int", Some("0,1"), &context).unwrap();
//! let fragment = Fragment::new(vec![bit], vec![b"<".to_vec()], b">".to_vec());
//!
//! let (mut batch, mut text) = (Batch::default(), Buffer::default());
//! fragment.fill([Keys::alone(Key::seed(1))], 0..3, &mut batch);
//! fragment.writer().write(&batch, &mut text);
//! assert_eq!(text.len(), "<0><1><0>".len());
//! ```

use std::sync::Arc;

use crate::generators::{Generate, of_field};
use crate::plan::Plan;
use crate::rng::{Draws, Key, Rows};
use crate::text::{Buffer, Encoder, RowWriter};
use crate::types::{Batch, ColumnData, Field, Strings};

/// Generators whose values follow each other in a row, and the fixed texts around them. Shared by all workers.
#[derive(Debug)]
pub struct Fragment {
    generators: Vec<Arc<dyn Generate>>,
    encoder: Encoder,
}

/// The keys that a generator's values follow from.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    /// The generator's own.
    pub own: Key,
    /// That of the thing that it describes together with other generators: those with the same key agree.
    pub shared: Key,
}

/// Writes filled batches of one [`Fragment`] as text, with buffers of its own.
#[derive(Debug)]
pub struct FragmentWriter<'f> {
    writer: RowWriter<'f>,
}

impl Keys {
    /// The keys of a generator that describes nothing together with others.
    pub fn alone(key: Key) -> Keys {
        Keys { own: key, shared: key }
    }

    /// The draws of these rows for one generator, with a buffer for one fraction each.
    ///
    /// # Panics
    /// If the buffer is shorter than the number of rows.
    fn draws<'a>(self, rows: Rows<'a>, fractions: &'a mut [u64]) -> Draws<'a> {
        Draws::new(self.own, self.shared, rows, None, fractions)
    }
}

impl Fragment {
    /// Each value after its text of `before`, and at the end `after`.
    ///
    /// # Panics
    /// If there are not as many texts in `before` as generators.
    pub fn new(generators: Vec<Arc<dyn Generate>>, before: Vec<Vec<u8>>, after: Vec<u8>) -> Fragment {
        assert_eq!(generators.len(), before.len(), "there must be a text before each value");
        let encoder = Encoder::around(&Plan::unkeyed(&generators).heads(), before, after);
        Fragment { generators, encoder }
    }

    /// The value of one generator, without any text.
    pub fn single(generator: Arc<dyn Generate>) -> Fragment {
        Fragment::new(vec![generator], vec![Vec::new()], Vec::new())
    }

    /// Its generators in the order of their values.
    pub fn generators(&self) -> &[Arc<dyn Generate>] {
        &self.generators
    }

    /// Fills the values of these rows, each generator's with its own of the `keys`. Nothing of what the batch held
    /// before is left.
    ///
    /// # Panics
    /// If there are not as many keys as generators.
    pub fn fill<'r>(
        &self,
        keys: impl IntoIterator<Item = Keys>,
        rows: impl Into<Rows<'r>>,
        batch: &mut Batch,
    ) {
        let rows = rows.into();
        let (columns, fractions, _) = batch.reset(self.generators.len(), rows);
        let mut keys = keys.into_iter();
        for (generator, column) in self.generators.iter().zip(columns) {
            let keys = keys.next().expect("there are keys for each generator");
            generator.fill(&mut keys.draws(rows, fractions), &mut column.values);
        }
        assert!(keys.next().is_none(), "there are more keys than generators");
    }

    /// How many rows a batch should have: fewer where values are wide.
    pub fn batch_rows(&self) -> usize {
        self.encoder.batch_rows()
    }

    /// About how many bytes its text takes, rather more than less.
    pub fn mean_row_bytes(&self) -> usize {
        self.encoder.mean_row_bytes()
    }

    /// The most bytes that writing its text touches.
    pub fn max_row_bytes(&self) -> usize {
        self.encoder.max_row_bytes()
    }

    /// Whether its text is empty in every row.
    pub fn is_silent(&self) -> bool {
        self.encoder.is_silent()
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> FragmentWriter<'_> {
        FragmentWriter { writer: self.encoder.writer() }
    }
}

impl FragmentWriter<'_> {
    /// Appends the text of each row of a batch that the fragment filled.
    #[inline]
    pub fn write(&mut self, batch: &Batch, out: &mut Buffer) {
        self.writer.write(batch, out);
    }

    /// The same, and notes where the text of each row ends in `out`.
    #[inline]
    pub fn write_each(&mut self, batch: &Batch, out: &mut Buffer, ends: &mut Vec<usize>) {
        self.writer.write_each(batch, out, ends);
    }
}

/// The values of a column as texts, as text formats write them without any quotes or escapes. Shared by all workers.
#[derive(Debug)]
pub struct ValueTexts {
    encoder: Encoder,
}

impl ValueTexts {
    /// The texts of this field's values.
    pub fn of(field: &Field) -> ValueTexts {
        let plan = Plan::unkeyed(&[of_field(field.clone().nullable(false), false, None)]);
        ValueTexts { encoder: Encoder::around(&plan.heads(), vec![Vec::new()], Vec::new()) }
    }

    /// The most bytes that a text has, or some more.
    pub fn max_bytes(&self) -> usize {
        self.encoder.max_row_bytes()
    }

    /// About how many bytes a text has.
    pub fn mean_bytes(&self) -> usize {
        self.encoder.mean_row_bytes()
    }

    /// Writes the text of each row of a column, also of those that are null, whose texts mean nothing.
    pub fn write(&self, column: &ColumnData, rows: usize, texts: &mut Strings) {
        let (mut out, mut ends) = (Buffer::default(), Vec::with_capacity(rows));
        let columns = std::slice::from_ref(column);
        self.encoder.writer().write_columns(columns, rows, &mut out, &mut ends);
        texts.clear();
        let mut start = 0;
        for end in ends {
            texts.push(&out.as_ref()[start..end]);
            start = end;
        }
    }
}
