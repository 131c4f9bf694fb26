//! What a directory keeps with its files, as the command does: what was asked for, in `manifest.json`.

use std::num::NonZeroU64;
use std::path::{Path, absolute};

use gush_generate::{Compression, JobRequest, Record};
use gusher::encode::FormatOptions;
use gusher::rng::Key;
use gusher::schema::file::{Run, write_dataset};

use crate::made::{Part, Settings};

/// The record of these parts of the tables of one dataset.
pub fn record(
    parts: &[Part],
    options: &FormatOptions,
    compression: Option<Compression>,
    files: NonZeroU64,
) -> Record {
    let first = &parts[0].0;
    let Settings { seed, now, locale } = first.settings;
    let moved = |path: &str| moved(path, first.folder());
    let schema = write_dataset(first.dataset(), &Run { seed, now, locale, moved: &moved });
    let table = |(made, rows): &Part| format!("{} {}..{}", made.schema().table(), rows.start, rows.end);
    let request = JobRequest {
        program: concat!("gush ", env!("CARGO_PKG_VERSION")).into(),
        schema,
        format: options.spec().name.into(),
        options: format!("{:016x}", Key::seed(0).derive(&format!("{options:?}")).bits(0)),
        compression: compression.map(|compression| format!("{compression:?}")),
        files: files.get(),
        shard: "1/1".into(),
        shard_by: None,
        tables: parts.iter().map(table).collect(),
    };
    Record { request, seed, resume: false }
}

/// The whole path of a file that a column names, where the schema's folder is not the one that we are in.
fn moved(path: &str, folder: &Path) -> Option<String> {
    let [old, new] = [folder.join(path), path.into()].map(|path| absolute(path).ok());
    old.filter(|old| Some(old) != new.as_ref())?.to_str().map(str::to_owned)
}
