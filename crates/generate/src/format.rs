//! All formats of a job's tables, whoever writes them, and what can be chosen about them.

use std::ops::Deref;
use std::sync::Arc;

use gush_columnar::{Columnar, ParquetOptions};
use gusher::text::{self, Format, FormatError, FormatOptions, FormatRules, FormatSpec};

use crate::bloom::BloomColumn;
use crate::display::screen::{SPEC as TABLE, Screen, TableOptions};
use crate::file_record::FileRecord;
use crate::sort::SortColumn;

/// A format of rows, a table to look at, or a format of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyFormat {
    /// One that gusher writes row by row.
    Rows(Format),
    /// A table to look at, aligned and cut to the width of a terminal.
    Table,
    /// One of typed columns.
    Columnar(Columnar),
}

/// All formats, the default first.
pub fn formats() -> impl ExactSizeIterator<Item = AnyFormat> + Clone {
    let rows = text::FORMATS.len();
    (0..rows + 1 + gush_columnar::FORMATS.len()).map(move |index| match index.checked_sub(rows) {
        None => AnyFormat::Rows(text::FORMATS[index]),
        Some(0) => AnyFormat::Table,
        Some(index) => AnyFormat::Columnar(gush_columnar::FORMATS[index - 1]),
    })
}

impl AnyFormat {
    /// What it is called and what can be chosen about it.
    pub fn spec(self) -> &'static FormatSpec {
        match self {
            AnyFormat::Rows(format) => format.spec(),
            AnyFormat::Table => &TABLE,
            AnyFormat::Columnar(format) => format.spec(),
        }
    }

    /// Which format of columns it is, if it is one.
    pub fn columnar(self) -> Option<Columnar> {
        match self {
            AnyFormat::Rows(_) | AnyFormat::Table => None,
            AnyFormat::Columnar(format) => Some(format),
        }
    }
}

impl Deref for AnyFormat {
    type Target = FormatSpec;

    fn deref(&self) -> &FormatSpec {
        self.spec()
    }
}

/// A format with everything that was chosen about it.
#[derive(Debug, Clone)]
pub enum AnyOptions {
    /// One of rows.
    Rows(FormatOptions),
    /// A table to look at.
    Table(TableOptions),
    /// One of columns.
    Columnar(ColumnarOptions),
}

/// What was chosen about a format of columns.
#[derive(Debug, Clone)]
pub struct ColumnarOptions {
    /// The format.
    pub format: Columnar,
    /// Whether columns whose names have dots are structs.
    pub nest: bool,
    /// Whether whole numbers are stored as the narrowest type that has their range.
    pub narrow_ints: bool,
    /// Rows in a group, where that was chosen.
    pub group_rows: Option<u64>,
    /// About how many bytes a group has in a file, where that was chosen instead.
    pub group_bytes: Option<u64>,
    /// The columns by which the rows of each group are sorted.
    pub sort_by: Vec<SortColumn>,
    /// About how many bytes a page has, where that was chosen.
    pub page_bytes: Option<u64>,
    /// The columns that have bloom filters.
    pub bloom_filters: Vec<BloomColumn>,
    /// Whether each page has its checksum.
    pub checksums: bool,
    /// What each file says of its request, where that is asked for.
    pub metadata: Option<Arc<FileRecord>>,
    /// Whether columns are numbered, as Iceberg wants it.
    pub field_ids: bool,
    /// What a Parquet file is besides.
    pub parquet: ParquetOptions,
}

