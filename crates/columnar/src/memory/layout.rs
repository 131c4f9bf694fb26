//! Which buffers a column has: by its field, and for texts by what the reader asks for.

use std::sync::Arc;

use gusher::text::ColumnText;
use gusher::types::{Field, FloatWidth, IntType, StorageUnit};

use super::values::{IndexWidth, Texts, view};
use crate::dictionary::TextDictionary;
use crate::kind::{Branch, ENTRIES, ITEM, Kind, ListKind, TextKind, stored_text};

/// How a reader wants the texts of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextLayout {
    /// Indices into a dictionary where the column has few different texts and that is smaller; otherwise as
    /// [`TextLayout::Offsets`].
    Dictionary,
    /// The same, with indices of as few bytes as they need.
    NarrowDictionary,
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
    /// The kind of its values, where they are no lists and no structs.
    pub(crate) kind: Kind,
    pub(crate) form: Form,
    name: String,
    nullable: bool,
}

/// A column of texts is a dictionary where this many rows of it are smaller so.
const MANY_ROWS: u64 = 1 << 17;

/// In which form the values of a column are held.
#[derive(Debug)]
pub(crate) enum Form {
    Fixed,
    Dictionary {
        dictionary: TextDictionary,
        texts: Arc<Texts>,
        index: IndexWidth,
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
    /// Lists, or maps of which the items are entries.
    List {
        item: Box<ColumnLayout>,
        items_a_row: usize,
        is_map: bool,
    },
    /// Lists of one length.
    Vector {
        item: Box<ColumnLayout>,
        len: usize,
    },
    Struct(Vec<ColumnLayout>),
}

impl ColumnLayout {
    /// The layout of a column with this field. It does not depend on how many rows there are, as tables of one schema are put
    /// together.
    pub fn new(field: &Field, texts: TextLayout) -> ColumnLayout {
        ColumnLayout::named(field, field.name.clone(), texts)
    }

    fn named(field: &Field, name: String, texts: TextLayout) -> ColumnLayout {
        let kind = Kind::of(field);
        let form = match (Branch::of(field), kind) {
            (Branch::List { item, max, kind: ListKind::Vector, .. }, _) => {
                let item = Box::new(ColumnLayout::named(item, ITEM.into(), texts));
                Form::Vector { item, len: max as usize }
            }
            (Branch::List { item, min, max, kind }, _) => {
                let mean = min.midpoint(max).max(1);
                let is_map = kind == ListKind::Map;
                let name = if is_map { ENTRIES } else { ITEM };
                let item = Box::new(ColumnLayout::named(item, name.into(), texts));
                Form::List { item, items_a_row: mean as usize, is_map }
            }
            (Branch::Struct(fields), _) => {
                Form::Struct(fields.iter().map(|field| ColumnLayout::new(field, texts)).collect())
            }
            (Branch::Leaf, Kind::Text(_)) => Form::of(field, texts),
            (Branch::Leaf, _) => Form::Fixed,
        };
        ColumnLayout { kind, form, name, nullable: field.nullable }
    }

    /// The layout of the items of lists, or of the fields of structs; empty for all else.
    pub fn children(&self) -> &[ColumnLayout] {
        match &self.form {
            Form::List { item, .. } | Form::Vector { item, .. } => std::slice::from_ref(item),
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
        self.dictionary().is_some()
    }

    /// The texts of its dictionary, and the width of the indices.
    pub(crate) fn dictionary(&self) -> Option<(&Texts, IndexWidth)> {
        match &self.form {
            Form::Dictionary { texts, index, .. } => Some((texts, *index)),
            _ => None,
        }
    }

    /// What the schema says beside the type, each with its name: a UUID is 16 bytes of the extension type `arrow.uuid`.
    pub fn metadata(&self) -> &'static [(&'static str, &'static str)] {
        match self.kind {
            Kind::Uuid => &[("ARROW:extension:name", "arrow.uuid"), ("ARROW:extension:metadata", "")],
            Kind::Text(TextKind::Json) => {
                &[("ARROW:extension:name", "arrow.json"), ("ARROW:extension:metadata", "")]
            }
            // Longitude and latitude, in this order.
            Kind::Text(TextKind::Geometry) => &[
                ("ARROW:extension:name", "geoarrow.wkb"),
                ("ARROW:extension:metadata", "{\"crs\":\"OGC:CRS84\",\"crs_type\":\"authority_code\"}"),
            ],
            _ => &[],
        }
    }

    /// The layouts of the columns that have values themselves: of lists their items, of structs their fields.
    pub(crate) fn leaves(&self) -> Vec<&ColumnLayout> {
        match &self.form {
            Form::List { item, .. } | Form::Vector { item, .. } => item.leaves(),
            Form::Struct(fields) => fields.iter().flat_map(ColumnLayout::leaves).collect(),
            _ => vec![self],
        }
    }

