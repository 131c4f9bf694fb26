//! Models built by hand, and random ones: each file is accepted, and says what is expected.

use super::Options;
use crate::learned;
use crate::model::{
    Check, Column, ForeignKey, IntSize, Kind, Model, Origin, Table, TableName, Unique, UniquePart,
};

pub(super) fn name(name: &str) -> TableName {
    TableName { schema: None, name: name.into() }
}

pub(super) fn int() -> Kind {
    Kind::Int(IntSize { bits: 32, is_unsigned: false })
}

pub(super) fn varchar(max: u32) -> Kind {
    Kind::Text { max: Some(max), is_fixed: false, ignores_case: false }
}

pub(super) fn text() -> Kind {
    Kind::Text { max: None, is_fixed: false, ignores_case: false }
}

pub(super) fn moment() -> Kind {
    Kind::DateTime { digits: 6, has_zone: true }
}

pub(super) fn table(of: &str, key: &[&str], columns: Vec<(&str, Kind, bool)>) -> Table {
    let mut table = Table::new(name(of), Origin::default());
    table.primary_key = key.iter().map(|&key| key.to_owned()).collect();
    table.columns = columns
        .into_iter()
        .map(|(name, kind, is_nullable)| Column { is_nullable, ..Column::new(name, kind, "type") })
        .collect();
    table
}

pub(super) fn refers(table: &mut Table, columns: &[&str], parent: &str, of: &[&str]) {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    table.foreign_keys.push(ForeignKey {
        name: None,
        columns: names(columns),
        parent: name(parent),
        parent_columns: names(of),
        is_deferrable: false,
        on_delete: Default::default(),
        is_declared: true,
        origin: Origin::default(),
    });
}

pub(super) fn unique(table: &mut Table, columns: &[&str], condition: Option<&str>) {
    table.uniques.push(Unique {
        name: None,
        parts: columns.iter().map(|&name| UniquePart::Column(name.into())).collect(),
        condition: condition.map(str::to_owned),
        nulls_are_equal: false,
        origin: Origin::default(),
    });
}

pub(super) fn check(table: &mut Table, condition: &str) {
    table.checks.push(Check {
        name: None,
        condition: condition.into(),
        is_enforced: true,
        origin: Origin::default(),
    });
}

pub(super) fn file_of(tables: Vec<Table>) -> String {
    let model = Model { tables, ..Model::default() };
    match learned(&model, "a test", &Options::default()) {
        Ok(learned) => learned.text,
        Err(diagnostics) => {
            let written =
                crate::write::file(&super::choices(&model, &Options::default()), &Default::default());
            panic!("{diagnostics:#?}\n{}", written.text)
        }
    }
}

/// Whether the file has these lines, of which the comments are left out.
#[track_caller]
pub(super) fn assert_has(file: &str, lines: &[&str]) {
    let plain: Vec<String> = file
        .lines()
        .map(|line| {
            line.split("  #")
                .next()
                .unwrap_or_default()
                .split(" # ")
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned()
        })
        .collect();
    for line in lines {
        assert!(plain.contains(&(*line).to_owned()), "{line} is missing in\n{file}");
    }
}

#[test]
fn names_types_and_lengths_choose_generators() {
    let file = file_of(vec![table(
        "users",
        &["id"],
        vec![
            ("id", int(), false),
            ("email", text(), false),
            ("name", varchar(100), false),
            ("zip", varchar(10), true),
            ("country_code", Kind::Text { max: Some(2), is_fixed: true, ignores_case: false }, false),
            ("created_at", moment(), false),
            ("updated_at", moment(), false),
            ("is_active", Kind::Bool, false),
            ("balance", Kind::Decimal { precision: Some(6), scale: Some(2) }, false),
            ("tags", Kind::Array { item: Box::new(text()) }, true),
        ],
    )]);
    assert_has(
        &file,
        &[
            r#"columns.id = "seq""#,
            r#"columns.email = "email""#,
            r#"columns.name = "name""#,
            r#"columns.zip = "postcode@null=0.1""#,
            r#"columns.country_code = "country.code:any""#,
            r#"columns.created_at = "datetime:-2y,now""#,
            r#"columns.updated_at = "after:created_at,1m..90d,now""#,
            r#"columns.is_active = "bool:0.9""#,
            r#"columns.balance = "decimal:1,1000,2""#,
            r#"columns.tags = { generator = "noun", list = [0, 3], type = "text[]", null = 0.1 }"#,
        ],
    );
}