/// A choice that does not go with a format. Displays what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// A choice about rows.
    #[error(transparent)]
    Rows(#[from] FormatError),
    /// Groups of rows for a format that has none.
    #[error("{name} has no row groups; {others}", name = .0, others = having(|_| true))]
    NoRowGroup(&'static str),
    /// The width of whole numbers for a format that has no types.
    #[error("{name} has no types of whole numbers; {others}", name = .0, others = having(|_| true))]
    NoInts(&'static str),
    /// Checksums of pages for a format that has none to choose.
    #[error("{name} has no page checksums; {others}", name = .0, others = having(Columnar::has_pages))]
    NoChecksums(&'static str),
    /// Metadata for a format whose files have none.
    #[error("{name} has no metadata; {others}", name = .0, others = having(|_| true))]
    NoMetadata(&'static str),
    /// A choice about Parquet for another format.
    #[error("{0} has no such choice; parquet has")]
    NoParquet(&'static str),
    /// A width for a format whose lines are as long as they are.
    #[error("lines of {0} are not cut to a width; those of table are")]
    NoWidth(&'static str),
    /// A size that groups cannot have.
    #[error("a row group has at most 1 GiB")]
    RowGroupBytes,
    /// Pages or bloom filters for another format than Parquet.
    #[error("{0} has no {1}; parquet has")]
    NoPages(&'static str, &'static str),
    /// A size that pages cannot have.
    #[error("a page has from 1 KiB to 256 MiB")]
    PageBytes,
    /// A number of rows that groups cannot have.
    #[error("a row group has from 1 to {MAX_GROUP} rows")]
    RowGroup,
}

/// A complete group is in memory, and readers count its bytes in 32 bits.
pub(crate) const MAX_GROUP: u64 = 16 << 20;

/// A complete group is in memory on each thread.
const MAX_GROUP_BYTES: u64 = 1 << 30;

/// The formats of columns that can do something, and "has" or "have".
fn having(can: fn(Columnar) -> bool) -> String {
    let formats = gush_columnar::FORMATS.into_iter().filter(|format| can(*format));
    let names: Vec<&str> = formats.map(|format| format.spec().name).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last} have", others.join(", ")),
        names => format!("{} has", names.concat()),
    }
}

impl From<AnyFormat> for AnyOptions {
    fn from(format: AnyFormat) -> AnyOptions {
        match format {
            AnyFormat::Rows(format) => AnyOptions::Rows(format.into()),
            AnyFormat::Table => AnyOptions::Table(TableOptions::new(Screen::FILE)),
            AnyFormat::Columnar(format) => AnyOptions::Columnar(ColumnarOptions {
                format,
                nest: false,
                narrow_ints: false,
                group_rows: None,
                group_bytes: None,
                sort_by: Vec::new(),
                page_bytes: None,
                bloom_filters: Vec::new(),
                metadata: None,
                checksums: false,
                field_ids: false,
                parquet: ParquetOptions::default(),
            }),
        }
    }
}

impl From<FormatOptions> for AnyOptions {
    fn from(options: FormatOptions) -> AnyOptions {
        AnyOptions::Rows(options)
    }
}

impl From<TableOptions> for AnyOptions {
    fn from(options: TableOptions) -> AnyOptions {
        AnyOptions::Table(options)
    }
}

impl From<&FormatOptions> for AnyOptions {
    fn from(options: &FormatOptions) -> AnyOptions {
        AnyOptions::Rows(options.clone())
    }
}

impl From<&AnyOptions> for AnyOptions {
    fn from(options: &AnyOptions) -> AnyOptions {
        options.clone()
    }
}

impl AnyOptions {
    /// The format.
    pub fn format(&self) -> AnyFormat {
        match self {
            AnyOptions::Rows(options) => AnyFormat::Rows(options.format()),
            AnyOptions::Table(_) => AnyFormat::Table,
            AnyOptions::Columnar(options) => AnyFormat::Columnar(options.format),
        }
    }

    /// What the format is called and what can be chosen about it.
    pub fn spec(&self) -> &'static FormatSpec {
        self.format().spec()
    }

    /// What can be chosen about a format of rows.
    ///
    /// # Errors
    /// If it is none: what is `refused` of it.
    pub fn rows(
        &mut self,
        refused: fn(&'static str) -> FormatError,
    ) -> Result<&mut FormatOptions, FormatError> {
        match self {
            AnyOptions::Rows(options) => Ok(options),
            AnyOptions::Table(_) | AnyOptions::Columnar(_) => Err(refused(self.spec().name)),
        }
    }

    /// Asks for a first row of column names, which a table has always.
    ///
    /// # Errors
    /// If the format has none.
    pub fn header(&mut self) -> Result<(), FormatError> {
        match self {
            AnyOptions::Table(_) => Ok(()),
            _ => self.rows(FormatError::NoHeader).and_then(FormatOptions::header),
        }
    }

    /// Chooses how wide a line may be; `None` for any width.
    ///
    /// # Errors
    /// If lines of the format are never cut.
    pub fn width(&mut self, width: Option<usize>) -> Result<(), OptionError> {
        let AnyOptions::Table(options) = self else { return Err(OptionError::NoWidth(self.spec().name)) };
        options.screen.width = width;
        Ok(())
    }

    /// Asks for structs in place of columns whose names have dots. Formats without structs keep the columns as they are.
    pub fn nest(&mut self) {
        match self {
            AnyOptions::Rows(options) => options.nest(),
            AnyOptions::Table(_) => {}
            AnyOptions::Columnar(options) => options.nest = true,
        }
    }

    /// Chooses how many rows a group has.
    ///
    /// # Errors
    /// If the format has no groups, or none of this number of rows.
    pub fn row_group(&mut self, rows: u64) -> Result<(), OptionError> {
        let AnyOptions::Columnar(options) = self else {
            return Err(OptionError::NoRowGroup(self.spec().name));
        };
        if !(1..=MAX_GROUP).contains(&rows) {
            return Err(OptionError::RowGroup);
        }
        options.group_rows = Some(rows);
        Ok(())
    }

    /// Chooses about how many bytes a group has.
    ///
    /// # Errors
    /// If the format has no groups, or none of this size.
    pub fn row_group_bytes(&mut self, bytes: u64) -> Result<(), OptionError> {
        let AnyOptions::Columnar(options) = self else {
            return Err(OptionError::NoRowGroup(self.spec().name));
        };
        if !(1..=MAX_GROUP_BYTES).contains(&bytes) {
            return Err(OptionError::RowGroupBytes);
        }
        options.group_bytes = Some(bytes);
        Ok(())
    }

    /// Chooses by which columns the rows of each group are sorted.
    ///
    /// # Errors
    /// If the format has no groups.
    pub fn sort_by(&mut self, columns: Vec<SortColumn>) -> Result<(), OptionError> {
        let AnyOptions::Columnar(options) = self else {
            return Err(OptionError::NoRowGroup(self.spec().name));
        };
        options.sort_by = columns;
        Ok(())
    }

    /// Whether files can have metadata.
    ///
    /// # Errors
    /// If the format has none.
    pub(crate) fn check_metadata(&self) -> Result<(), OptionError> {
        match self {
            AnyOptions::Columnar(_) => Ok(()),
            AnyOptions::Rows(_) | AnyOptions::Table(_) => Err(OptionError::NoMetadata(self.spec().name)),
        }
    }

    /// Chooses whether whole numbers are stored as the narrowest type that has their range.
    ///
    /// # Errors
    /// If the format has no types of numbers.
    pub fn narrow_ints(&mut self, narrow: bool) -> Result<(), OptionError> {
        let AnyOptions::Columnar(options) = self else {
            return Err(OptionError::NoInts(self.spec().name));
        };
        options.narrow_ints = narrow;
        Ok(())
    }

    /// Asks for a checksum of each page.
    ///
    /// # Errors
    /// If the format has no pages.
    pub fn checksums(&mut self) -> Result<(), OptionError> {
        match self {
            AnyOptions::Columnar(options) if options.format.has_pages() => {
                options.checksums = true;
                Ok(())
            }
            _ => Err(OptionError::NoChecksums(self.spec().name)),
        }
    }

    /// What can be chosen about Parquet.
    ///
    /// # Errors
    /// If the format is another one.
    pub fn parquet(&mut self) -> Result<&mut ParquetOptions, OptionError> {
        let name = self.spec().name;
        match self {
            AnyOptions::Columnar(options) if options.format == Columnar::Parquet => Ok(&mut options.parquet),
            _ => Err(OptionError::NoParquet(name)),
        }
    }

    /// What the columns of a table have to heed.
    pub fn rules(&self) -> FormatRules<'_> {
        match self {
            AnyOptions::Rows(options) => options.rules(),
            AnyOptions::Table(_) => {
                let FormatSpec { name, names, .. } = TABLE;
                FormatRules { format: name, names, options: None, is_nested: false, tag: None }
            }
            AnyOptions::Columnar(options) => {
                let FormatSpec { name, names, .. } = *options.format.spec();
                FormatRules { format: name, names, options: None, is_nested: options.nest, tag: None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AnyOptions, Columnar, OptionError};
    use crate::format::AnyFormat;
    use gusher::Format;

    #[test]
    fn groups_are_for_columnar_formats() {
        let mut csv = AnyOptions::from(AnyFormat::Rows(Format::CSV));
        let refused = csv.row_group(5).unwrap_err();
        assert_eq!(refused, OptionError::NoRowGroup("csv"));
        assert_eq!(refused.to_string(), "csv has no row groups; parquet, arrow, arrows and avro have");
        let refused = csv.checksums().unwrap_err().to_string();
        assert_eq!(refused, "csv has no page checksums; parquet has");
        let mut parquet = AnyOptions::from(AnyFormat::Columnar(Columnar::Parquet));
        assert_eq!(parquet.row_group(0), Err(OptionError::RowGroup));
        assert_eq!(parquet.row_group((16 << 20) + 1), Err(OptionError::RowGroup));
        assert_eq!(parquet.row_group(5), Ok(()));
        let AnyOptions::Columnar(options) = parquet else { panic!("parquet is columnar") };
        assert_eq!(options.group_rows, Some(5));
    }
}
