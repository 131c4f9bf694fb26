//! The columns of Parquet files as the schemas of table formats have them.

use gusher::plan::Plan;
use gusher::types::{Field, FloatWidth, IntType, StorageUnit};

use crate::kind::{Branch, Kind, ListKind, TextKind};

/// A column, or a value within one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LakeField {
    /// Its name; that of the items of lists is `element`, and those of maps are `key` and `value`.
    pub name: String,
    /// Whether there may be none.
    pub nullable: bool,
    /// Its number, from 1, among all fields: a field is counted before those within it.
    pub id: i32,
    /// Its type.
    pub kind: LakeType,
}

/// The type of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LakeType {
    /// Truth values.
    Bool,
    /// Integers with a sign, of this many bits: 8, 16, 32 or 64.
    Int(u32),
    /// Floating-point numbers of 32 bits.
    Float,
    /// Floating-point numbers of 64 bits.
    Double,
    /// Numbers of `precision` digits, `scale` of them after the point.
    Decimal {
        /// From 1 to 38.
        precision: u32,
        /// Decimal places.
        scale: u32,
    },
    /// Days.
    Date,
    /// Times of day in microseconds.
    Time,
    /// Points in time in microseconds.
    Timestamp {
        /// Whether they are in UTC.
        has_zone: bool,
    },
    /// Texts.
    Text,
    /// Bytes of any number.
    Binary,
    /// Bytes of this number.
    Fixed(usize),
    /// 128-bit ids.
    Uuid,
    /// Lists of these items.
    List(Box<LakeField>),
    /// Maps of these keys and values.
    Map(Box<LakeField>, Box<LakeField>),
    /// Structs of these fields.
    Struct(Vec<LakeField>),
    /// A type that no table format has; and what it is.
    Other(&'static str),
}

/// The columns of a plan.
pub fn fields(plan: &Plan) -> Vec<LakeField> {
    let mut last = 0;
    plan.fields().map(|field| lake_field(field, &field.name, &mut last)).collect()
}

fn lake_field(field: &Field, name: &str, last: &mut i32) -> LakeField {
    *last += 1;
    let id = *last;
    let kind = match Branch::of(field) {
        Branch::List { item, kind: ListKind::Map, .. } => match Branch::of(item) {
            Branch::Struct([key, value]) => LakeType::Map(
                Box::new(lake_field(key, "key", last)),
                Box::new(lake_field(value, "value", last)),
            ),
            _ => LakeType::Other("a map of other things than keys and values"),
        },
        Branch::List { item, .. } => LakeType::List(Box::new(lake_field(item, "element", last))),
        Branch::Struct(fields) => {
            LakeType::Struct(fields.iter().map(|field| lake_field(field, &field.name, last)).collect())
        }
        Branch::Leaf => leaf(Kind::in_files(field)),
    };
    LakeField { name: name.to_owned(), nullable: field.nullable, id, kind }
}

fn leaf(kind: Kind) -> LakeType {
    match kind {
        Kind::Int(IntType { bits, is_signed: true }) => LakeType::Int(bits),
        Kind::Int(_) => LakeType::Other("an integer without a sign"),
        // Neither format has a narrower one: a table is written without halves.
        Kind::Float { width: FloatWidth::Half | FloatWidth::Single, .. } => LakeType::Float,
        Kind::Float { width: FloatWidth::Double, .. } => LakeType::Double,
        Kind::Decimal { precision, scale, .. } => LakeType::Decimal { precision, scale },
        Kind::Date => LakeType::Date,
        Kind::Timestamp { unit: StorageUnit::Microsecond, has_zone, .. } => LakeType::Timestamp { has_zone },
        Kind::Timestamp { .. } => LakeType::Other("a time in another unit than microseconds"),
        Kind::Time(StorageUnit::Microsecond) => LakeType::Time,
        Kind::Time(_) => LakeType::Other("a time of day in another unit than microseconds"),
        Kind::Duration => LakeType::Int(64),
        Kind::Interval => LakeType::Other("an interval"),
        Kind::Bool => LakeType::Bool,
        Kind::Uuid => LakeType::Uuid,
        Kind::Bytes { len } => LakeType::Fixed(len),
        Kind::Text(TextKind::Bytes | TextKind::Geometry) => LakeType::Binary,
        Kind::Text(TextKind::Utf8 | TextKind::Enum | TextKind::Json) => LakeType::Text,
    }
}

impl LakeField {
    /// It and all fields within it, in the order of their ids.
    pub fn all(&self) -> Vec<&LakeField> {
        let mut all = vec![self];
        match &self.kind {
            LakeType::List(item) => all.extend(item.all()),
            LakeType::Map(key, value) => all.extend(key.all().into_iter().chain(value.all())),
            LakeType::Struct(fields) => all.extend(fields.iter().flat_map(LakeField::all)),
            _ => {}
        }
        all
    }

    /// Whether it holds no other fields: the file has a column of it.
    pub fn is_leaf(&self) -> bool {
        !matches!(self.kind, LakeType::List(_) | LakeType::Map(..) | LakeType::Struct(_))
    }
}

#[cfg(test)]
mod tests {
    use super::{LakeType, fields};
    use gusher::Context;
    use gusher::plan::Plan;
    use gusher::schema::Schema;

    #[test]
    fn fields_are_numbered_before_those_within_them() {
        let context = Context::default();
        let specs =
            ["id=seq", "tags=noun@list=0,3", "price=decimal:0,5,2@null=0.5", "u=uuidv4", "at=datetime"];
        let (schema, found) = Schema::parse("t", &specs, &context);
        assert!(found.is_empty());
        let plan = Plan::new(&schema, 1, &(0..10)).unwrap();
        let fields = fields(&plan);
        let all: Vec<_> = fields.iter().flat_map(|field| field.all()).collect();
        assert!(all.iter().map(|field| field.id).eq(1..=6));
        assert_eq!(all[2].name, "element");
        assert_eq!(fields[2].kind, LakeType::Decimal { precision: 3, scale: 2 });
        assert!(fields[2].nullable && !fields[0].nullable);
        assert_eq!(fields[4].kind, LakeType::Timestamp { has_zone: true });
    }
}
