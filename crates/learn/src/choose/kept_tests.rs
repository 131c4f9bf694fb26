//! Constraints that the choices keep: conditions of several columns, uniques of some rows, circles of keys.

use super::Options;
use super::tests::{assert_has, check, file_of, int, moment, name, refers, table, text, unique, varchar};
use crate::model::{Column, Distinct, Kind, Model, Partition, Statistics, Table, UniquePart};
use crate::{LearnError, learned};

fn char_of(length: u32) -> Kind {
    Kind::Text { max: Some(length), is_fixed: true, ignores_case: false }
}

fn model(tables: Vec<Table>) -> Model {
    Model { tables, ..Model::default() }
}

#[test]
fn a_number_that_becomes_unique_has_no_distribution() {
    let mut live = table("t", &["id", "d"], vec![("id", int(), false), ("d", Kind::Date, false)]);
    let quantiles: Vec<String> = (0..=10).map(|n| (n * 900).to_string()).collect();
    live.columns[0].statistics = Some(Statistics {
        rows: 100,
        distinct: Some(Distinct { count: 100, is_exact: true }),
        range: Some(("0".into(), "9000".into())),
        quantiles,
        ..Statistics::default()
    });
    live.rows = Some(100);
    let mut only = table("only", &["d"], vec![("d", int(), false)]);
    only.primary_key.clear();
    only.columns[0].statistics.clone_from(&live.columns[0].statistics);
    unique(&mut only, &["d"], None);
    let file = file_of(vec![live, only]);
    assert_has(&file, &[r#"columns.id = "int:0,9000@unique""#, r#"columns.d = "int:0,9000@unique""#]);
    assert!(!file.contains("quantiles") && !file.contains("refused"), "{file}");
}

#[test]
fn bounds_of_times_are_exact() {
    let mut t =
        table("t", &["id"], vec![("id", int(), false), ("at", moment(), false), ("d", Kind::Date, false)]);
    for condition in ["at >= '2007-01-01' and at < '2007-02-01'", "d >= '2007-01-01' and d < '2007-02-01'"] {
        check(&mut t, condition);
    }
    let file = file_of(vec![t]);
    assert_has(
        &file,
        &[r#"columns.at = "datetime:2007-01-01,2007-01-31""#, r#"columns.d = "date:2007-01-01,2007-01-31""#],
    );
}

#[test]
fn words_of_a_case_and_patterns_of_a_fixed_length_are_kept() {
    let mut t = table(
        "t",
        &["id"],
        vec![
            ("id", int(), false),
            ("sex", char_of(1), false),
            ("code", char_of(6), false),
            ("short", char_of(10), false),
        ],
    );
    for condition in ["upper(sex) in ('M', 'F')", "code ~ '^[A-Z]{1,6}$'", "short ~ '^[a-z]{3}$'"] {
        check(&mut t, condition);
    }
    let file = file_of(vec![t]);
    assert_has(
        &file,
        &[
            r#"columns.sex = "enum:M,F""#,
            r#"columns.code = { generator = "regex", constraint = "^[A-Z]{6}$" }"#,
        ],
    );
    assert!(file.contains("the pattern of a CHECK makes no text of exactly 10 characters"), "{file}");
}

#[test]
fn a_column_is_null_as_the_words_of_another_one_say() {
    let mut t = table(
        "t",
        &["id"],
        vec![
            ("id", int(), false),
            ("status", text(), false),
            ("done_at", moment(), true),
            ("kind", Kind::Enum(vec!["a".into(), "b".into()]), false),
            ("p_id", int(), true),
            ("is_sent", Kind::Bool, false),
            ("note", varchar(40), true),
        ],
    );
    refers(&mut t, &["p_id"], "p", &["id"]);
    for condition in [
        "status in ('new', 'done')",
        "(status = 'done') = (done_at is not null)",
        "(kind = 'a') = (p_id is not null)",
        "(is_sent = true) = (note is null)",
    ] {
        check(&mut t, condition);
    }
    let file = file_of(vec![t, table("p", &["id"], vec![("id", int(), false)])]);
    assert_has(
        &file,
        &[
            r#"columns.done_at = { expr = """case when "status" = 'done' then done_at_any end""" }"#,
            r#"link.p = { when = { kind = "a" } }"#,
            r#"columns.note = { expr = "case when not (is_sent) then note_any end" }"#,
        ],
    );
    assert!(!file.contains("may be broken"), "{file}");
}

#[test]
fn conditions_of_references_are_marked() {
    let mut t =
        table("t", &["id"], vec![("id", int(), false), ("p_id", int(), false), ("q_id", int(), false)]);
    refers(&mut t, &["p_id"], "p", &["id"]);
    refers(&mut t, &["q_id"], "p", &["id"]);
    check(&mut t, "p_id <> 2");
    check(&mut t, "q_id > 0");
    let file = file_of(vec![t, table("p", &["id"], vec![("id", int(), false)])]);
    assert_eq!(file.matches("a CHECK of its values may be broken").count(), 1, "{file}");
}

#[test]
fn serial_keys_begin_after_numbers_that_are_excluded() {
    let mut t = table("t", &["id"], vec![("id", int(), false), ("status", text(), false)]);
    check(&mut t, "id <> 1 or status = 'root'");
    assert_has(&file_of(vec![t]), &[r#"columns.id = "seq:2""#]);
}

#[test]
fn one_of_several_columns_stays_so_where_it_is_unique() {
    let mut t = table(
        "t",
        &["id"],
        vec![("id", int(), false), ("p_id", int(), true), ("no", int(), true), ("q_id", int(), true)],
    );
    refers(&mut t, &["p_id"], "p", &["id"]);
    refers(&mut t, &["q_id"], "p", &["id"]);
    check(&mut t, "num_nonnulls(p_id, no) = 1");
    unique(&mut t, &["no"], None);
    unique(&mut t, &["p_id"], None);
    let file = file_of(vec![t, table("p", &["id"], vec![("id", int(), false)])]);
    assert_has(
        &file,
        &[
            r#"link.p = { unique = true, when = { p_id_pick = "p_id" } }"#,
            r#"columns.no_any = "int:1,10000@unique@hidden""#,
            r#"columns.no = { expr = "case when p_id_pick = 'no' then no_any end" }"#,
        ],
    );
}

#[test]
fn circles_of_keys_that_are_never_null_have_numbers_of_rows() {
    let mut one = table("one", &["id"], vec![("id", int(), false), ("other", int(), false)]);
    let mut other = table("other", &["id"], vec![("id", int(), false), ("one", int(), false)]);
    refers(&mut one, &["other"], "other", &["id"]);
    refers(&mut other, &["one"], "one", &["id"]);
    (one.rows, other.rows) = (Some(70), Some(30));
    let file = file_of(vec![one, other]);
    let cut = [r#"columns.other = "int:1,30""#, r#"columns.one = "int:1,70""#];
    assert!(cut.iter().any(|line| file.contains(line)), "{file}");
}

#[test]
fn columns_that_are_never_null_are_not_left_out() {
    let mut countries = table(
        "countries",
        &["id"],
        vec![("id", int(), false), ("name", text(), false), ("code", text(), false)],
    );
    unique(&mut countries, &["code"], None);
    countries.rows = Some(20);
    let mut tree = table("tree", &["id"], vec![("id", Kind::Uuid, false), ("parent_id", varchar(96), false)]);
    refers(&mut tree, &["parent_id"], "tree", &["id"]);
    let file = file_of(vec![countries, tree]);
    assert_has(
        &file,
        &[
            r#"columns.parent_id = { expr = '"id"::text' }"#,
            r#"columns.code = "country.code:any@unique@of=other""#,
        ],
    );
    assert!(!file.contains("left out") && !file.contains("refused"), "{file}");
}

#[test]
fn uniques_of_some_rows_are_kept_beside_a_choice_of_columns() {
    let mut t = table(
        "t",
        &["id"],
        vec![
            ("id", int(), false),
            ("feature_id", int(), false),
            ("plan_id", int(), true),
            ("sub_id", int(), true),
            ("deleted_at", moment(), true),
        ],
    );
    for (own, parent) in [("feature_id", "features"), ("plan_id", "plans"), ("sub_id", "subs")] {
        refers(&mut t, &[own], parent, &["id"]);
    }
    check(&mut t, "(plan_id is null) <> (sub_id is null)");
    unique(&mut t, &["feature_id", "plan_id"], Some("deleted_at is null"));
    unique(&mut t, &["feature_id", "sub_id"], Some("deleted_at is null"));
    let mut settings = table(
        "settings",
        &["id"],
        vec![
            ("id", int(), false),
            ("a", varchar(20), true),
            ("b", varchar(20), true),
            ("is_main", Kind::Bool, false),
            ("kind", Kind::Enum(vec!["only".into()]), false),
            ("plan_id", int(), false),
        ],
    );
    refers(&mut settings, &["plan_id"], "plans", &["id"]);
    unique(&mut settings, &["plan_id", "kind"], None);
    unique(&mut settings, &["a"], Some("a is null and b is null"));
    settings.uniques[1].parts = vec![UniquePart::Expression("(true)".into())];
    let parents = ["features", "plans", "subs"].map(|name| table(name, &["id"], vec![("id", int(), false)]));
    let file = file_of([t, settings].into_iter().chain(parents).collect());
    assert_has(
        &file,
        &[
            r#"link.plans = { distinct = true, when = { plan_id_pick = "plan_id" } }"#,
            r#"link.subs = { distinct = true, when = { plan_id_pick = "sub_id" } }"#,
            r#"rows = { per = "plans", each = 1 }"#,
            r#"columns.a = "word""#,
        ],
    );
    assert!(!file.contains("UNIQUE"), "{file}");
}

#[test]
fn no_table_at_all_is_a_typed_error() {
    let whole = table("events", &["id"], vec![("id", int(), false)]);
    let mut part = table("events_2024", &["id"], vec![("id", int(), false)]);
    part.partition = Some(Partition { bound: "DEFAULT".into() });
    part.parent = Some(name("events"));
    let options = Options { tables: vec!["events_2024".into()], ..Options::default() };
    let error = learned(&model(vec![whole, part]), "a test", &options).expect_err("no table");
    assert!(matches!(&error, LearnError::NoTable(parts) if parts.len() == 1));
    let text = error.to_string();
    assert!(text.contains("events_2024 is a partition of events") && !text.contains("report"), "{text}");
    let error = learned(&model(Vec::new()), "a test", &Options::default()).expect_err("no table");
    assert!(error.to_string().starts_with("no table is left"));
}

#[test]
fn numbers_that_are_yes_or_no_are_mostly_their_default() {
    let mut t = table(
        "t",
        &["id"],
        vec![
            ("id", int(), false),
            ("is_active", int(), false),
            ("deleted", int(), false),
            ("is_paid", Kind::Bool, false),
            ("timecreated", int(), false),
            ("open_time", int(), false),
            ("usermodified", int(), false),
            ("response_time", int(), false),
        ],
    );
    let default = |column: &mut Column, text: &str| column.default = Some(text.into());
    default(&mut t.columns[1], "1");
    default(&mut t.columns[2], "'0'::smallint");
    default(&mut t.columns[3], "false");
    let file = file_of(vec![t]);
    assert_has(
        &file,
        &[
            r#"columns.is_active = { generator = "int", constraint = "0,1", dist = "hist:0,1*9" }"#,
            r#"columns.deleted = { generator = "int", constraint = "0,1", dist = "hist:0*9,1" }"#,
            r#"columns.is_paid = "bool:0.1""#,
            r#"columns.timecreated = "timestamp""#,
            r#"columns.open_time = "timestamp""#,
            r#"columns.usermodified = "int:0,1000""#,
            r#"columns.response_time = "int:1,3600""#,
        ],
    );
}
