//! Which statements are read, by their first words.

/// What is known of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is read.
    Read,
    /// It is SQL, and says nothing about tables.
    Ignored,
    /// It is no SQL.
    Nothing,
}

const READ: [&str; 13] = [
    "DO",
    "CREATE",
    "ALTER",
    "COMMENT",
    "DROP",
    "RENAME",
    "INSERT",
    "REPLACE",
    "COPY",
    "SET",
    "USE",
    "\\CONNECT",
    "\\C",
];

const IGNORED: [&str; 53] = [
    "SELECT",
    "BEGIN",
    "COMMIT",
    "START",
    "END",
    "ROLLBACK",
    "SAVEPOINT",
    "RELEASE",
    "LOCK",
    "UNLOCK",
    "GRANT",
    "REVOKE",
    "PRAGMA",
    "ANALYZE",
    "ANALYSE",
    "UPDATE",
    "DELETE",
    "VACUUM",
    "EXPLAIN",
    "SHOW",
    "CALL",
    "WITH",
    "TRUNCATE",
    "REFRESH",
    "CLUSTER",
    "REINDEX",
    "SECURITY",
    "EXEC",
    "EXECUTE",
    "PRINT",
    "IF",
    "DECLARE",
    "ATTACH",
    "DETACH",
    "FLUSH",
    "OPTIMIZE",
    "CHANGE",
    "PREPARE",
    "DEALLOCATE",
    "RESET",
    "DISCARD",
    "NOTIFY",
    "LISTEN",
    "IMPORT",
    "LOAD",
    "MERGE",
    "VALUES",
    "REASSIGN",
    "CHECKPOINT",
    "DELIMITER",
    "PURGE",
    "CHECK",
    "KILL",
];

/// What `CREATE` and `DROP` may be followed by: without it, a text that happens to begin so is no SQL.
const KINDS: [&str; 61] = [
    "TABLE",
    "INDEX",
    "UNIQUE",
    "TYPE",
    "DOMAIN",
    "SEQUENCE",
    "VIEW",
    "MATERIALIZED",
    "FUNCTION",
    "PROCEDURE",
    "AGGREGATE",
    "TRIGGER",
    "EVENT",
    "RULE",
    "POLICY",
    "SCHEMA",
    "DATABASE",
    "EXTENSION",
    "ROLE",
    "USER",
    "GROUP",
    "CAST",
    "OPERATOR",
    "COLLATION",
    "STATISTICS",
    "PUBLICATION",
    "SUBSCRIPTION",
    "SERVER",
    "FOREIGN",
    "TEXT",
    "TEMP",
    "TEMPORARY",
    "GLOBAL",
    "LOCAL",
    "UNLOGGED",
    "VIRTUAL",
    "OR",
    "DEFINER",
    "ALGORITHM",
    "SQL",
    "CONVERSION",
    "LANGUAGE",
    "TRUSTED",
    "TRANSFORM",
    "ACCESS",
    "TABLESPACE",
    "DEFAULT",
    "FULLTEXT",
    "SPATIAL",
    "CLUSTERED",
    "NONCLUSTERED",
    "RECURSIVE",
    "CONSTRAINT",
    "SYNONYM",
    "PACKAGE",
    "SYSTEM",
    "LARGE",
    "IF",
    "LOGIN",
    "OWNED",
    "PROCEDURAL",
];

/// What is known of a statement by its first words.
pub(super) fn first_words(text: &str) -> Known {
    let mut words = text
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ';' | '=' | '"' | '`' | '\'' | '@'))
        .filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_ascii_uppercase();
    if IGNORED.contains(&first.as_str()) {
        return Known::Ignored;
    }
    if !READ.contains(&first.as_str()) {
        return if text.starts_with('(') { Known::Ignored } else { Known::Nothing };
    }
    if !matches!(first.as_str(), "CREATE" | "DROP" | "ALTER") {
        return Known::Read;
    }
    let second = words.next().unwrap_or_default().to_ascii_uppercase();
    if KINDS.contains(&second.as_str()) { Known::Read } else { Known::Nothing }
}
