//! Names with dots as paths of structs: `address.city` and `address.zip` are two fields of `address`.

use gush_diagnostics::{Code, Diagnostic};

use super::Schema;

/// Structs in structs are no deeper: every reader of a typed format has its own limit, and this is below all of them.
const DEEPEST: usize = 32;

/// A column by its index, or a struct of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Dotted {
    Column(usize),
    Struct(DottedFields),
}

/// Fields by their names, in their order.
type DottedFields = Vec<(String, Dotted)>;

/// Why columns cannot be fields of structs by their names. Displays what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DottedNameError {
    /// There is nothing before or after a dot.
    #[error("a field's name is missing in `{0}`: there must be one on each side of a dot")]
    MissingName(String),
    /// Structs within structs, and too many of them.
    #[error("the name makes structs more than {DEEPEST} deep")]
    TooDeep,
    /// A name is that of a column and of a struct.
    #[error("`{0}` cannot be both a column and a struct of `{1}`; give one of them another name")]
    ColumnAndStruct(String, String),
    /// Two columns have the same name.
    #[error("`{0}` is taken")]
    Taken(String),
}

/// Columns of these names as trees, in the order in which each begins, and the errors of some, by their indices.
pub(crate) fn tree<'n>(
    names: impl Iterator<Item = &'n str>,
) -> (DottedFields, Vec<(usize, DottedNameError)>) {
    let (mut top, mut errors) = (Vec::new(), Vec::new());
    for (index, name) in names.enumerate() {
        if let Err(error) = insert(&mut top, name, index) {
            errors.push((index, error));
        }
    }
    (top, errors)
}

fn insert(top: &mut DottedFields, name: &str, index: usize) -> Result<(), DottedNameError> {
    let mut parts: Vec<&str> = name.split('.').collect();
    if parts.len() > 1 && parts.contains(&"") {
        return Err(DottedNameError::MissingName(name.into()));
    }
    if parts.len() > DEEPEST {
        return Err(DottedNameError::TooDeep);
    }
    let last = parts.pop().unwrap_or_default();
    let (mut fields, mut end) = (top, 0);
    for part in parts {
        end += part.len();
        let at = find_or_push(fields, part, || Dotted::Struct(Vec::new()));
        fields = match &mut fields[at].1 {
            Dotted::Struct(fields) => fields,
            Dotted::Column(_) => {
                return Err(DottedNameError::ColumnAndStruct(name[..end].into(), name.into()));
            }
        };
        end += 1;
    }
    match fields.iter().find(|(field, _)| field == last) {
        None => fields.push((last.into(), Dotted::Column(index))),
        Some((_, Dotted::Column(_))) => return Err(DottedNameError::Taken(name.into())),
        Some((_, Dotted::Struct(inner))) => {
            let field = inner.first().map_or("", |(field, _)| field);
            return Err(DottedNameError::ColumnAndStruct(name.into(), format!("{name}.{field}")));
        }
    }
    Ok(())
}

fn find_or_push(fields: &mut DottedFields, name: &str, create: impl FnOnce() -> Dotted) -> usize {
    fields.iter().position(|(field, _)| field == name).unwrap_or_else(|| {
        fields.push((name.into(), create()));
        fields.len() - 1
    })
}

impl Schema {
    /// A diagnostic for each column whose name is no path of structs, as [`Plan::nest`](crate::plan::Plan::nest) needs them. Names
    /// that are taken are reported by [`Schema::check_names`].
    pub fn check_dotted_names(&self) -> Vec<Diagnostic> {
        let (_, errors) = tree(self.visible().map(|column| &column.name[..]));
        let visible: Vec<_> = self.visible().collect();
        let own = errors.into_iter().filter(|(_, error)| !matches!(error, DottedNameError::Taken(_)));
        own.map(|(index, error)| {
            let column = visible[index];
            column.source.diagnostic(Code::Name, 0..column.source.spec.len(), error.to_string())
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, Dotted, tree};

    /// A tree as text: `a{b c}` is a struct with two fields; a column has its index.
    fn shown(fields: &[(String, Dotted)]) -> String {
        let field = |(name, field): &(String, Dotted)| match field {
            Dotted::Column(index) => format!("{name}{index}"),
            Dotted::Struct(fields) => format!("{name}{{{}}}", shown(fields)),
        };
        fields.iter().map(field).collect::<Vec<_>>().join(" ")
    }

    fn of(names: &str) -> (String, Vec<String>) {
        let (fields, errors) = tree(names.split(' '));
        (shown(&fields), errors.into_iter().map(|(index, error)| format!("{index}: {error}")).collect())
    }

    #[test]
    fn a_struct_has_the_position_of_its_first_field() {
        assert_eq!(of("id a.x b.x a.y c"), ("id0 a{x1 y3} b{x2} c4".into(), vec![]));
        assert_eq!(of("a.b.c a.d a.b.e"), ("a{b{c0 e2} d1}".into(), vec![]));
        assert_eq!(of("a b"), ("a0 b1".into(), vec![]));
    }

    #[test]
    fn names_that_are_no_paths_are_reported() {
        let missing = |name: &str| {
            format!("a field's name is missing in `{name}`: there must be one on each side of a dot")
        };
        assert_eq!(
            of("a. .b c..d .").1,
            [
                format!("0: {}", missing("a.")),
                format!("1: {}", missing(".b")),
                format!("2: {}", missing("c..d")),
                format!("3: {}", missing(".")),
            ]
        );
        let both = "`a.b` cannot be both a column and a struct of `a.b.c`; give one of them another name";
        assert_eq!(of("a.b a.b.c").1, [format!("1: {both}")]);
        assert_eq!(of("a.b.c a.b").1, [format!("1: {both}")]);
        assert_eq!(of("a.b a.b").1, ["1: `a.b` is taken"]);
        let deep = vec!["x"; DEEPEST + 1].join(".");
        assert_eq!(of(&deep).1, ["0: the name makes structs more than 32 deep"]);
        assert_eq!(of(&deep[2..]).1, [""; 0]);
    }
}
