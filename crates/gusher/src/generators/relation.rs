//! Relations: columns that read other columns instead of generating values, which needs a schema file.

use super::{BuildResult, Constraint, GeneratorSpec};

/// The columns that read other columns, by name.
pub static RELATIONS: &[GeneratorSpec] = &[
    GeneratorSpec::new("after", "a time after another one: of the row's parent, or of the own row", build)
        .required(
            "COLUMN,SPAN",
            "the time, as TABLE.COLUMN or as a column of the own table, and by how much it is later at most, such as 90d, or at \
             least and at most, such as 30d..90d; with now after that it is never later than now",
            "after:customers.created,90d",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("argmax", "a column of the row's child that has the largest value in another one", build)
        .required(
            "TABLE.COLUMN,COLUMN",
            "a column of a table whose rows refer to this one's, and the column of it that is compared",
            "argmax:history.status,at",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("argmin", "a column of the row's child that has the smallest value in another one", build)
        .required(
            "TABLE.COLUMN,COLUMN",
            "a column of a table whose rows refer to this one's, and the column of it that is compared",
            "argmin:history.status,at",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("avg", "the mean of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows refer to this one's",
        "avg:items.amount",
    )
    .modifiers(&["of"]),
    GeneratorSpec::new("before", "a time before another one: of the row's parent, or of the own row", build)
        .required(
            "COLUMN,SPAN",
            "the time, as TABLE.COLUMN or as a column of the own table, and by how much it is earlier at most, or at least and at most",
            "before:orders.placed,90d",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("between", "a time between two others, of the row's parents or of the own row", build)
        .required(
            "COLUMN,COLUMN",
            "the times, each as TABLE.COLUMN or as a column of the own table",
            "between:orders.placed,orders.shipped",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("chain", "the states that the rows of one parent go through", build).required(
        "STATE > STATE | STATE*WEIGHT,…",
        "which states follow each other, by weight where there are several; a state that nothing follows stays",
        "chain:new > paid | cancelled*0.1,paid > shipped | cancelled*0.1",
    ),
    GeneratorSpec::new("count", "how many children the row has, or how many of them have a value", build).required(
        "TABLE[.COLUMN]",
        "a table whose rows refer to this one's, or a column of it",
        "count:items",
    )
    .modifiers(&["of"]),
    GeneratorSpec::new("cumsum", "the sum of a column over the rows of one parent, up to this row", build).required(
        "COLUMN",
        "a column of the own table, whose rows are counted by another one's",
        "cumsum:amount",
    ),
    GeneratorSpec::new("depth", "how many rows are above the row in a tree, up to its root", build).modifiers(&["of"]),
    GeneratorSpec::new("first", "the value that a column has in the first row of the same parent", build).required(
        "COLUMN",
        "a column of the own table, whose rows are counted by another one's",
        "first:status",
    ),
    GeneratorSpec::new("is_first", "whether the row is the first one of its parent", build),
    GeneratorSpec::new("is_last", "whether the row is the last one of its parent", build),
    GeneratorSpec::new("last", "the value that a column has in the last row of the same parent", build).required(
        "COLUMN",
        "a column of the own table, whose rows are counted by another one's",
        "last:status",
    ),
    GeneratorSpec::new("list", "the row's children as a list, each with its columns", build)
        .required(
            "TABLE[,COLUMN…]",
            "a table whose rows refer to this one's, and which of its columns; without any all that are written, but for the reference to \
             this row",
            "list:items,sku,quantity",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("max", "the largest value of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows refer to this one's",
        "max:items.amount",
    )
    .modifiers(&["of"]),
    GeneratorSpec::new("min", "the smallest value of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows refer to this one's",
        "min:items.amount",
    )
    .modifiers(&["of"]),
    GeneratorSpec::new("nth", "1, 2, 3 … among the rows of one parent", build),
    GeneratorSpec::new("prev", "the value that a column has in the row before, of the same parent", build).required(
        "COLUMN",
        "a column of the own table, whose rows are counted by another one's; the first row of a parent has none",
        "prev:status",
    ),
    GeneratorSpec::new("ref", "the value of a column of the row's parent", build)
        .required("TABLE.COLUMN", "the parent's table and its column", "ref:customers.id")
        .modifiers(&["of"]),
    GeneratorSpec::new("rows", "how many rows a table has", build).required(
        "TABLE",
        "a table of the schema file",
        "rows:customers",
    ),
    GeneratorSpec::new("split", "a part of a number of the parent, which the parent's rows add up to", build).required(
        "TABLE.COLUMN",
        "a column of the table that the rows are counted by, with numbers that are never below 0",
        "split:orders.total",
    ),
    GeneratorSpec::new("sum", "the sum of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows refer to this one's",
        "sum:items.amount",
    )
    .modifiers(&["of"]),
];

/// The one of this name.
pub fn relation(name: &str) -> Option<&'static GeneratorSpec> {
    RELATIONS.iter().find(|spec| spec.name == name)
}

/// The one of this name, with a constraint or without: `first` and `last` by themselves are the names of a person.
pub fn relation_of(name: &str, has_constraint: bool) -> Option<&'static GeneratorSpec> {
    relation(name).filter(|_| has_constraint || !matches!(name, "first" | "last"))
}

/// Without a schema file there is nothing to read.
fn build(constraint: Constraint<'_>) -> BuildResult {
    let name = constraint.generator;
    Err(constraint.error(format!("`{name}` reads other columns, which only a schema file has")))
}
