//! The elements of a schema as columns, and which values of a chunk belong to which of them.

use super::metadata::{Element, Logical, Physical, Repetition};
use crate::model::{Column, Kind};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::types::Type;

/// Deeper structs are refused.
const MAX_DEPTH: usize = 40;
/// The most elements of a schema.
const MAX_ELEMENTS: usize = 50_000;
/// Lists and maps of which nothing else is known have as many items.
const LENGTH: (u32, u32) = (0, 3);

/// A column of values that are stored one after the other.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The path of its names, with points.
    pub path: String,
    pub physical: Physical,
    /// The bytes of a value of a fixed length.
    pub length: usize,
    /// What the values are.
    pub of: Type,
    /// The level at which a value is there, and at which it begins a list within a list.
    pub max_definition: u32,
    pub max_repetition: u32,
    /// What its levels say of the columns that it is a part of, the outermost first.
    pub steps: Vec<Step>,
}

/// A column or a part of one, as the levels of a leaf tell of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// From the columns down: the index of the column, then of each part.
    pub path: Vec<usize>,
    /// Values with a higher repetition continue a list within it.
    pub repetition: u32,
    /// It has a value or a null at this definition and above.
    pub slot: u32,
    /// It is not null at this definition and above.
    pub present: u32,
    pub shape: Shape,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The values themselves.
    Value,
    Struct,
    /// Items have this repetition, and are there at this definition.
    List {
        repetition: u32,
        item: u32,
    },
}

/// The columns of a schema, and the leaves in the order of their chunks.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    pub columns: Vec<Column>,
    pub leaves: Vec<Leaf>,
}

/// Where the walk through the schema is.
#[derive(Clone, Default)]
struct Place {
    names: Vec<String>,
    path: Vec<usize>,
    definition: u32,
    repetition: u32,
    /// The steps that the first leaf below tells of.
    steps: Vec<Step>,
}

impl Schema {
    /// The schema of these elements, of which the first is the root.
    ///
    /// # Errors
    /// They are no tree, or a too large one.
    pub fn of(elements: &[Element]) -> Result<Schema> {
        let Some((root, mut rest)) = elements.split_first() else { return Err(TypedError::Empty) };
        if elements.len() > MAX_ELEMENTS {
            let text = format!("it has {} columns; up to {MAX_ELEMENTS} are read", elements.len());
            return Err(TypedError::TooLarge(text));
        }
        let mut schema = Schema::default();
        for index in 0..root.children {
            let place = Place { path: vec![index], ..Place::default() };
            let column = schema.next(&mut rest, place)?;
            schema.columns.push(column);
        }
        match (schema.columns.is_empty(), rest.is_empty()) {
            (true, _) => Err(TypedError::Empty),
            (_, false) => Err(damaged("its schema has parts that belong to nothing")),
            _ => Ok(schema),
        }
    }

    /// The column of the next element and those below it.
    fn next(&mut self, rest: &mut &[Element], mut place: Place) -> Result<Column> {
        let element = popped(rest)?;
        if place.names.len() > MAX_DEPTH {
            return Err(TypedError::TooLarge(format!("its columns are deeper than {MAX_DEPTH} levels")));
        }
        place.names.push(element.name.clone());
        let slot = place.definition;
        match element.repetition {
            Repetition::Required => self.node(element, rest, place, slot),
            Repetition::Optional => {
                place.definition += 1;
                self.node(element, rest, place, slot)
            }
            // A list of the oldest kind: the element itself is repeated.
            Repetition::Repeated => {
                let inner = place.into_list(slot);
                let slot = inner.definition;
                let item = self.node(element, rest, inner, slot)?;
                Ok(list_of(&element.name, item))
            }
        }
    }

    /// The column of an element, which `place` is within already.
    fn node(
        &mut self,
        element: &Element,
        rest: &mut &[Element],
        mut place: Place,
        slot: u32,
    ) -> Result<Column> {
        if element.children == 0 {
            return self.leaf(element, place, slot);
        }
        let inner =
            rest.first().filter(|inner| element.children == 1 && inner.repetition == Repetition::Repeated);
        match (group(element), inner) {
            (Group::Map, Some(entries)) if entries.children == 2 => {
                place.names.push(entries.name.clone());
                *rest = &rest[1..];
                let mut inner = place.into_list(slot);
                inner.path.pop();
                let key = self.next(rest, inner.clone().part(0))?;
                inner.steps.clear();
                let value = self.next(rest, inner.part(1))?;
                let (key, value) = (Box::new(named(key, "key")), Box::new(named(value, "value")));
                Ok(Column::new(&element.name, Kind::Entries { key, value, length: LENGTH }, ""))
            }
            (Group::List | Group::Map, Some(inner)) => {
                let is_wrapper = inner.children == 1
                    && inner.name != "array"
                    && inner.name != format!("{}_tuple", element.name);
                *rest = &rest[1..];
                place.names.push(inner.name.clone());
                let within = place.into_list(slot);
                let slot = within.definition;
                let item = match is_wrapper {
                    true => self.next(rest, within)?,
                    false => self.node(inner, rest, within, slot)?,
                };
                Ok(list_of(&element.name, item))
            }
            (of, _) => self.structure(element, rest, place, slot, of == Group::Variant),
        }
    }

