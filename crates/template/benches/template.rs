//! How fast templates are written on one thread.
//!
//! `cargo bench -p gush-template`. Every figure is rows a second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gush_template::{Options, Template};
use gusher::generators::Context;
use gusher::text::Buffer;
use gusher::types::BATCH_ROWS;

const ROWS: u64 = 32 * BATCH_ROWS as u64;

fn main() {
    divan::main();
}

/// Templates: one run, a loop that is unrolled, and a loop that is not.
#[divan::bench(args = [
    "{{ Noun }}\n",
    "#{{ Int 0 100 }} {{ Name }} <{{ Email }}>\n",
    "{{ range $i := Loop 5 }}{{ if Odd $i }}<b>{{ Int 0 100 }}</b>{{ else }}<i>{{ Noun }}</i>{{ end }}{{ end }}\n",
    "{{ range $i := Loop 3 7 }}{{ if Odd $i }}<b>{{ Int 0 100 }}</b>{{ else }}<i>{{ Noun }}</i>{{ end }}{{ end }}\n",
])]
fn template(bencher: Bencher<'_, '_>, text: &str) {
    let locale = gusher::locale::english();
    let context = Context::default().locale(locale).now(0);
    let template = Template::new(
        "bench",
        text.as_bytes(),
        Options { context: &context, seed: 7, table: "data", compat: None },
    );
    let template = template.expect("the template compiles");
    let (mut writer, mut out) = (template.writer(), Buffer::default());
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        out.clear();
        writer.write(0..ROWS, &mut out).expect("every row can be written");
        black_box(out.len());
    });
}