    /// About how many bytes a row has.
    pub(crate) fn width(&self) -> u64 {
        match (&self.form, self.kind) {
            (Form::Vector { item, len: items_a_row } | Form::List { item, items_a_row, .. }, _) => {
                item.width().saturating_mul(*items_a_row as u64)
            }
            (Form::Struct(fields), _) => fields.iter().map(ColumnLayout::width).fold(0, u64::saturating_add),
            (Form::Offsets(text) | Form::LargeOffsets(text) | Form::Views(text), _) => {
                4 + text.mean_bytes() as u64
            }
            (Form::Dictionary { .. } | Form::DictionaryViews { .. }, _) => 4,
            (Form::Fixed, kind) => kind.width(),
        }
    }

    /// The type in the format strings of Arrow's C data interface; of a dictionary, that of its indices.
    pub fn format(&self) -> String {
        match (&self.form, self.kind) {
            (Form::List { is_map: true, .. }, _) => "+m".into(),
            (Form::List { .. }, _) => "+l".into(),
            (Form::Vector { len, .. }, _) => format!("+w:{len}"),
            (Form::Struct(_), _) => "+s".into(),
            (Form::Dictionary { index: IndexWidth::One, .. }, _) => "c".into(),
            (Form::Dictionary { index: IndexWidth::Two, .. }, _) => "s".into(),
            (Form::Dictionary { index: IndexWidth::Four, .. }, _) => "i".into(),
            (Form::Views(_), Kind::Text(TextKind::Bytes | TextKind::Geometry)) => "vz".into(),
            (Form::LargeOffsets(_), Kind::Text(TextKind::Bytes | TextKind::Geometry)) => "Z".into(),
            (_, Kind::Text(TextKind::Bytes | TextKind::Geometry)) => "z".into(),
            (Form::DictionaryViews { .. } | Form::Views(_), _) => "vu".into(),
            (Form::LargeOffsets(_), _) => "U".into(),
            (Form::Offsets(_), _) | (_, Kind::Text(TextKind::Utf8 | TextKind::Enum | TextKind::Json)) => {
                "u".into()
            }
            (_, Kind::Int(IntType { bits, is_signed })) => match (bits, is_signed) {
                (8, true) => "c",
                (8, false) => "C",
                (16, true) => "s",
                (16, false) => "S",
                (32, true) => "i",
                (32, false) => "I",
                (_, true) => "l",
                (_, false) => "L",
            }
            .into(),
            (_, Kind::Float { width: FloatWidth::Half, .. }) => "e".into(),
            (_, Kind::Float { width: FloatWidth::Single, .. }) => "f".into(),
            (_, Kind::Float { width: FloatWidth::Double, .. }) => "g".into(),
            (_, Kind::Decimal { precision, scale, .. }) => format!("d:{precision},{scale}"),
            (_, Kind::Date) => "tdD".into(),
            (_, Kind::Timestamp { unit, has_zone, .. }) => {
                format!("ts{}:{}", letter(unit), if has_zone { "UTC" } else { "" })
            }
            (_, Kind::Time(unit)) => format!("tt{}", letter(unit)),
            (_, Kind::Duration) => "tDs".into(),
            (_, Kind::Interval) => "tin".into(),
            (_, Kind::Bool) => "b".into(),
            (_, Kind::Uuid) => "w:16".into(),
            (_, Kind::Bytes { len }) => format!("w:{len}"),
        }
    }
}

/// The letter of a unit in such strings.
fn letter(unit: StorageUnit) -> char {
    match unit {
        StorageUnit::Second => 's',
        StorageUnit::Millisecond => 'm',
        StorageUnit::Microsecond => 'u',
        StorageUnit::Nanosecond => 'n',
    }
}

impl Form {
    fn of(field: &Field, texts: TextLayout) -> Form {
        // Readers know an extension type of texts, and none of a dictionary of them.
        let (is_plain, is_enum) = match Kind::of(field) {
            Kind::Text(kind) => (matches!(kind, TextKind::Utf8 | TextKind::Enum), kind == TextKind::Enum),
            _ => (false, false),
        };
        let is_worth = |dictionary: &TextDictionary| is_plain && (is_enum || dictionary.is_worth(MANY_ROWS));
        let dictionary = || TextDictionary::of(field).filter(is_worth);
        match texts {
            TextLayout::Dictionary | TextLayout::NarrowDictionary => match dictionary() {
                Some(dictionary) => {
                    let index = match texts {
                        TextLayout::NarrowDictionary => IndexWidth::least(&dictionary),
                        _ => IndexWidth::Four,
                    };
                    Form::Dictionary { texts: Arc::new(Texts::of(&dictionary)), dictionary, index }
                }
                None => Form::Offsets(stored_text(field, "")),
            },
            TextLayout::Offsets => Form::Offsets(stored_text(field, "")),
            TextLayout::LargeOffsets => Form::LargeOffsets(stored_text(field, "")),
            TextLayout::Views => match dictionary() {
                Some(dictionary) => {
                    let Texts { offsets, bytes } = Texts::of(&dictionary);
                    let text =
                        |range: &[i32]| view(&bytes[range[0] as usize..range[1] as usize], range[0] as usize);
                    let views = offsets.windows(2).map(text).collect();
                    Form::DictionaryViews { dictionary, views, bytes: Arc::new(bytes) }
                }
                None => Form::Views(stored_text(field, "")),
            },
        }
    }
}
