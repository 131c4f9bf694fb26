//! Links that only some rows have: of each comment one of several links leads to its owner.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{same_rows, schema, within};

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
const WRONG: [&str; 6] = [
    "select count(*) from comments where (post_id is not null) <> (owner_type is 'posts')",
    "select count(*) from comments where (post_title is not null) <> (owner_type is 'posts')",
    "select count(*) from comments where (photo_id is not null) <> (owner_type is 'photos')",
    "select count(*) from comments where user_id is not null and owner_type not in ('users', 'none')",
    "select count(*) from comments where (reader is not null) <> (is_answered = 'true' or is_answered = 1) or reader = user_id",
    "select count(*) from posts p where comments <> (select count(*) from comments where post_id = p.id)",
];

#[test]
fn rows_have_the_parent_of_their_type() {
    let scratch = schema(OWNERS);
    let connection = loaded_without(&WRONG, &scratch);
    let count = |query: &str| count(&connection, query);
    assert_eq!(count("select count(*) from pragma_foreign_key_list('comments')"), 4);
    // Half of the users' and nobody's comments.
    let share =
        count("select 100 * count(user_id) / count(*) from comments where owner_type in ('users', 'none')");
    assert!((40..60).contains(&share), "{share}");
}

#[test]
fn any_part_and_the_printed_file_have_the_same_rows() {
    let scratch = schema(OWNERS);
    same_rows::in_any_part(&scratch, &["comments", "posts"]);
    same_rows::by_the_printed_file(&scratch);
}

#[test]
fn wrong_conditions_are_reported() {
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
