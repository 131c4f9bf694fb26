//! Which buffers a column has: by its field, and for texts by what the reader asks for.

use std::sync::Arc;

use gusher::text::ColumnText;
use gusher::types::{DataType, Field};

use super::values::{Texts, view};
use crate::dictionary::TextDictionary;
use crate::kind::{ITEM, Kind};

/// How a reader wants the texts of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextLayout {
    /// Indices into a dictionary where the column has few different texts and that is smaller; otherwise as
    /// [`TextLayout::Offsets`].
    Dictionary,
    /// Texts with 32-bit offsets: Arrow's `utf8`.
    Offsets,
    /// Texts with 64-bit offsets: Arrow's `large_utf8`.
    LargeOffsets,
    /// Views of texts: Arrow's `utf8_view`.
    Views,
}

/// How the values of one column are held in memory. Shared by all that build them.
#[derive(Debug)]
pub struct ColumnLayout {
    pub(super) kind: Kind,
    pub(super) form: Form,
    name: String,
    nullable: bool,
}

#[derive(Debug)]
pub(super) enum Form {
    Fixed,
    Dictionary {
        dictionary: TextDictionary,
        texts: Arc<Texts>,
    },
    /// Views of the entries of a dictionary, each built once.
    DictionaryViews {
        dictionary: TextDictionary,
        views: Vec<u128>,
        bytes: Arc<Vec<u8>>,
    },
    Offsets(ColumnText),
    LargeOffsets(ColumnText),
    Views(ColumnText),
    List {
        item: Box<ColumnLayout>,
        items_a_row: usize,
    },
    Struct(Vec<ColumnLayout>),
}

impl ColumnLayout {
    /// The layout of a column with this field, which has about this many rows.
    pub fn new(field: &Field, texts: TextLayout, rows: u64) -> ColumnLayout {
        ColumnLayout::named(field, field.name.clone(), texts, rows)
    }

    fn named(field: &Field, name: String, texts: TextLayout, rows: u64) -> ColumnLayout {
        let kind = Kind::of(field);
        let form = match (&field.data_type, kind) {
            (DataType::List { item, min, max }, _) => {
                let mean = min.midpoint(*max).max(1);
                let items = rows.saturating_mul(u64::from(mean));
                let item = Box::new(ColumnLayout::named(item, ITEM.into(), texts, items));
                Form::List { item, items_a_row: mean as usize }
            }
            (DataType::Struct(fields), _) => {
                Form::Struct(fields.iter().map(|field| ColumnLayout::new(field, texts, rows)).collect())
            }
            (_, Kind::Text) => Form::of(field, texts, rows),
            _ => Form::Fixed,
        };
        ColumnLayout { kind, form, name, nullable: field.nullable }
    }

    /// The layout of the items of lists, or of the fields of structs; empty for all else.
    pub fn children(&self) -> &[ColumnLayout] {
        match &self.form {
            Form::List { item, .. } => std::slice::from_ref(item),
            Form::Struct(fields) => fields,
            Form::Fixed
            | Form::Dictionary { .. }
            | Form::DictionaryViews { .. }
            | Form::Offsets(_)
            | Form::LargeOffsets(_)
            | Form::Views(_) => &[],
        }
    }

    /// The column's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether rows may be null.
    pub fn is_nullable(&self) -> bool {
        self.nullable
    }

    /// Whether the values are indices into a dictionary of texts.
    pub fn is_dictionary(&self) -> bool {
        matches!(self.form, Form::Dictionary { .. })
    }

    /// Whether the values are UUIDs, which Arrow has as 16 bytes of the extension type `arrow.uuid`.
    pub fn is_uuid(&self) -> bool {
        self.kind == Kind::Uuid
    }

    /// The type in the format strings of Arrow's C data interface; of a dictionary, that of its indices.
    pub fn format(&self) -> String {
        match (&self.form, self.kind) {
            (Form::List { .. }, _) => "+l".into(),
            (Form::Struct(_), _) => "+s".into(),
            (Form::Dictionary { .. }, _) => "i".into(),
            (Form::DictionaryViews { .. } | Form::Views(_), _) => "vu".into(),
            (Form::LargeOffsets(_), _) => "U".into(),
            (Form::Offsets(_), _) | (_, Kind::Text) => "u".into(),
            (_, Kind::Int) => "l".into(),
            (_, Kind::Decimal { precision, scale }) => format!("d:{precision},{scale}"),
            (_, Kind::Date) => "tdD".into(),
            (_, Kind::Timestamp { .. }) => "tsu:UTC".into(),
            (_, Kind::Time) => "ttu".into(),
            (_, Kind::Duration) => "tDs".into(),
            (_, Kind::Bool) => "b".into(),
            (_, Kind::Uuid) => "w:16".into(),
            (_, Kind::Bytes { len }) => format!("w:{len}"),
        }
    }
}

impl Form {
    fn of(field: &Field, texts: TextLayout, rows: u64) -> Form {
        let dictionary = || TextDictionary::of(field).filter(|dictionary| dictionary.is_worth(rows));
        match texts {
            TextLayout::Dictionary => match dictionary() {
                Some(dictionary) => {
                    let texts = Arc::new(Texts::of(&dictionary));
                    Form::Dictionary { dictionary, texts }
                }
                None => Form::Offsets(ColumnText::new(field)),
            },
            TextLayout::Offsets => Form::Offsets(ColumnText::new(field)),
            TextLayout::LargeOffsets => Form::LargeOffsets(ColumnText::new(field)),
            TextLayout::Views => match dictionary() {
                Some(dictionary) => {
                    let Texts { offsets, bytes } = Texts::of(&dictionary);
                    let text =
                        |range: &[i32]| view(&bytes[range[0] as usize..range[1] as usize], range[0] as usize);
                    let views = offsets.windows(2).map(text).collect();
                    Form::DictionaryViews { dictionary, views, bytes: Arc::new(bytes) }
                }
                None => Form::Views(ColumnText::new(field)),
            },
        }
    }
}

impl Texts {
    fn of(dictionary: &TextDictionary) -> Texts {
        let (mut offsets, mut bytes) = (vec![0], Vec::with_capacity(dictionary.bytes()));
        for entry in dictionary.dictionary().iter() {
            bytes.extend_from_slice(entry.as_bytes());
            offsets.push(bytes.len() as i32);
        }
        Texts { offsets, bytes }
    }
}
