//! How the output is compressed, and what a terminal cannot show.

use std::path::Path;

use gush_columnar::Columnar;
use gusher::schema::file::RowExtent;

use super::options::Opt;
use super::resolver::Resolver;
use super::rows::{is_endless_file, stream_option};
use super::{foreign, parquet};
use crate::compress::{Compression, CompressionError, NO_COMPRESSION};
use crate::format::AnyFormat;

/// How the output is compressed: as asked for, or by the name of its file, or as is usual for the format.
pub(super) fn compression(
    resolver: &mut Resolver<'_>,
    output: Option<&Path>,
    format: AnyFormat,
) -> Option<Compression> {
    refuse_packed_name(resolver, output, format);
    let asked = asked(resolver);
    let named = output.and_then(Compression::of_name).filter(|_| format.columnar().is_none());
    let written = resolver.request.text(Opt::Compress).unwrap_or_default();
    if let (Some(Some(asked)), Some(named)) = (asked, named)
        && asked.name() != named.name()
    {
        let text = format!("the name of the file ends in .{}; make the two agree", named.name());
        resolver.wrong(Opt::Compress, written, text);
    }
    let Some(asked) = asked else {
        let of_reader = || parquet::codec(resolver).filter(|_| format.columnar() == Some(Columnar::Parquet));
        return named.or_else(of_reader).or_else(|| Compression::of_format(format));
    };
    if let Some(method) = asked.filter(|method| !method.is_for(format)) {
        let others = match format.columnar() {
            None => "gz or zst",
            Some(Columnar::Parquet) => "any",
            Some(Columnar::ArrowFile | Columnar::ArrowStream) => "lz4 or zst",
            Some(Columnar::Avro) => "gz, zst or snappy",
        };
        let text = format!("{} is not compressed by {}; it takes {others}", format.name, method.name());
        resolver.wrong(Opt::Compress, written, text);
    }
    if asked.is_some() && format.columnar().is_none() && is_for_terminal(resolver, output) {
        let text = format!(
            "a terminal cannot show this; write to a file with {}, or to a pipe",
            resolver.name(Opt::Output)
        );
        resolver.wrong(Opt::Compress, written, text);
    }
    asked
}

/// What is asked for, if anything is: a way to compress, or none.
fn asked(resolver: &mut Resolver<'_>) -> Option<Option<Compression>> {
    let written = resolver.request.text(Opt::Compress)?;
    match Compression::parse(written) {
        Ok(asked) => Some(asked),
        Err(CompressionError { span, message }) => {
            resolver.wrong_at(Opt::Compress, written, span, message);
            None
        }
    }
}

/// Refuses the name of a file that would be packed in another way than its name says.
fn refuse_packed_name(resolver: &mut Resolver<'_>, output: Option<&Path>, format: AnyFormat) {
    let Some(path) = output else { return };
    let text = if let Some(method) = Compression::of_name(path).filter(|_| format.columnar().is_some()) {
        let (format, end, option) = (format.name, method.name(), resolver.name(Opt::Compress));
        format!("{format} compresses its pages itself; leave .{end} out, and say how with {option}")
    } else if resolver.request.text(Opt::Compress) != Some(NO_COMPRESSION)
        && let Some(other) = foreign::of_name(path)
    {
        other.advice(path, &resolver.name(Opt::Output))
    } else {
        return;
    };
    resolver.wrong(Opt::Output, &path.display().to_string(), text);
}

/// Refuses what a columnar format cannot be: a stream without an end, or something to look at.
pub(super) fn columnar(resolver: &mut Resolver<'_>, format: AnyFormat, rows: &RowExtent) {
    let name = format.spec().name;
    match format.columnar() {
        None => return,
        Some(Columnar::Parquet | Columnar::ArrowFile)
            if *rows == RowExtent::Stream && !is_endless_file(resolver) =>
        {
            let limit = resolver.name(Opt::Limit);
            let text = format!("{name} ends with an index, and a stream has no end; give a {limit}");
            resolver.refuse(stream_option(resolver), text);
        }
        Some(Columnar::Parquet | Columnar::ArrowFile | Columnar::ArrowStream | Columnar::Avro) => {}
    }
    let output = resolver.request.path(Opt::Output).filter(|path| path.as_os_str() != "-");
    if is_for_terminal(resolver, output) {
        let output = resolver.name(Opt::Output);
        let text = format!("a terminal cannot show {name}; write to a file with {output}, or to a pipe");
        resolver.wrong(Opt::Format, name, text);
    }
}

/// Whether a terminal is to show the rows.
fn is_for_terminal(resolver: &Resolver<'_>, output: Option<&Path>) -> bool {
    !resolver.request.has(Opt::PrintSchema) && resolver.environment.is_terminal(output)
}
