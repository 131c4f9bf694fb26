//! Structs of columns whose names have dots.

use super::{Order, Plan, PlannedColumn};
use crate::schema::{Dotted, DottedNameError, dotted_tree};

impl Plan {
    /// The same plan with structs in place of the columns whose names have dots: `address.city` and `address.zip` are fields of
    /// `address`, at the index of the first of them. The values stay as they are, as a column's key is its complete name.
    ///
    /// A column that is computed from others then fills these itself.
    ///
    /// # Errors
    /// If a name is no path of structs, or two columns have the same.
    pub fn nest(self) -> Result<Plan, DottedNameError> {
        if self.fields().all(|field| !field.name.contains('.')) {
            return Ok(self);
        }
        let (tree, errors) = dotted_tree(self.fields().map(|field| &field.name[..]));
        if let Some((_, error)) = errors.into_iter().next() {
            return Err(error);
        }
        let mut columns: Vec<_> = self.columns.into_iter().map(Some).collect();
        let mut inner_dirt = self.inner_dirt;
        for (index, dirt) in self.dirt {
            columns[index] = columns[index].take().map(|column| column.with_source(dirt.clone()));
            inner_dirt.push(dirt);
        }
        let columns: Vec<_> = tree.into_iter().map(|field| nested(field, &mut columns)).collect();
        let order = Order::plain(columns.len());
        Ok(Plan {
            columns,
            order,
            dirt: Vec::new(),
            inner_dirt,
            selection: self.selection,
            index: self.index,
            end: self.end,
        })
    }
}

/// A column of a tree, taken from those of a plan.
fn nested((name, tree): (String, Dotted), columns: &mut [Option<PlannedColumn>]) -> PlannedColumn {
    match tree {
        Dotted::Column(index) => columns[index].take().expect("a tree has each column once").named(&name),
        Dotted::Struct(fields) => {
            let fields = fields.into_iter().map(|field| nested(field, columns)).collect();
            PlannedColumn::structure(&name, fields)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::generators::Context;
    use crate::schema::Schema;
    use crate::types::{Array, Batch, DataType};

    fn plan(specs: &[&str]) -> Plan {
        let context = Context::default().now(0);
        let (schema, diagnostics) = Schema::parse("t", specs, &context);
        assert_eq!(diagnostics, []);
        Plan::new(&schema, 1, &(0..100)).unwrap()
    }

    #[test]
    fn fields_have_the_values_of_their_columns() {
        let specs = ["id=seq", "a.n=int@null=0.5", "b=noun", "a.tags=noun@list=0,3", "a.c.d=bool"];
        let (flat, nested) = (plan(&specs), plan(&specs).nest().unwrap());
        let names: Vec<&str> = nested.fields().map(|field| &field.name[..]).collect();
        assert_eq!(names, ["id", "a", "b"]);
        let DataType::Struct(fields) = &nested.columns()[1].field().data_type else { panic!("a struct") };
        assert_eq!(fields.iter().map(|field| &field.name[..]).collect::<Vec<_>>(), ["n", "tags", "c"]);
        assert!(fields[0].nullable && !fields[1].nullable);
        let (mut one, mut other) = (Batch::default(), Batch::default());
        for rows in [0..40, 40..41, 41..100] {
            flat.fill(&rows, &mut one);
            nested.fill(&rows, &mut other);
            let (flat, nested) = (one.columns(), other.columns());
            let Array::Struct(a) = nested[1].values() else { panic!("a struct") };
            let Array::Struct(c) = a[2].values() else { panic!("a struct") };
            assert_eq!(nested[1].validity().null_count(), 0);
            let pairs = [(&flat[0], &nested[0]), (&flat[2], &nested[2]), (&flat[1], &a[0])];
            for (flat, nested) in pairs.into_iter().chain([(&flat[3], &a[1]), (&flat[4], &c[0])]) {
                assert_eq!(format!("{flat:?}"), format!("{nested:?}"));
            }
        }
    }

    #[test]
    fn fields_are_as_dirty_as_their_columns() {
        let specs = ["a.n=int:1,9@null=0.5@dirty=0.3", "b=int:1,9@dirty=outlier:0.2", "a.c=noun@dirty=0.5"];
        let (flat, nested) = (plan(&specs), plan(&specs).nest().unwrap());
        let (mut one, mut other) = (Batch::default(), Batch::default());
        for rows in [0..40, 40..41, 41..100] {
            flat.fill(&rows, &mut one);
            nested.fill(&rows, &mut other);
            let Array::Struct(a) = other.columns()[0].values() else { panic!("a struct") };
            let pairs = [(0, &a[0]), (1, &other.columns()[1]), (2, &a[1])];
            for (column, nested) in pairs {
                assert_eq!(format!("{:?}", one.columns()[column]), format!("{nested:?}"));
            }
        }
        assert_eq!(flat.dirty_values(0..100), nested.dirty_values(0..100));
    }

    #[test]
    fn names_without_dots_change_nothing() {
        let nested = plan(&["id=seq", "noun"]).nest().unwrap();
        assert_eq!(nested.fields().len(), 2);
        assert!(plan(&["a=seq", "a.b=noun"]).nest().is_err());
    }
}
