//! Trees: roots, levels and depth, of a table and of each row of another.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{same_rows, schema, table, within};

const TREES: &str = r#"
seed = 3
now = 2026-01-01
[table.people]
rows = 2_000
columns.id = "seq"
columns.boss = "ref:people.id"
link.people = { levels = 5 }
columns.level = "depth"
columns.reports = "count:people"
columns.pay = { expr = "200000 / (level + 1)" }
columns.paid_above = "ref:people.pay"
[table.categories]
rows = 300
columns.id = "seq"
columns.parent = "ref:categories.id"
link.categories = { roots = 7, depth = 3, null = 0.02 }
columns.depth = "depth"
[table.posts]
rows = 120
columns.id = "seq"
[table.comments]
rows = { per = "posts", each = "int:0,25" }
columns.id = "seq"
columns.post = "ref:posts.id"
columns.nth = "nth"
columns.reply_to = "ref:comments.id"
link.comments = { within = "posts", roots = 2, depth = 4 }
columns.depth = "depth"
[table.folders]
rows = { per = "posts", each = "int:0,40" }
link.posts = { order = "shuffled" }
columns.id = "seq"
columns.post = "ref:posts.id"
columns.up = "ref:folders.id"
link.folders = { within = "posts", levels = 3 }
columns.level = "depth"
[table.free]
rows = 400
columns.id = "seq"
columns.above = "ref:free.id"
columns.depth = "depth"
"#;

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 14] = [
    "select count(*) from people t left join people p on p.id = t.boss where t.level <> coalesce(p.level + 1, 0)",
    "select abs(max(level) - 4) from people",
    "select count(*) from people t join people p on p.id > t.id where p.level < t.level and t.id < 300",
    "select count(*) from people where (boss is null) <> (id = 1)",
    "select count(*) from people t left join people p on p.id = t.boss where t.paid_above is not p.pay",
    "select count(*) from categories t left join categories p on p.id = t.parent where t.depth <> coalesce(p.depth + 1, 0) or p.id >= t.id",
    "select abs(max(depth) - 3) from categories",
    "select count(*) from categories where parent is not null and id <= 7",
    "select count(*) from comments t left join comments p on p.id = t.reply_to where t.depth <> coalesce(p.depth + 1, 0) or p.id >= t.id \
     or p.post <> t.post or (t.reply_to is null) <> (t.nth <= 2)",
    "select abs(max(depth) - 4) from comments",
    "select count(*) from folders t left join folders p on p.id = t.up where t.level <> coalesce(p.level + 1, 0) or p.id >= t.id or p.post <> t.post",
    "select count(*) from (select post, sum(level = 0) roots, max(level) deepest, count(*) n from folders group by post) \
     where roots <> 1 or deepest <> min(n - 1, 2)",
    "select count(*) from free t left join free p on p.id = t.above where t.depth <> coalesce(p.depth + 1, 0)",
    "select max(depth) < 8 from free",
];

#[test]
fn sqlite_finds_the_depth_of_each_row() {
    let scratch = schema(TREES);
    let connection = loaded_without(&WRONG, &scratch);
    let of_level =
        |level: u32| count(&connection, &format!("select count(*) from people where level = {level}"));
    // 2,000 to the power of a quarter is 6.7.
    assert_eq!([0, 1, 2, 3, 4].map(of_level), [1, 6, 38, 254, 1701]);
    assert!(count(&connection, "select count(*) from categories where parent is null and id > 7") > 0);
}

#[test]
fn any_part_and_the_printed_file_have_the_same_trees() {
    let scratch = schema(TREES);
    same_rows::in_any_part(&scratch, &["people", "categories", "comments", "folders", "free"]);
    same_rows::by_the_printed_file(&scratch);
    let check = gush_testkit::Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("check s.toml");
    let check = check.within(scratch.folder()).run().ok();
    for shape in ["always an earlier row, 5 levels", "always an earlier row, 7 roots, up to 3 rows above"] {
        assert!(check.text().contains(shape), "{}", check.text());
    }
    // A limit of the depth leaves rows alone that are not too deep.
    let limited = schema(&TREES.replace("columns.above", "link.free = { depth = 5 }\ncolumns.above"));
    let [free, limited] = [&scratch, &limited].map(|scratch| table(scratch, "free"));
    let depth = |row: &[String]| row[2].parse::<u64>().expect("a number");
    assert!(free.iter().zip(&limited).all(|(one, other)| depth(one) > 5 || one == other));
    assert_eq!(limited.iter().map(|row| depth(row)).max(), Some(5));
}

#[test]
fn a_database_is_asked_for_the_depth_of_its_rows() {
    let scratch = schema(TREES);
    within(&scratch, "--schema s.toml --into sqlite:t.db --progress=never").run().ok();
    let check = || {
        gush_testkit::Program::new(env!("CARGO_BIN_EXE_gush"))
            .arg_line("check s.toml --against sqlite:t.db")
            .within(scratch.folder())
            .run()
    };
    check().ok();
    let connection = rusqlite::Connection::open(scratch.path("t.db")).expect("a database");
    connection
        .execute_batch(
            "update people set level = 3 where id = 9; update categories set parent = null where id = 20",
        )
        .expect("SQLite knows it");
    let check = check().code(1);
    assert!(check.text().contains("is one more than that of the row above"), "{}", check.text());
}

const POPULAR: &str = r#"
seed = 5
now = 2026-01-01
[table.people]
rows = 3_000
columns.id = "seq"
link.people = { dist = "zipf:1.05", depth = 9 }
columns.boss = "ref:people.id"
link.mentor = { dist = "zipf:1.2", levels = 4 }
columns.mentor = "ref:people.id@of=mentor"
columns.friend = "ref:people.id@of=friend"
[table.posts]
rows = 40
columns.id = "seq"
[table.replies]
rows = { per = "posts", each = 60 }
columns.id = "seq"
columns.post = "ref:posts.id"
columns.nth = "nth"
link.replies = { within = "posts", dist = "zipf:1.3" }
columns.to = "ref:replies.id"
"#;

/// Few rows have many children, and all refer to earlier ones.
#[test]
fn rows_of_trees_may_be_popular() {
    let scratch = schema(POPULAR);
    let connection = loaded_without(
        &[
            "select count(*) from people where boss >= id or mentor >= id or (id > 1) <> (boss is not null)",
            "select count(*) from replies r join replies t on t.id = r.\"to\" where t.post <> r.post or t.id >= r.id",
            "select count(*) from replies where (nth > 1) <> (\"to\" is not null)",
        ],
        &scratch,
    );
    let most = |column: &str, table: &str| {
        let query = format!(
            "select max(n) from (select count(*) n from {table} where {column} is not null group by {column})"
        );
        count(&connection, &query)
    };
    assert!(most("boss", "people") > 250 && most("mentor", "people") > 250, "{}", most("boss", "people"));
    assert!(most("friend", "people") < 40);
    assert!(most("\"to\"", "replies") > 20);
    same_rows::in_any_part(&scratch, &["people", "replies"]);
    same_rows::by_the_printed_file(&scratch);
}
