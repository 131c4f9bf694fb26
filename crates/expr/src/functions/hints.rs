//! Functions that other languages have, and what is written here instead.

/// The hint for functions of randomness.
const DRAWS: &str =
    "expressions do not draw values: draw them in a column, such as r=decimal:0,1,6@hidden, and read that";
/// The hint for functions of choice.
const CASE: &str = "a choice is written case when n > 2 then 1 else 2 end";
/// The hint for functions of several rows.
const AGGREGATE: &str = "it is an aggregate, and an expression sees one row";

/// Names that have a function of another name here.
const SYNONYMS: [(&str, &str); 14] = [
    ("char_len", "length"),
    ("charindex", "strpos"),
    ("ifnull", "coalesce"),
    ("instr", "strpos"),
    ("isnull", "coalesce"),
    ("lcase", "lower"),
    ("len", "length"),
    ("locate", "strpos"),
    ("nvl", "coalesce"),
    ("strlen", "length"),
    ("strftime", "to_char"),
    ("truncate", "trunc"),
    ("ucase", "upper"),
    ("date_format", "to_char"),
];

/// Names of what is written in another way here.
const FORMS: [(&[&str], &str); 10] = [
    (&["if", "iff", "iif", "decode", "switch"], CASE),
    (
        &[
            "rand",
            "random",
            "random_normal",
            "randint",
            "uniform",
            "uuid",
            "newid",
            "gen_random_uuid",
            "uuid_generate_v4",
        ],
        DRAWS,
    ),
    (&["sum", "count", "avg", "array_agg", "string_agg", "group_concat"], AGGREGATE),
    (
        &["max"],
        "it is an aggregate, and an expression sees one row; the largest of several values is greatest(a, b)",
    ),
    (
        &["min"],
        "it is an aggregate, and an expression sees one row; the smallest of several values is least(a, b)",
    ),
    (&["int", "integer", "bigint", "tinyint"], "a cast is written x::bigint"),
    (&["str", "string", "text", "varchar"], "a cast is written x::text"),
    (
        &["dateadd", "date_add", "date_sub"],
        "a time later is written x + interval '1 day', a date later d + 1",
    ),
    (&["datediff", "date_diff", "timediff"], "a difference is written a - b"),
    (
        &["year", "month", "day", "hour", "minute", "second"],
        "a part of a time is written extract(year from x)",
    ),
];

/// The function here that does what one of this name does elsewhere.
pub(super) fn synonym(name: &str) -> Option<&'static str> {
    SYNONYMS.iter().find(|(other, _)| *other == name).map(|(_, own)| *own)
}

/// How that is written here which others call by this name.
pub(super) fn form(name: &str) -> Option<&'static str> {
    FORMS.iter().find(|(names, _)| names.contains(&name)).map(|(_, form)| *form)
}

/// All names of other languages, with the function that is named instead, if one is.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let synonyms = SYNONYMS.iter().map(|(name, own)| (*name, Some(*own)));
    synonyms.chain(FORMS.iter().flat_map(|(names, _)| names.iter().map(|name| (*name, None))))
}
