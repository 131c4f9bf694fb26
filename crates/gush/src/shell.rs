//! Arguments as a shell takes them, for the command lines that messages suggest.

/// An argument as a shell takes it: in quotes where it has other than plain characters.
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn arguments_are_in_quotes_where_a_shell_needs_them() {
        for (argument, text) in [
            ("int:1,9@null=0.1", "int:1,9@null=0.1"),
            ("", "''"),
            ("my file.csv", "'my file.csv'"),
            ("it's", "'it'\\''s'"),
            ("a;b", "'a;b'"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(quoted(argument), text);
        }
    }
}
