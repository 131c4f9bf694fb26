//! Makes and encodes rows in one thread, for whatever measures how fast that is.

use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, FormatOptions};
use gusher::types::{BATCH_ROWS, Batch};

/// Rows a part: about as many as the program makes before it writes.
pub const ROWS: u64 = 32 * BATCH_ROWS as u64;

/// Rows of some columns in one format.
pub struct Maker {
    plan: Plan,
    encoder: Encoder,
    batch: Batch,
    out: Buffer,
    next: u64,
}

impl Maker {
    /// Rows of these columns, which must be right.
    pub fn new(format: &str, columns: &[&str]) -> Maker {
        let read = |_: &str| Ok(b"Lorem\nipsum\ndolor\nsit\namet\n".to_vec());
        let context = Context::default().now(1_750_000_000).files(&read);
        let (schema, diagnostics) = Schema::parse("data", columns, &context);
        assert_eq!(diagnostics, []);
        let plan = Plan::new(&schema, 1, &(0..schema.max_rows())).expect("no more than there can be");
        let entry = format.parse().expect("a registered format");
        let encoder = Encoder::new(&plan, "data", &FormatOptions::new(entry), 0..u64::MAX);
        Maker { plan, encoder, batch: Batch::default(), out: Buffer::default(), next: 0 }
    }

    /// The bytes of the next [`ROWS`] rows.
    pub fn part(&mut self) -> &[u8] {
        self.out.clear();
        let mut writer = self.encoder.writer();
        for _ in 0..ROWS / BATCH_ROWS as u64 {
            let end = self.next + BATCH_ROWS as u64;
            self.plan.fill(&(self.next..end), &mut self.batch);
            writer.write(&self.batch, &mut self.out);
            self.next = end;
        }
        self.out.as_ref()
    }
}