#[test]
fn texts_that_are_too_long_are_cut() {
    let file = file_of(vec![table(
        "t",
        &["id"],
        vec![("id", int(), false), ("city", varchar(8), false), ("body", varchar(30), true)],
    )]);
    assert_has(
        &file,
        &[
            r#"columns.city_any = "city@hidden""#,
            r#"columns.city = { expr = "left(city_any, 8)" }"#,
            r#"columns.body = "words:2@null=0.1""#,
        ],
    );
}

#[test]
fn checks_become_bounds_words_and_orders() {
    let mut orders = table(
        "orders",
        &["id"],
        vec![
            ("id", int(), false),
            ("status", text(), false),
            ("stars", int(), false),
            ("price", Kind::Decimal { precision: Some(10), scale: Some(2) }, false),
            ("starts_at", moment(), false),
            ("ends_at", moment(), true),
            ("low", int(), false),
            ("high", int(), false),
            ("code", text(), false),
        ],
    );
    for condition in [
        "status in ('new', 'paid')",
        "stars between 1 and 5",
        "price > 0",
        "starts_at < ends_at",
        "low < high",
        "code ~ '^[A-Z]{3}$'",
        "my_function(code)",
    ] {
        check(&mut orders, condition);
    }
    let file = file_of(vec![orders]);
    assert_has(
        &file,
        &[
            r#"columns.status = "enum:new,paid""#,
            r#"columns.stars = "int:1,5""#,
            r#"columns.price = "decimal:1,500,2""#,
            r#"columns.ends_at = "after:starts_at,1m..60d@null=0.3""#,
            r#"columns.high = { expr = "low + high_more" }"#,
            r#"columns.code = { generator = "regex", constraint = "^[A-Z]{3}$" }"#,
            "# ? CHECK is not kept: my_function(code)",
        ],
    );
}

#[test]
fn references_become_links_in_their_order() {
    let mut items = table(
        "items",
        &["order_id", "line"],
        vec![("order_id", int(), false), ("line", int(), false), ("product_id", int(), true)],
    );
    refers(&mut items, &["order_id"], "orders", &["id"]);
    refers(&mut items, &["product_id"], "products", &[]);
    let orders = table("orders", &["id"], vec![("id", int(), false), ("user_id", int(), false)]);
    let products = table("products", &["id"], vec![("id", int(), false), ("name", text(), false)]);
    let users = table("users", &["id"], vec![("id", int(), false), ("parent_id", int(), true)]);
    let mut profiles = table("profiles", &["user_id"], vec![("user_id", int(), false)]);
    refers(&mut profiles, &["user_id"], "users", &["id"]);
    let file = file_of(vec![items, orders, products, users, profiles]);
    assert_has(
        &file,
        &[
            r#"rows = { per = "orders", each = "int:1,5" }"#,
            r#"columns.line = "nth""#,
            r#"columns.order_id = "ref:orders.id""#,
            "link.products = { null = 0.1 }",
            r#"columns.user_id = "ref:users.id""#,
            r#"columns.parent_id = "ref:users.id""#,
            r#"rows = { per = "users", each = 1 }"#,
        ],
    );
    let position = |text: &str| file.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(
        position("[table.users]") < position("[table.orders]")
            && position("[table.orders]") < position("[table.items]")
    );
}

