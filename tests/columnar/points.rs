//! Points as well-known binary, with GeoParquet's metadata.

use crate::columnar::{need_readers, script, seeded};
use gush_testkit::{Scratch, need};

/// Points of a row's town and of a box, null here and there, in several groups.
const COLUMNS: &str = "id=seq p=geo.point@type=geometry größe/1=geo.point:47.3,5.9,55.1,15.1@type=geometry@null=0.3 \
                       null=geo.point@of=other@type=geometry@null=1";

#[test]
fn points_are_read_back_by_others() {
    need_readers!();
    let scratch = Scratch::new();
    for (file, options) in [
        ("usual.parquet", "-l 700 --row-group 300"),
        ("newest.parquet", "-l 700 --row-group 300 --for newest --compress none"),
        ("metadata.parquet", "-l 700 --metadata --for spark4"),
        ("empty.parquet", "-l 0"),
        ("all.arrow", "-l 700 --row-group 300"),
        ("all.avro", "-l 700"),
        ("all.ndjson", "-l 700"),
    ] {
        seeded(&format!("{options} -o {file}")).arg_line(COLUMNS).within(scratch.folder()).run().ok();
    }
    script("points.py", scratch.folder()).stdout_is("the points are those of the texts\n");
}

#[test]
fn only_points_are_stored_as_geometry() {
    for column in [
        "name@type=geometry",
        "enum:POINT (1 2)@type=geometry",
        "geo.point@upper@type=geometry",
        "int@type=geometry",
    ] {
        let run = seeded("-f parquet -l 1").arg(format!("g={column}")).run().code(2).stdout_is("");
        run.stderr_has("geometry");
    }
    let sorted = seeded("-f parquet -l 9 --sort-by g g=geo.point@type=geometry").run().code(2);
    sorted.stderr_has("points have no order");
}

/// In SQL they are text, which PostGIS and DuckDB take for their type.
#[test]
fn databases_have_points_by_their_text() {
    let sql = |dialect: &str| {
        let script =
            format!("-f sql --create-table --dialect {dialect} -l 9 -t places g=geo.point@type=geometry");
        seeded(&script).run().ok()
    };
    for (dialect, kind) in [("postgres", "GEOMETRY"), ("mysql", "VARCHAR"), ("sqlite", "TEXT")] {
        sql(dialect).stdout_has(&format!("g {kind}")).stdout_has("('POINT (");
    }
    need!("duckdb");
    let lines = "import duckdb, sys\nduckdb.execute(sys.stdin.read())\n\
                 for row in duckdb.sql('select g::varchar from places').fetchall(): print(row[0])";
    let found = need::python(lines).stdin(sql("duckdb").stdout).run().ok();
    let texts = seeded("-f column -l 9 -t places g=geo.point").run().ok();
    let numbers = |text: &str| -> Vec<f64> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
        text.split(|c| !is_part(c)).filter_map(|number| number.parse().ok()).collect()
    };
    assert_eq!(numbers(found.text()), numbers(texts.text()));
    assert_eq!(numbers(found.text()).len(), 18);
}
