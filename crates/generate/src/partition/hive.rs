//! The names of folders, as Hive and Spark write them: `country=DE/year=2024`.

use super::value::PartitionValue;

/// The text of null in the name of a folder.
pub(super) const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The path of the folder of a partition with these fields.
pub(crate) fn folder<'f>(fields: impl Iterator<Item = (&'f str, String)>) -> String {
    let mut path = String::new();
    for (name, value) in fields {
        if !path.is_empty() {
            path.push('/');
        }
        escape(name, &mut path);
        path.push('=');
        escape(&value, &mut path);
    }
    path
}

/// The value as it is in the name of a folder, before it is escaped.
pub(crate) fn text(value: &PartitionValue) -> String {
    if value.is_null() { NULL.to_owned() } else { value.to_string() }
}

/// Appends a text with the characters escaped that Hive escapes in the names of folders (`FileUtils.escapePathName`).
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        let is_special = c.is_ascii_control()
            || matches!(
                c,
                '"' | '#' | '%' | '\'' | '*' | '/' | ':' | '=' | '?' | '\\' | '{' | '[' | ']' | '^'
            );
        if is_special {
            out.push_str(&format!("%{:02X}", c as u32));
        } else {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PartitionValue, folder, text};

    #[test]
    fn names_of_folders_are_escaped_as_hive_does() {
        let value = |value: &str| text(&PartitionValue::Text(value.into()));
        let found = folder(
            [("a b", value("x/y")), ("é", value("50%=\u{7f}\t{}")), ("n", text(&PartitionValue::Null))]
                .into_iter(),
        );
        assert_eq!(found, "a b=x%2Fy/é=50%25%3D%7F%09%7B}/n=__HIVE_DEFAULT_PARTITION__");
        assert_eq!(
            folder([("at", text(&PartitionValue::Timestamp(0)))].into_iter()),
            "at=1970-01-01 00%3A00%3A00"
        );
    }
}
