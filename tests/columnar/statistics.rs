//! Readers trust what a file says of its values: they leave out groups by it, and take bounds from it.

use crate::{need_readers, script, seeded};
use gush_testkit::Scratch;

#[test]
fn readers_skip_groups_and_take_bounds_from_the_metadata() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "id=seq x=int:0,1M few=int:-5,9@null=0.5 d=decimal:-5,500,2@null=0.1 wide=decimal:-9_000_000_000,9_000_000_000,9 \
                   day=date at=datetime@null=0.2 t=time ok=bool email code=country.code";
    for codec in ["none", "zstd"] {
        let words = format!("-l 100k --row-group 10k --compress {codec} -o x.parquet {columns}");
        seeded(&words).within(scratch.folder()).run().ok().silent();
        script("skip.py", &scratch.path("x.parquet")).stdout_is(
            "duckdb: 1 of 10 groups\nduckdb: bounds from metadata\nduckdb: bounds are right\npyarrow: 1 of 10 groups\npyarrow: statistics are right\n",
        );
    }
}
