//! Which rows: a limit, a range, a stream, a shard, by the options or by a schema file.

use std::ops::Range;
use std::path::Path;

use gush_diagnostics::{Message, grouped, parse_count, parse_count_saturating, parse_range};
use gush_generate::Shard;
use gush_pipe::output;
use gusher::schema::file::Rows;
use gusher::schema::{DEFAULT_ROWS, STREAM_ROWS};

use super::check::Check;
use super::flags::{LIMIT, OUTPUT, ROWS, SEED, SHARD, STREAM};
use crate::flags::Flag;

/// The rows from the first to the last that all shards make together.
pub(super) fn whole(rows: &Rows) -> Range<u64> {
    match rows {
        Rows::Range(rows) => rows.clone(),
        Rows::Stream => 0..STREAM_ROWS,
    }
}

impl Check<'_> {
    /// All rows that are asked for, by all shards together: by the options, or else by a schema file.
    pub(super) fn rows(&mut self, said: Option<Rows>) -> Rows {
        self.asked_rows().or(said).unwrap_or(Rows::Range(0..DEFAULT_ROWS))
    }

    /// The rows that the options ask for, if they do.
    pub(super) fn asked_rows(&mut self) -> Option<Rows> {
        let args = self.args;
        let expected = "a number of rows such as 10, 10k or 1_000_000";
        let limit = match args.text(&LIMIT).map(parse_count_saturating) {
            // One that is too large for a number is too large for rows.
            Some(Some(limit)) => Some(limit),
            _ => self.count(&LIMIT, expected),
        };
        let limit = limit.filter(|&limit| self.counts(&LIMIT, limit));
        let rows = args.text(&ROWS).and_then(|text| self.range(text));
        let rows = rows.filter(|rows| self.counts(&ROWS, rows.end));
        match (rows, limit, args.has(&STREAM)) {
            (Some(rows), ..) => Some(Rows::Range(rows)),
            (None, _, true) => {
                self.endless();
                Some(Rows::Stream)
            }
            (None, Some(limit), false) => Some(Rows::Range(0..limit)),
            (None, None, false) => None,
        }
    }

    /// Whether rows can be counted up to `end`, which the value of `flag` asks for.
    fn counts(&mut self, flag: &Flag, end: u64) -> bool {
        if end > STREAM_ROWS {
            let text = format!("rows are counted up to {}", grouped(STREAM_ROWS));
            self.wrong(flag, self.args.text(flag).unwrap_or_default(), text);
        }
        end <= STREAM_ROWS
    }

    /// A file is there once it is complete, which one of a stream never is: all would be written for nothing.
    fn endless(&mut self) {
        if let Some(path) = self.args.path(&OUTPUT).filter(|_| self.is_endless_file()) {
            let text = "a stream has no end, and a file appears only once it is complete; say how many rows with --limit, or \
                        write to a pipe";
            self.conflict("--stream", &format!("--output {}", path.display()), text);
        }
    }

    /// Whether a file is to hold a stream.
    pub(super) fn is_endless_file(&self) -> bool {
        let is_file = |path: &Path| path.as_os_str() != "-" && !output::is_direct(path);
        self.args.has(&STREAM) && self.args.path(&OUTPUT).is_some_and(is_file)
    }

    fn range(&mut self, text: &str) -> Option<Range<u64>> {
        let meant = parse_count(text).map(|_| format!("--limit {text}"));
        let range = parse_range(text).map_err(|error| Message::from(error).suggest(meant));
        range.map_err(|message| self.wrong(&ROWS, text, message)).ok()
    }

    /// The shard that is asked for. Without a seed they would not be of one whole.
    pub(super) fn shard(&mut self, rows: &Rows, seed: Option<u64>) -> Shard {
        let Some(text) = self.args.text(&SHARD) else { return Shard::WHOLE };
        if seed.is_none() && !self.args.has(&SEED) {
            let text = "give all shards the same --seed: without one each has other values, and @unique ones come twice";
            self.refuse(&SHARD, text);
        }
        if self.has_moving_present() {
            let text = "each shard starts at another moment; give all of them the same time";
            self.conflict("--now now", "--shard", text);
        }
        if *rows == Rows::Stream {
            let stream = if self.args.has(&STREAM) { "--stream" } else { "rows = \"stream\"" };
            self.conflict(stream, "--shard", "a stream has no end to be divided; give a --limit");
        }
        let numbers = text.split_once('/').map(|(i, n)| (parse_count(i), parse_count(n)));
        let Some((Some(number), Some(count))) = numbers else {
            self.wrong(&SHARD, text, "expected the part and the number of parts, such as 1/4");
            return Shard::WHOLE;
        };
        number.checked_sub(1).and_then(|index| Shard::new(index, count)).unwrap_or_else(|| {
            self.wrong(&SHARD, text, "the number of the part runs from 1 to the number of parts");
            Shard::WHOLE
        })
    }
}