#[test]
fn tables_of_pairs_tenants_and_circles_are_accepted() {
    let mut enrolled = table(
        "enrolled",
        &["student_id", "course_id"],
        vec![("student_id", int(), false), ("course_id", int(), false)],
    );
    refers(&mut enrolled, &["student_id"], "students", &["id"]);
    refers(&mut enrolled, &["course_id"], "courses", &["id"]);
    let students = table("students", &["id"], vec![("id", int(), false)]);
    let courses = table("courses", &["id"], vec![("id", int(), false)]);
    let tenants = table("tenants", &["id"], vec![("id", int(), false)]);
    let mut staff =
        table("staff", &["tenant_id", "no"], vec![("tenant_id", int(), false), ("no", int(), false)]);
    refers(&mut staff, &["tenant_id"], "tenants", &["id"]);
    let mut tickets = table(
        "tickets",
        &["id"],
        vec![
            ("id", int(), false),
            ("tenant_id", int(), false),
            ("assignee", int(), true),
            ("author", int(), false),
        ],
    );
    refers(&mut tickets, &["tenant_id"], "tenants", &["id"]);
    refers(&mut tickets, &["tenant_id", "assignee"], "staff", &["tenant_id", "no"]);
    refers(&mut tickets, &["tenant_id", "author"], "staff", &["tenant_id", "no"]);
    let mut left = table("left", &["id"], vec![("id", int(), false), ("r", int(), true)]);
    let mut right = table("right", &["id"], vec![("id", int(), false), ("l", int(), false)]);
    refers(&mut left, &["r"], "right", &["id"]);
    refers(&mut right, &["l"], "left", &["id"]);
    let file = file_of(vec![enrolled, students, courses, tickets, staff, tenants, left, right]);
    assert_has(
        &file,
        &[
            r#"key = ["student_id", "course_id"]"#,
            "link.courses = { distinct = true }",
            r#"columns.tenant_id = "ref:staff.tenant_id""#,
            r#"columns.author = "ref:staff.no""#,
            r#"link.assignee = { within = "tenants", null = 0.1 }"#,
            r#"columns.assignee = "ref:staff.no@of=assignee""#,
            r#"columns.r = "int:0,1000@null=1""#,
            r#"columns.l = "ref:left.id""#,
        ],
    );
}

#[test]
fn composite_and_partial_uniques_are_kept() {
    let mut members = table(
        "members",
        &["id"],
        vec![
            ("id", int(), false),
            ("team_id", int(), false),
            ("role", Kind::Enum(vec!["owner".into(), "guest".into()]), false),
            ("slug", text(), false),
        ],
    );
    refers(&mut members, &["team_id"], "teams", &["id"]);
    unique(&mut members, &["team_id", "slug"], None);
    unique(&mut members, &["team_id"], Some("role = 'owner'"));
    let mut teams = table(
        "teams",
        &["id"],
        vec![("id", int(), false), ("name", varchar(50), false), ("code", varchar(3), false)],
    );
    unique(&mut teams, &["name"], None);
    unique(&mut teams, &["code"], None);
    let file = file_of(vec![members, teams]);
    assert_has(
        &file,
        &[
            r#"columns.slug = "slug@unique""#,
            r#"columns.role = { expr = "case when role_nth = 1 then 'owner' else role_other end" }"#,
            r#"columns.name = "words:2@unique@title""#,
            r#"columns.code = { generator = "regex", constraint = "[A-Z0-9]{3}", unique = true }"#,
        ],
    );
}

#[test]
fn exclusive_columns_are_chosen_by_a_hidden_one() {
    let mut notes =
        table("notes", &["id"], vec![("id", int(), false), ("post_id", int(), true), ("url", text(), true)]);
    check(&mut notes, "num_nonnulls(post_id, url) = 1");
    let posts = table("posts", &["id"], vec![("id", int(), false)]);
    let file = file_of(vec![notes, posts]);
    assert_has(
        &file,
        &[
            r#"link.posts = { when = { post_id_pick = "post_id" } }"#,
            r#"columns.url = { expr = "case when post_id_pick = 'url' then url_any end" }"#,
        ],
    );
}

#[test]
fn every_rule_of_a_name_makes_a_valid_column() {
    let probe = super::probe::Probe::default();
    for rule in super::name::all() {
        let is_range = rule.column.contains("..");
        let is_role = rule.column.starts_with("time:");
        assert!(is_range || is_role || probe.ask(rule.column).is_some(), "{} is refused", rule.column);
        assert!(!rule.reason.is_empty(), "{}", rule.column);
    }
}
