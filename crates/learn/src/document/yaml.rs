//! YAML as JSON values.

use saphyr::{LoadableYamlNode as _, Scalar, Yaml};

use super::error::DocumentError;
use super::json::Json;

/// The most levels of a document.
const MAX_DEPTH: usize = 128;
/// The widest indentation of a line: levels grow with it.
const MAX_INDENT: usize = 4 * MAX_DEPTH;

/// The value of a text's first document.
pub fn parse(bytes: &[u8]) -> Result<Json, DocumentError> {
    let wrong = |text: &str| DocumentError::NotYaml(text.to_owned());
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8"))?;
    if is_deep(text) {
        return Err(too_deep());
    }
    let documents = Yaml::load_from_str(text).map_err(|error| wrong(&error.to_string()))?;
    let Some(first) = documents.first() else { return Err(DocumentError::Empty) };
    match value(first, 0)? {
        // Any text is YAML: one line of prose is no document.
        Json::Object(fields) => Ok(Json::Object(fields)),
        Json::List(items) => Ok(Json::List(items)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => Err(DocumentError::NoSchema),
    }
}

fn too_deep() -> DocumentError {
    DocumentError::NotYaml(format!("it has more than {MAX_DEPTH} levels"))
}

/// Whether the text may have more levels than are read, seen before it is.
fn is_deep(text: &str) -> bool {
    let mut open = 0_usize;
    let has_brackets = text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > 8 * MAX_DEPTH
    });
    let indent =
        |line: &str| line.bytes().take_while(|byte| matches!(byte, b' ' | b'-' | b'?' | b':')).count();
    has_brackets || text.lines().any(|line| indent(line) > MAX_INDENT && !line.trim().is_empty())
}

fn value(yaml: &Yaml<'_>, depth: usize) -> Result<Json, DocumentError> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    Ok(match yaml {
        Yaml::Value(scalar) => of_scalar(scalar),
        Yaml::Sequence(items) => {
            Json::List(items.iter().map(|item| value(item, depth + 1)).collect::<Result<_, _>>()?)
        }
        Yaml::Mapping(fields) => {
            let field = |(key, of): (&Yaml<'_>, &Yaml<'_>)| {
                let name = match value(key, depth + 1)? {
                    Json::Text(text) => text,
                    other => other.to_string(),
                };
                Ok((name, value(of, depth + 1)?))
            };
            Json::Object(fields.iter().map(field).collect::<Result<_, _>>()?)
        }
        Yaml::Tagged(_, inner) => value(inner, depth + 1)?,
        Yaml::Representation(text, ..) => Json::Text(text.as_ref().to_owned()),
        Yaml::Alias(_) | Yaml::BadValue => Json::Null,
    })
}

fn of_scalar(scalar: &Scalar<'_>) -> Json {
    match scalar {
        Scalar::Null => Json::Null,
        Scalar::Boolean(value) => Json::Bool(*value),
        Scalar::Integer(number) => Json::Number(number.to_string()),
        Scalar::FloatingPoint(number) if number.is_finite() => {
            Json::Number(zmij::Buffer::new().format(number.into_inner()).to_owned())
        }
        Scalar::FloatingPoint(number) => Json::Text(number.to_string()),
        Scalar::String(text) => Json::Text(text.as_ref().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_is_read_as_json() {
        let text = "b: [1, 2.5]\na:\n  200: 'yes'\n  x: ~\n  y: true\n";
        let expected = r#"{"b":[1,2.5],"a":{"200":"yes","x":null,"y":true}}"#;
        assert_eq!(parse(text.as_bytes()).expect("YAML").to_string(), expected);
        assert!(parse(b"Dear Anna, I saw it").is_err());
        assert!(parse("[".repeat(100_000).as_bytes()).is_err());
        assert!(parse("- ".repeat(100_000).as_bytes()).is_err());
    }
}
