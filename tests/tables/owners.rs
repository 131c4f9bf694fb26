//! Links that only some rows have: of each comment one of several links leads to its owner.

use rusqlite::Connection;

use crate::tables::{generated, schema, table, within};

const OWNERS: &str = r#"
seed = 5
now = 2026-01-01
[table.posts]
rows = 50
columns.id = "seq"
columns.title = "noun"
columns.comments = "count:comments"
[table.photos]
rows = 30
columns.id = "seq:1000"
[table.users]
rows = 40
columns.id = "seq:5000"
[table.comments]
rows = 3_000
columns.id = "seq"
columns.owner_type = "enum:posts*3,photos,users,none@null=0.1"
columns.is_answered = "bool"
link.posts = { when = { owner_type = "posts" }, dist = "zipf:1.05" }
link.photos = { when = { owner_type = "photos" } }
link.users = { when = { owner_type = ["users", "none"] }, null = 0.5 }
link.reader = { when = { is_answered = true }, other = "users" }
columns.post_id = "ref:posts.id"
columns.post_title = "ref:posts.title"
columns.photo_id = "ref:photos.id"
columns.user_id = "ref:users.id"
columns.reader = "ref:users.id@of=reader"
columns.owner_id = { expr = "coalesce(post_id, photo_id, user_id)" }
"#;

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 7] = [
    "select count(*) from comments where (post_id is not null) <> (owner_type is 'posts')",
    "select count(*) from comments where (post_title is not null) <> (owner_type is 'posts')",
    "select count(*) from comments where (photo_id is not null) <> (owner_type is 'photos')",
    "select count(*) from comments where user_id is not null and owner_type not in ('users', 'none')",
    "select count(*) from comments where (reader is not null) <> (is_answered = 'true' or is_answered = 1) or reader = user_id",
    "select count(*) from posts p where comments <> (select count(*) from comments where post_id = p.id)",
    "select count(*) from pragma_foreign_key_check",
];

#[test]
fn rows_have_the_parent_of_their_type() {
    let scratch = schema(OWNERS);
    let script = generated(&scratch, "--schema s.toml -f sql --dialect sqlite --create-table").stdout;
    let connection = Connection::open_in_memory().expect("SQLite opens");
    connection.execute_batch(&String::from_utf8_lossy(&script)).expect("SQLite takes the script");
    let count = |query: &str| -> i64 {
        connection.query_row(query, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{query}: {error}"))
    };
    for query in WRONG {
        assert_eq!(count(query), 0, "{query}");
    }
    assert_eq!(count("select count(*) from pragma_foreign_key_list('comments')"), 4);
    // Half of the users' and nobody's comments.
    let share =
        count("select 100 * count(user_id) / count(*) from comments where owner_type in ('users', 'none')");
    assert!((40..60).contains(&share), "{share}");
}

#[test]
fn any_part_and_the_printed_file_have_the_same_rows() {
    let scratch = schema(OWNERS);
    for name in ["comments", "posts"] {
        let lines: Vec<String> = table(&scratch, name).iter().map(|row| row.join(",")).collect();
        let part = |options: &str| {
            let run = generated(&scratch, &format!("--schema s.toml --table {name} -f csv {options}"));
            run.lines().iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
        };
        let shards: Vec<String> = (1..=3).flat_map(|shard| part(&format!("--shard {shard}/3"))).collect();
        assert_eq!(shards, lines, "{name}");
        assert_eq!(part("--rows 20..25"), lines[20..25], "{name}");
    }
    let all = generated(&scratch, "--schema s.toml -f sql").stdout;
    let printed = generated(&scratch, "--schema s.toml --print-schema");
    scratch.write("again.toml", &printed.stdout);
    generated(&scratch, "--schema again.toml -f sql").stdout_is(&all);
}

#[test]
fn mistakes_are_told() {
    for (wrong, message) in [
        ("when = { owner_type = \"post\" }", "`owner_type` has no such word; did you mean `posts`?"),
        (
            "when = { ownertype = \"posts\" }",
            "`comments` has no column `ownertype`; did you mean `owner_type`?",
        ),
        ("when = { post_title = \"posts\" }", "expected a column of words that follows from no other one"),
        ("when = \"posts\"", "expected a column and its word, such as { owner_type = \"posts\" }"),
    ] {
        let text = OWNERS.replace("when = { owner_type = \"posts\" }", wrong);
        within(&schema(&text), "--schema s.toml -f sql").run().code(2).stdout_is("").stderr_has(message);
    }
}
