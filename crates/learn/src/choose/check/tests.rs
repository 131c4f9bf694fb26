use super::super::number::Number;
use super::{Fact, Letters, Says, parsed, read};

fn says(condition: &str) -> Option<Vec<Says>> {
    read(&parsed(condition).unwrap_or_else(|| panic!("{condition} is not parsed")))
}

fn of(name: &str, fact: Fact) -> Says {
    Says::Of(name.into(), fact)
}

fn number(text: &str) -> Number {
    Number::parse(text).expect("a number")
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn bounds_lists_and_lengths_are_read_in_every_dialect() {
    let cases: Vec<(&str, Vec<Says>)> = vec![
        ("price > 0", vec![of("price", Fact::Min(number("0"), false))]),
        (
            "((price >= (0)::numeric) AND (price <= 9.5))",
            vec![of("price", Fact::Min(number("0"), true)), of("price", Fact::Max(number("9.5"), true))],
        ),
        (
            "`stars` between 1 and 5",
            vec![of("stars", Fact::Min(number("1"), true)), of("stars", Fact::Max(number("5"), true))],
        ),
        ("5 >= stars", vec![of("stars", Fact::Max(number("5"), true))]),
        (
            "((status)::text = ANY ((ARRAY['new'::character varying, 'paid'::character varying])::text[]))",
            vec![of("status", Fact::OneOf(words(&["new", "paid"])))],
        ),
        ("status in ('a', 'b')", vec![of("status", Fact::OneOf(words(&["a", "b"])))]),
        ("status = 'a' or status = 'b'", vec![of("status", Fact::OneOf(words(&["a", "b"])))]),
        ("status <> 'a'", vec![of("status", Fact::NoneOf(words(&["a"])))]),
        ("not (status = 'a')", vec![of("status", Fact::NoneOf(words(&["a"])))]),
        ("char_length(name) <= 50", vec![of("name", Fact::MaxLength(50))]),
        ("length(trim(name)) > 0", vec![of("name", Fact::MinLength(1))]),
        ("length(code) = 3", vec![of("code", Fact::MinLength(3)), of("code", Fact::MaxLength(3))]),
        ("code ~ '^[A-Z]{3}$'", vec![of("code", Fact::Matches("^[A-Z]{3}$".into()))]),
        ("code like 'A_-%'", vec![of("code", Fact::Matches("^A[a-z0-9]-[a-z0-9]{0,8}$".into()))]),
        ("email = lower(email)", vec![of("email", Fact::Case(Letters::Lower))]),
        ("day >= '2020-01-01'::date", vec![of("day", Fact::From("2020-01-01".into(), true))]),
        ("at < '2020-02-01'", vec![of("at", Fact::Until("2020-02-01".into(), false))]),
        (
            "upper((sex)::text) = ANY (ARRAY['M'::text, 'f'::text])",
            vec![of("sex", Fact::OneOf(words(&["M"])))],
        ),
        ("lower(kind) in ('a', 'b')", vec![of("kind", Fact::OneOf(words(&["a", "b"])))]),
        ("'M' = upper(sex)", vec![of("sex", Fact::OneOf(words(&["M"])))]),
        ("json_valid(`data`)", vec![of("data", Fact::Json)]),
        ("is_open", vec![of("is_open", Fact::OneOf(words(&["true"])))]),
    ];
    for (condition, expected) in cases {
        assert_eq!(says(condition), Some(expected), "{condition}");
    }
}

#[test]
fn columns_are_compared() {
    let order =
        |less: &str, more: &str, is_strict| Says::Order { less: less.into(), more: more.into(), is_strict };
    let filled = |names: &[&str], least, most| Says::Filled { columns: words(names), least, most };
    let when = |column: &str, of: &[&str], filled: &str, is_filled| Says::When {
        column: column.into(),
        words: words(of),
        filled: filled.into(),
        is_filled,
    };
    let cases: Vec<(&str, Vec<Says>)> = vec![
        ("start_at < end_at", vec![order("start_at", "end_at", true)]),
        ("ends >= starts", vec![order("starts", "ends", false)]),
        ("a <> b", vec![Says::Differ("a".into(), "b".into())]),
        (
            "(s = 'x') = (a is not null and b is not null)",
            vec![when("s", &["x"], "a", true), when("s", &["x"], "b", true)],
        ),
        ("num_nonnulls(a, b, c) = 1", vec![filled(&["a", "b", "c"], 1, 1)]),
        ("(a is not null)::int + (b is not null)::int = 1", vec![filled(&["a", "b"], 1, 1)]),
        ("a is null or b is null", vec![filled(&["a", "b"], 0, 1)]),
        ("a is not null or b is not null", vec![filled(&["a", "b"], 1, 2)]),
        ("(a is null) <> (b is null)", vec![filled(&["a", "b"], 1, 1)]),
        ("(a is null and b is not null) or (a is not null and b is null)", vec![filled(&["a", "b"], 1, 1)]),
        ("(a is null) = (b is null)", vec![Says::Together(words(&["a", "b"]))]),
        (
            "(a is null and b is null) or (a is not null and b is not null)",
            vec![Says::Together(words(&["a", "b"]))],
        ),
        ("(status = 'x') = (at is not null)", vec![when("status", &["x"], "at", true)]),
        ("(at is null) = (status in ('x', 'y'))", vec![when("status", &["x", "y"], "at", false)]),
        ("((status)::text = 'x'::text) <> (at is not null)", vec![when("status", &["x"], "at", false)]),
        ("(status <> 'x') = (at is null)", vec![when("status", &["x"], "at", true)]),
        ("total = price * quantity", vec![Says::Equal("total".into(), "price * quantity".into())]),
    ];
    for (condition, expected) in cases {
        assert_eq!(says(condition), Some(expected), "{condition}");
    }
}

#[test]
fn of_alternatives_the_one_that_restricts_least_is_kept() {
    let cases: Vec<(&str, Vec<Says>)> = vec![
        ("a is null or a > 5", vec![of("a", Fact::Min(number("5"), false))]),
        ("status <> 'sent' or sent_at is not null", vec![of("sent_at", Fact::NotNull)]),
        (
            "case when kind = 'x' then a > 1 else b > 2 end",
            vec![of("a", Fact::Min(number("1"), false)), of("b", Fact::Min(number("2"), false))],
        ),
        (
            "not (a < 1 or a > 5)",
            vec![of("a", Fact::Min(number("1"), true)), of("a", Fact::Max(number("5"), true))],
        ),
    ];
    for (condition, expected) in cases {
        assert_eq!(says(condition), Some(expected), "{condition}");
    }
}

#[test]
fn what_is_not_understood_is_said_to_be_so() {
    for condition in
        ["is_valid(a)", "a + b < 3", "a in (select 1)", "a % 2 = 0", "x not like 'a%'", "upper(x) <> 'A'"]
    {
        assert_eq!(says(condition), None, "{condition}");
    }
    assert!(parsed("a >").is_none() && parsed("1; drop table x").is_none());
}
