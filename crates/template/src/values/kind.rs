//! Kinds of values, and what they are called.

/// What is the same kind can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Nothing,
    Bool,
    Int,
    Byte,
    Float,
    Text,
    List,
    Row,
}

impl Kind {
    /// What Go calls the types of this kind.
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::Nothing => "nil",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Byte => "uint8",
            Kind::Float => "float64",
            Kind::Text => "string",
            Kind::List => "[]interface {}",
            Kind::Row => "template.Row",
        }
    }
}

/// The name of a type as one says it.
pub(crate) fn article(type_name: &str) -> String {
    match type_name {
        "int" => "an int".into(),
        "uint8" => "a byte".into(),
        "nil" | "null" => type_name.into(),
        "[]int" | "[]interface {}" => "a list".into(),
        "template.Row" => "the row".into(),
        other => format!("a {other}"),
    }
}