    fn structure(
        &mut self,
        element: &Element,
        rest: &mut &[Element],
        mut place: Place,
        slot: u32,
        is_variant: bool,
    ) -> Result<Column> {
        place.step(slot, Shape::Struct);
        let mut fields = Vec::new();
        for index in 0..element.children {
            let inner = place.clone().part(index);
            place.steps.clear();
            fields.push(self.next(rest, inner)?);
        }
        if is_variant {
            let mut column = Column::new(&element.name, Kind::Json { is_binary: false }, "variant");
            column.stored = Some("json".into());
            column.doubts.push("values of any type, which are not looked at".into());
            return Ok(column);
        }
        Ok(Column::new(&element.name, Kind::Struct(fields), ""))
    }

    fn leaf(&mut self, element: &Element, mut place: Place, slot: u32) -> Result<Column> {
        let Some(physical) = element.physical else {
            return Ok(Column::new(&element.name, Kind::Literals(vec!["{}".into()]), ""));
        };
        place.step(slot, Shape::Value);
        let of = type_of(element, physical)?;
        let column = of.column(&element.name);
        self.leaves.push(Leaf {
            path: place.names.join("."),
            physical,
            length: element.length as usize,
            of,
            max_definition: place.definition,
            max_repetition: place.repetition,
            steps: place.steps,
        });
        Ok(column)
    }
}

impl Place {
    /// Adds the step of the column that it is at.
    fn step(&mut self, slot: u32, shape: Shape) {
        let (path, repetition) = (self.path.clone(), self.repetition);
        self.steps.push(Step { path, repetition, slot, present: self.definition, shape });
    }

    /// Within the items of a list that the column is.
    fn into_list(mut self, slot: u32) -> Place {
        let (repetition, item) = (self.repetition + 1, self.definition + 1);
        self.step(slot, Shape::List { repetition, item });
        (self.repetition, self.definition) = (repetition, item);
        self.part(0)
    }

    /// Within a part of the column.
    fn part(mut self, index: usize) -> Place {
        self.path.push(index);
        self
    }
}

fn popped<'e>(rest: &mut &'e [Element]) -> Result<&'e Element> {
    let (first, after) =
        rest.split_first().ok_or_else(|| damaged("its schema has fewer parts than it says"))?;
    *rest = after;
    Ok(first)
}

fn named(column: Column, name: &str) -> Column {
    Column { name: name.into(), ..column }
}

fn list_of(name: &str, item: Column) -> Column {
    let item = Box::new(named(item, "item"));
    Column::new(name, Kind::List { item, length: LENGTH, is_distinct: false }, "")
}

/// What a group of elements is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Struct,
    List,
    Map,
    Variant,
}

fn group(element: &Element) -> Group {
    match (element.logical, element.converted) {
        (Some(Logical::List), _) | (None, Some(3)) => Group::List,
        (Some(Logical::Map), _) | (None, Some(1 | 2)) => Group::Map,
        (Some(Logical::Variant), _) => Group::Variant,
        _ => Group::Struct,
    }
}

