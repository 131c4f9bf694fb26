//! Readers trust what a file says of its values: they leave out groups by it, and take bounds from it.

use crate::{need_readers, script, seeded};
use gush_testkit::Scratch;

#[test]
fn readers_skip_groups_and_take_bounds_from_the_metadata() {
    need_readers!();
    let scratch = Scratch::new();
    for codec in ["none", "zstd"] {
        let words = format!("-l 100k --row-group 10k --compress {codec} -o x.parquet id=seq x=int:0,1M");
        seeded(&words).within(scratch.folder()).run().ok().silent();
        script("skip.py", &scratch.path("x.parquet")).stdout_is(
            "duckdb: 1 of 10 groups\nduckdb: bounds from metadata\nduckdb: bounds are right\npyarrow: 1 of 10 groups\n",
        );
    }
}
