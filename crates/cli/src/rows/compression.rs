//! How the output is compressed, and what a terminal cannot show.

use std::io::{self, IsTerminal};
use std::path::Path;

use gush_diagnostics::Diagnostic;
use gush_generate::{Compression, CompressionError, NO_COMPRESSION};
use gush_pipe::output;
use gusher::encode::{Columnar, FormatOptions, FormatSpec};
use gusher::schema::file::Rows;

use super::check::Check;
use super::flags::{COMPRESS, FORMAT, OUTPUT, PRINT_SCHEMA, STREAM};
use super::other_compressors;

impl Check<'_> {
    /// How the output is compressed: as asked for, or by the name of its file, or as is usual for the format.
    pub(super) fn compression(&mut self, output: Option<&Path>, format: &FormatSpec) -> Option<Compression> {
        self.packed_name(output, format);
        let asked = self.asked_compression();
        let named = output.and_then(Compression::of_name).filter(|_| format.columnar.is_none());
        let written = self.args.text(&COMPRESS).unwrap_or_default();
        if let (Some(Some(asked)), Some(named)) = (asked, named)
            && asked.name() != named.name()
        {
            let text = format!("the name of the file ends in .{}; make the two agree", named.name());
            self.wrong(&COMPRESS, written, text);
        }
        let Some(asked) = asked else { return named.or_else(|| Compression::of_format(format)) };
        if let Some(method) = asked.filter(|method| !method.is_for(format)) {
            let others = match format.columnar {
                None => "gz or zst",
                Some(Columnar::Parquet) => "any",
                Some(Columnar::ArrowFile | Columnar::ArrowStream) => "lz4 or zst",
                Some(Columnar::Avro) => "gz, zst or snappy",
            };
            let text = format!("{} is not compressed by {}; it takes {others}", format.name, method.name());
            self.wrong(&COMPRESS, written, text);
        }
        if asked.is_some() && format.columnar.is_none() && self.is_for_terminal(output) {
            self.wrong(
                &COMPRESS,
                written,
                "a terminal cannot show this; write to a file with --output, or to a pipe",
            );
        }
        asked
    }

    /// What is asked for, if anything is: a way to compress, or none.
    fn asked_compression(&mut self) -> Option<Option<Compression>> {
        let written = self.args.text(&COMPRESS)?;
        match Compression::parse(written) {
            Ok(asked) => Some(asked),
            Err(CompressionError { span: at, message: text }) => {
                let mistake = COMPRESS.wrong(written, text);
                let first = mistake.span.start;
                self.mistakes.push(Diagnostic { span: first + at.start..first + at.end, ..mistake });
                None
            }
        }
    }

    /// Refuses the name of a file that would be packed in another way than its name says.
    fn packed_name(&mut self, output: Option<&Path>, format: &FormatSpec) {
        let Some(path) = output else { return };
        if let Some(method) = Compression::of_name(path).filter(|_| format.columnar.is_some()) {
            let (format, end) = (format.name, method.name());
            let text = format!(
                "{format} compresses its pages itself; leave .{end} out, and say how with --compress"
            );
            self.wrong(&OUTPUT, &path.display().to_string(), text);
        } else if self.args.text(&COMPRESS) != Some(NO_COMPRESSION)
            && let Some(other) = other_compressors::of_name(path)
        {
            self.wrong(&OUTPUT, &path.display().to_string(), other.advice(path));
        }
    }

    /// Refuses what a columnar format cannot be: a stream without an end, or something to look at.
    pub(super) fn columnar(&mut self, options: &FormatOptions, rows: &Rows) {
        let FormatSpec { name, columnar, .. } = options.spec();
        match columnar {
            None => return,
            Some(Columnar::Parquet | Columnar::ArrowFile)
                if *rows == Rows::Stream && !self.is_endless_file() =>
            {
                let word = if self.args.has(&STREAM) { "--stream" } else { "rows = \"stream\"" };
                let text =
                    format!("{name} ends with where everything is, and a stream has no end; give a --limit");
                self.refuse_word(word, text);
            }
            Some(Columnar::Parquet | Columnar::ArrowFile | Columnar::ArrowStream | Columnar::Avro) => {}
        }
        let output = self.args.path(&OUTPUT).filter(|path| path.as_os_str() != "-");
        if self.is_for_terminal(output) {
            let text = format!("a terminal cannot show {name}; write to a file with --output, or to a pipe");
            self.wrong(&FORMAT, name, text);
        }
    }

    /// Whether a terminal is to show the rows.
    fn is_for_terminal(&self, output: Option<&Path>) -> bool {
        !self.args.has(&PRINT_SCHEMA)
            && output.map_or_else(|| io::stdout().is_terminal(), output::is_terminal)
    }
}