/// What the values of a leaf are: by its logical type, or else by the older converted one.
fn type_of(element: &Element, physical: Physical) -> Result<Type> {
    let by_logical = match element.logical {
        Some(Logical::Text) => Type::Text,
        Some(Logical::Enum) => Type::Word,
        Some(Logical::Decimal { scale, precision }) => Type::Decimal { precision, scale },
        Some(Logical::Date) => Type::Date,
        Some(Logical::Time { digits }) => Type::Time { digits },
        Some(Logical::Moment { digits, has_zone }) => Type::Moment { digits, has_zone },
        Some(Logical::Int { bits, is_signed }) => Type::Int { bits, is_unsigned: !is_signed },
        Some(Logical::Null) => Type::Null,
        Some(Logical::Json) => Type::Json,
        Some(Logical::Uuid) => Type::Uuid,
        Some(Logical::Half) => Type::Float { bits: 16 },
        Some(
            Logical::Map
            | Logical::List
            | Logical::Variant
            | Logical::Bson
            | Logical::Shape
            | Logical::Unknown,
        )
        | None => match element.converted {
            Some(0) => Type::Text,
            Some(4) => Type::Word,
            Some(5) => Type::Decimal { precision: element.precision, scale: element.scale },
            Some(6) => Type::Date,
            Some(7) => Type::Time { digits: 3 },
            Some(8) => Type::Time { digits: 6 },
            Some(9) => Type::Moment { digits: 3, has_zone: true },
            Some(10) => Type::Moment { digits: 6, has_zone: true },
            Some(of @ 11..=14) => Type::Int { bits: 8 << (of - 11), is_unsigned: true },
            Some(of @ 15..=18) => Type::Int { bits: 8 << (of - 15), is_unsigned: false },
            Some(19) => Type::Json,
            Some(21) => Type::Interval,
            _ => plain(element, physical),
        },
    };
    let fits = match (&by_logical, physical) {
        (Type::Text | Type::Word | Type::Json, of) => matches!(of, Physical::Bytes | Physical::Fixed),
        (Type::Decimal { precision, scale }, of) => {
            let is_stored =
                matches!(of, Physical::Int32 | Physical::Int64 | Physical::Bytes | Physical::Fixed);
            is_stored && *precision > 0 && scale <= precision
        }
        (Type::Date | Type::Time { digits: ..=3 } | Type::Int { bits: ..=32, .. }, of) => {
            of == Physical::Int32
        }
        (Type::Time { .. } | Type::Int { .. }, of) => of == Physical::Int64,
        (Type::Moment { .. }, of) => matches!(of, Physical::Int64 | Physical::Int96),
        (Type::Uuid, of) => of == Physical::Fixed && element.length == 16,
        (Type::Interval, of) => of == Physical::Fixed && element.length == 12,
        (Type::Float { bits: 16 }, of) => of == Physical::Fixed && element.length == 2,
        _ => true,
    };
    match fits {
        true => Ok(by_logical),
        false => Err(damaged(format!("the column {} is stored as its type cannot be", element.name))),
    }
}

/// What values are without a logical type.
fn plain(element: &Element, physical: Physical) -> Type {
    match physical {
        Physical::Bool => Type::Bool,
        Physical::Int32 => Type::Int { bits: 32, is_unsigned: false },
        Physical::Int64 => Type::Int { bits: 64, is_unsigned: false },
        Physical::Int96 => Type::Moment { digits: 9, has_zone: false },
        Physical::Float => Type::Float { bits: 32 },
        Physical::Double => Type::Float { bits: 64 },
        Physical::Bytes => Type::Bytes,
        Physical::Fixed => Type::Fixed(element.length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(name: &str, repetition: Repetition, children: usize, logical: Option<Logical>) -> Element {
        let physical = (children == 0).then_some(Physical::Int64);
        Element { name: name.into(), repetition, children, logical, physical, ..Element::default() }
    }

    #[test]
    fn lists_maps_and_structs_are_found() {
        use Repetition::{Optional, Repeated, Required};
        let schema = Schema::of(&[
            element("schema", Required, 4, None),
            element("tags", Optional, 1, Some(Logical::List)),
            element("list", Repeated, 1, None),
            element("element", Optional, 0, None),
            element("stock", Required, 1, Some(Logical::Map)),
            element("key_value", Repeated, 2, None),
            element("key", Required, 0, None),
            element("value", Optional, 0, None),
            element("old", Repeated, 0, None),
            element("s", Optional, 2, None),
            element("a", Required, 0, None),
            element("b", Optional, 0, None),
        ])
        .expect("a tree");
        let kinds: Vec<&str> = schema
            .columns
            .iter()
            .map(|column| match column.kind {
                Kind::List { .. } => "list",
                Kind::Entries { .. } => "map",
                Kind::Struct(_) => "struct",
                _ => "leaf",
            })
            .collect();
        assert_eq!(kinds, ["list", "map", "list", "struct"]);
        let levels: Vec<(u32, u32, usize)> = schema
            .leaves
            .iter()
            .map(|leaf| (leaf.max_definition, leaf.max_repetition, leaf.steps.len()))
            .collect();
        assert_eq!(levels, [(3, 1, 2), (1, 1, 2), (2, 1, 1), (1, 1, 2), (1, 0, 2), (2, 0, 1)]);
        assert_eq!(schema.leaves[0].steps[1].path, [0, 0]);
        assert_eq!(schema.leaves[2].steps[0].path, [1, 1]);
        assert!(
            Schema::of(&[element("schema", Required, 2, None), element("a", Required, 0, None)]).is_err()
        );
        assert!(Schema::of(&[element("schema", Required, 0, None)]).is_err());
    }
}
