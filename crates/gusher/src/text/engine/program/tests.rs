//! The rows of any columns in any format against a naive twin: one step after the other and one row at a time, with nothing computed
//! for an entire batch at once.

use std::ops::Range;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::Program;
use crate::generators::Context;
use crate::plan::Plan;
use crate::rng::Rows;
use crate::schema::Schema;

use crate::text::engine::row;
use crate::text::engine::scratch::{RowScratch, RunScratch, Scratch};
use crate::text::engine::serial::NO_TAIL;
use crate::text::engine::step::{Bound, Step};
use crate::text::engine::table::{FixedText, Tail};
use crate::text::formats::FAKEDATA_FORMATS;
use crate::text::{Body, Buffer, DIALECTS, Encoder, FORMATS, FormatOptions};
use crate::types::{Array, BATCH_ROWS, Batch, ColumnData, Validity};

/// All generators, modifiers and locales: the columns of the pinned values that need no other one.
static COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../../../tests/pinned.txt").lines();
    let columns =
        lines.filter(|line| !line.is_empty() && !line.starts_with(['#', ' ']) && !line.contains(" & "));
    // After a tab is the checksum of the values.
    columns.map(|line| line.split_once('\t').map_or(line, |(column, _)| column)).collect()
});

/// Modifiers that may be added to a column. Columns that refuse one go without it.
const ENDINGS: [&str; 9] = [
    "",
    "@null=0.3",
    "@null=1",
    "@unique",
    "@dirty=0.3",
    "@dirty=0.5@null=0.4",
    "@list=0,3",
    "@list=0,3@null=0.2",
    "@prefix=<it's \\\"\\\\ é,;|>@suffix=\t_\u{1F600}",
];

/// Lines with everything that some format has to escape, lines of several bytes a letter, and lines around the widths of slots.
fn files() -> impl Strategy<Value = String> {
    prop::collection::vec(
        "[a-z,;\"'<&\\\\\t\u{e9}\u{1F600} ]{0,12}|[x\"]{5,9}|x{14,17}|[x,]{29,33}|y{60,66}",
        1..6,
    )
    .prop_map(|lines| lines.join("\n") + "\nlast")
}

prop_compose! {
    /// Columns with and without names of their own kind, each with one of the endings.
    fn columns()(
        columns in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4), 1..=12),
    ) -> Vec<String> {
        let column = |(column, ending, kind): &(prop::sample::Index, prop::sample::Index, i32)| {
            // Many generators are entries of one width; these are what the others are.
            let own = ["file:x", "seq:95", "int:-1000000,9", "decimal:0,9,5", "uuidv4", "bool", "ulid", "ipv4", "regex:[\"',x]{0,40}"];
            let base = if *kind == 0 { own[column.index(own.len())] } else { COLUMNS[column.index(COLUMNS.len())] };
            [base, ENDINGS[ending.index(ENDINGS.len())]]
        };
        columns.iter().map(column).enumerate().map(|(n, [base, ending])| format!("c{n}={base}{ending}")).collect()
    }
}

/// The plan of as many of these columns as there can be together, without the endings that they do not take.
fn plan(mut specs: Vec<String>, file: &str, seed: u64, rows: &Range<u64>) -> Option<Plan> {
    let read = |path: &str| {
        let cities = "name,population\nRome,2800\nOslo,700\nLinz,200\n";
        Ok(if path == "cities.csv" { cities } else { file }.as_bytes().to_vec())
    };
    let context = Context::default().files(&read);
    while !specs.is_empty() {
        let (schema, diagnostics) = Schema::parse("t", &specs, &context);
        let Some(diagnostic) = diagnostics.first() else {
            match Plan::new(&schema, seed, rows) {
                Ok(plan) => return Some(plan),
                // Mostly because there are fewer values than rows.
                Err(_) => match specs.iter_mut().find(|spec| spec.ends_with("@unique")) {
                    Some(spec) => {
                        spec.truncate(spec.len() - "@unique".len());
                        continue;
                    }
                    None => {
                        specs.pop();
                        continue;
                    }
                },
            }
        };
        let at = specs.iter().position(|spec| *spec == diagnostic.text)?;
        match specs[at].rsplit_once('@').map(|(shorter, _)| shorter.to_owned()) {
            Some(shorter) => specs[at] = shorter,
            None => drop(specs.remove(at)),
        }
    }
    None
}

/// The formats that are texts, each as it comes and with every dialect.
fn formats() -> Vec<FormatOptions> {
    let specs = FORMATS.iter().chain(FAKEDATA_FORMATS).filter(|spec| spec.name != "raw");
    let with_dialects = |spec| {
        let dialects = DIALECTS.iter().filter_map(move |entry| {
            let mut options = FormatOptions::new(spec);
            options.dialect(entry.dialect).ok().map(|()| options)
        });
        [FormatOptions::new(spec)].into_iter().chain(dialects)
    };
    specs.copied().flat_map(with_dialects).collect()
}

