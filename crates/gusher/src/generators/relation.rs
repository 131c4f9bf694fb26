//! Relations: columns that read other columns instead of generating values, which needs a schema file.

use super::{BuildResult, Constraint, GeneratorSpec};

/// The columns that read other columns, by name.
pub static RELATIONS: &[GeneratorSpec] = &[
    GeneratorSpec::new("after", "a time after another one: of the row's parent, or of the own row", build)
        .required(
            "COLUMN,SPAN",
            "the time, as TABLE.COLUMN or as a column of the own table, and by how much it is later at most, such as 90d; \
             with now after that it is never later than now",
            "after:customers.created,90d",
        )
        .modifiers(&["of"]),
    GeneratorSpec::new("avg", "the mean of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows are counted by this one",
        "avg:items.amount",
    ),
    GeneratorSpec::new("before", "a time before another one: of the row's parent, or of the own row", build)
        .required(
            "COLUMN,SPAN",
            "the time, as TABLE.COLUMN or as a column of the own table, and by how much it is earlier at most",
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
    GeneratorSpec::new("count", "how many children the row has, or how many of them have a value", build).required(
        "TABLE[.COLUMN]",
        "a table whose rows are counted by this one, or a column of it",
        "count:items",
    ),
    GeneratorSpec::new("max", "the largest value of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows are counted by this one",
        "max:items.amount",
    ),
    GeneratorSpec::new("min", "the smallest value of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows are counted by this one",
        "min:items.amount",
    ),
    GeneratorSpec::new("nth", "1, 2, 3 … among the rows of one parent", build),
    GeneratorSpec::new("ref", "the value of a column of the row's parent", build)
        .required("TABLE.COLUMN", "the parent's table and its column", "ref:customers.id")
        .modifiers(&["of"]),
    GeneratorSpec::new("sum", "the sum of a column over the row's children", build).required(
        "TABLE.COLUMN",
        "a column of a table whose rows are counted by this one",
        "sum:items.amount",
    ),
];

/// The one of this name.
pub fn relation(name: &str) -> Option<&'static GeneratorSpec> {
    RELATIONS.iter().find(|spec| spec.name == name)
}

/// Without a schema file there is nothing to read.
fn build(constraint: Constraint<'_>) -> BuildResult {
    let name = constraint.generator;
    Err(constraint.error(format!("`{name}` reads other columns, which only a schema file has")))
}
