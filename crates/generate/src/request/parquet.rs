//! What Parquet files are, for the readers that they are meant for.

use std::collections::BTreeMap;

use gush_columnar::{
    Closing, Columnar, EncodingSet, GroupSize, HalfForm, PageVersion, ParquetOptions, READERS, Reader,
    SETTINGS, TimestampForm, TimestampZone, closing,
};
use gusher::types::Field;

use super::options::Opt;
use super::resolver::Resolver;
use crate::compress::Compression;
use crate::format::{AnyOptions, ColumnarOptions};

/// The reader that files are for, where one is named that there is: that of Iceberg's tables for the files of one.
fn reader(resolver: &Resolver<'_>) -> Option<&'static Reader> {
    const ICEBERG: &str = "iceberg";
    let of_lake = resolver.request.text(Opt::Lake).filter(|lake| *lake == ICEBERG);
    let name = resolver.request.text(Opt::For).or(of_lake)?;
    READERS.iter().find(|reader| reader.name == name)
}

/// Refuses what a table of Delta Lake or Iceberg decides itself: the types of its columns and their names. The version of pages and
/// the encodings of values are free.
fn check_lake(resolver: &mut Resolver<'_>) {
    const FREE: [&str; 2] = [PageVersion::SETTING.name, EncodingSet::SETTING.name];
    let Some(lake) = resolver.request.text(Opt::Lake) else { return };
    let of_types = SETTINGS.iter().filter(|setting| !FREE.contains(&setting.name));
    for option in of_types.filter_map(|setting| Opt::find(setting.name)).chain([Opt::For]) {
        if let Some(value) = resolver.request.text(option) {
            let text = "the format of the table decides what its files are; leave this out";
            resolver.conflict((option, Some(value)), (Opt::Lake, Some(lake)), text);
        }
    }
}

/// Takes what is asked for: what the reader needs, and each choice that was made besides. Gives what differs from the usual, by names.
pub(super) fn settings(resolver: &mut Resolver<'_>, options: &mut AnyOptions) -> BTreeMap<String, String> {
    check_lake(resolver);
    let reader = reader(resolver);
    let mut chosen = reader.map_or_else(ParquetOptions::default, |reader| reader.options);
    if let Some(name) = resolver.request.text(Opt::For) {
        if reader.is_none() {
            resolver.unknown(Opt::For, name, "reader", READERS.iter().map(|reader| reader.name));
        }
        resolver.format_choice(Opt::For, options.parquet().map(|_| ()));
    }
    for setting in SETTINGS {
        let Some(option) = Opt::find(setting.name) else { continue };
        let Some(value) = resolver.request.text(option) else { continue };
        if !setting.set(&mut chosen, value) {
            resolver.unknown(option, value, "value", setting.values.iter().map(|(name, _)| *name));
        }
        resolver.format_choice(option, options.parquet().map(|_| ()));
    }
    if resolver.request.has(Opt::Lake) {
        // Neither table format has them.
        chosen.halves = HalfForm::Float;
    }
    check(resolver, &mut chosen);
    if let Ok(options) = options.parquet() {
        *options = chosen;
    }
    let usual = ParquetOptions::default();
    let differs = SETTINGS.iter().filter(|setting| setting.get(&chosen) != setting.get(&usual));
    let mut differing: BTreeMap<String, String> =
        differs.map(|setting| (setting.name.to_owned(), setting.get(&chosen).to_owned())).collect();
    if chosen.groups == GroupSize::Large {
        differing.insert("groups".into(), "large".into());
    }
    differing
}

/// Refuses a zone where the type of times has none.
fn check(resolver: &mut Resolver<'_>, chosen: &mut ParquetOptions) {
    if chosen.timestamps != TimestampForm::Int96 || chosen.zone == TimestampZone::Declared {
        return;
    }
    let text = format!(
        "INT96 says nothing about a zone; leave this out, or take {}",
        resolver.written(Opt::Timestamps, "us")
    );
    let value = resolver.request.text(Opt::TimestampZone).unwrap_or_default();
    resolver.wrong(Opt::TimestampZone, value, text);
}

/// How the pages of a reader's files are compressed where nothing else is asked for.
pub(super) fn codec(resolver: &Resolver<'_>) -> Option<Compression> {
    Compression::parse(reader(resolver)?.codec).ok().flatten()
}

/// What to say of a column that closes a file for a large engine, once; nothing where a reader or the form was chosen.
pub(super) fn note<'f>(
    resolver: &Resolver<'_>,
    mut fields: impl Iterator<Item = &'f Field>,
    options: &AnyOptions,
) -> Option<String> {
    let AnyOptions::Columnar(ColumnarOptions { format: Columnar::Parquet, parquet, .. }) = options else {
        return None;
    };
    if [Opt::For, Opt::Lake, Opt::Profile].iter().any(|option| resolver.request.has(*option)) {
        return None;
    }
    let is_chosen =
        |closing: &Closing| Opt::find(closing.remedy.0).is_some_and(|option| resolver.request.has(option));
    let (field, closing) = fields.find_map(|field| {
        let closing = closing(field, parquet).filter(|closing| !is_chosen(closing))?;
        Some((field, closing))
    })?;
    let Closing { what, readers, remedy: (setting, value) } = closing;
    let remedy = Opt::find(setting).map(|option| resolver.written(option, value))?;
    let name = &field.name;
    Some(format!("{readers} refuse files with {what}, as `{name}` has it; {remedy} writes what they read"))
}