/// The columns of a batch, with other values in the rows that are null, which mean nothing.
fn scrambled(batch: &mut Batch, seed: u64) -> Vec<ColumnData> {
    let validities: Vec<Validity> = batch.columns().iter().map(|column| column.validity.clone()).collect();
    let rows = Rows::Run { first: 0, len: batch.len() };
    let (columns, ..) = batch.reset(validities.len(), rows);
    let with_nulls = |(column, validity): (&mut ColumnData, Validity)| {
        let mut values = std::mem::take(&mut column.values);
        scramble(&mut values, &|row| validity.is_null(row), seed);
        ColumnData { values, validity }
    };
    columns.iter_mut().zip(validities).map(with_nulls).collect()
}

fn scramble(values: &mut Array, is_null: &impl Fn(usize) -> bool, seed: u64) {
    fn each<T>(values: &mut [T], is_null: &impl Fn(usize) -> bool, seed: u64, other: impl Fn(u64) -> T) {
        for (row, value) in values.iter_mut().enumerate().filter(|(row, _)| is_null(*row)) {
            *value = other(seed.rotate_left(7 * row as u32));
        }
    }
    match values {
        Array::Indices(parts) => {
            parts.iter_mut().for_each(|part| each(part, is_null, seed, |bits| bits as u32));
        }
        Array::Ints(values) => each(values, is_null, seed, |bits| bits as i64),
        Array::Wides(values) => each(values, is_null, seed, i128::from),
        Array::Floats(values) => each(values, is_null, seed, f64::from_bits),
        Array::Dates(values) => each(values, is_null, seed, |bits| bits as i32),
        Array::Bools(values) => each(values, is_null, seed, |bits| bits % 2 == 0),
        Array::Ids(values) => each(values, is_null, seed, u128::from),
        Array::Ipv4s(values) => each(values, is_null, seed, |bits| bits as u32),
        Array::Joined(parts) => parts.iter_mut().for_each(|part| scramble(part, is_null, seed)),
        // How long these are says where those of other rows are.
        Array::FixedBytes(_) | Array::Strings(_) | Array::Patched(_) | Array::List(_) | Array::Struct(_) => {}
    }
}

/// Each row of a batch, by steps that know nothing of the others.
fn plain_rows(program: &Program, columns: &[ColumnData], rows: usize) -> Vec<Vec<u8>> {
    let mut scratch: Vec<Scratch> = program.ops.iter().map(|_| Scratch::default()).collect();
    let nothing = FixedText::of(b"");
    // With this many steps, there is no loop of their own for them.
    let more = (0..4).map(|_| Step { bound: Bound::Text(&nothing), tail: &NO_TAIL });
    let ops = program.ops.iter().zip(&mut scratch);
    let steps =
        ops.map(|((op, tail), scratch)| Step { bound: op.bound(&NO_TAIL, columns, rows, scratch), tail });
    let mut steps: Vec<Step<'_>> = steps.chain(more).collect();
    let mut scratch = RunScratch::default();
    scratch.give_blocks(&mut steps);
    let one = |row: usize| {
        // No more capacity than a row needs at most.
        let mut buffer = vec![b'?'; program.max_bytes];
        let len = row::write_run(&steps, &[], &mut scratch, row..row + 1, &mut buffer, &mut ());
        buffer.truncate(len);
        buffer
    };
    (0..rows).map(one).collect()
}

proptest! {
    #[test]
    fn rows_of_any_columns_are_those_of_the_naive_twin(
        columns in columns(),
        file in files(),
        options in prop::sample::select(formats()),
        (seed, other) in any::<(u64, u64)>(),
        start in prop_oneof![0u64..1200, Just(99_999_990), Just(1 << 40)],
        lens in prop::collection::vec(prop_oneof![0usize..70, 60usize..70, 0..=BATCH_ROWS], 1..3),
        cut in any::<prop::sample::Index>(),
    ) {
        let all = start..start + 2 * BATCH_ROWS as u64;
        let Some(plan) = plan(columns, &file, seed, &all) else { return Ok(()) };
        if plan.fields().any(|field| options.refusal(field).is_some()) {
            return Ok(());
        }
        let encoder = Encoder::new(&plan, "t", &options, all);
        let Body::Text { program, .. } = &encoder.body else { unreachable!("raw is left out") };
        // Both are used again, as they are by those who write many batches.
        let (mut batch, mut scratch) = (Batch::default(), RowScratch::default());
        let mut at = start;
        for rows in lens {
            plan.fill(&(at..at + rows as u64), &mut batch);
            at += rows as u64;
            let columns = scrambled(&mut batch, other);
            let naive = plain_rows(program, &columns, rows);
            prop_assert!(naive.iter().all(|row| row.len() + Tail::MAX_LEN <= program.max_bytes.max(Tail::MAX_LEN)), "the capacity is too small");
            let mut bound = program.bind(&columns, rows, &mut scratch);
            let cut = cut.index(rows + 1);
            let (mut halves, mut each, mut ends) = (Buffer::default(), Buffer::default(), Vec::new());
            for rows in [0..cut, cut..rows] {
                bound.write(rows, &mut halves);
            }
            bound.write_each(rows, &mut each, &mut ends);
            let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            prop_assert_eq!(lossy(halves.as_ref()), lossy(&naive.concat()));
            prop_assert_eq!(each.as_ref(), halves.as_ref());
            let mut end = 0;
            let naive_ends = naive.iter().map(|row| {
                end += row.len();
                end
            });
            prop_assert!(naive_ends.eq(ends));
        }
    }
}
