//! Arrays as lists.

use super::resolve::Part;
use super::shape::Shape;
use super::solve::{At, Solver, Unfit};
use crate::model::{Column, Kind};

/// A list has as many more items than it needs.
const MORE: u32 = 2;

impl<'d> Solver<'d> {
    /// The list that an array is.
    pub fn array(&mut self, shape: &Shape<'d>, at: &At) -> Result<Column, Unfit> {
        let empty = || Column::new(&*at.name, Kind::Literals(vec!["[]".into()]), "");
        if shape.max_items == Some(0) {
            return Ok(empty());
        }
        let mut parts: Vec<Part<'d>> = shape.items.iter().chain(&shape.contains).copied().collect();
        let tuple = shape.prefix.iter().copied().max_by_key(|prefix| prefix.len()).unwrap_or_default();
        let mut most =
            shape.max_items.unwrap_or(u32::MAX).min(shape.min_items.saturating_add(MORE).max(MORE + 1));
        if !tuple.is_empty() {
            // An item is of the schemas of all that it may be.
            let document = shape.prefix_document;
            let count = u32::try_from(tuple.len()).unwrap_or(u32::MAX);
            most = most.min(count.max(shape.min_items));
            let used = tuple.iter().take(most as usize);
            parts.extend(used.map(|schema| Part { document, schema, is_not: false }));
        }
        let at_item = at.part(&at.name, &shape.entered);
        match self.column(&parts, &at_item) {
            Ok(item) => {
                let length = (shape.min_items.min(1000), most.clamp(1, 1000));
                if shape.min_items > 1000 {
                    return Err(Unfit::Impossible);
                }
                let kind = Kind::List { item: Box::new(item), length, is_distinct: shape.is_distinct };
                Ok(Column::new(&*at.name, kind, ""))
            }
            Err(Unfit::TooComplex) => Err(Unfit::TooComplex),
            Err(_) if shape.min_items == 0 => {
                // A tuple whose items are of several kinds, or a list within itself.
                Ok(empty())
            }
            Err(unfit) => Err(unfit),
        }
    }
}
