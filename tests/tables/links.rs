//! Links that leave parents out, choose within an ancestor, or make pairs: SQLite finds in the rows what was asked for, whichever part
//! of them is made.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{generated, same_rows, schema, table};

/// Followers, friends, gifts, and people who work for one of several tenants.
const PEOPLE: &str = r#"
seed = 9
now = 2026-01-01
[table.users]
rows = 300
columns.id = "seq"
columns.name = "name"
link.buddy = { other = true, dist = "zipf:1.05" }
columns.buddy = "ref:users.id@of=buddy"
columns.mother = "ref:users.id@of=mother"
link.father = { other = "mother" }
columns.father = "ref:users.id@of=father"
[table.follows]
rows = { per = "users", each = "int:0,12" }
key = ["follower", "followee"]
columns.follower = "ref:users.id"
link.followee = { distinct = true, dist = "zipf:1.05", other = true }
columns.followee = "ref:users.id@of=followee"
columns.name = "ref:users.name@of=followee"
[table.likes]
rows = { per = "users", each = "int:0,12" }
columns.user = "ref:users.id"
link.liked = { distinct = true, other = "users" }
columns.liked = "ref:users.id@of=liked"
[table.friends]
rows = 2_000
unique = ["one < other"]
columns.one = "ref:users.id@of=one"
columns.other = "ref:users.id@of=other"
[table.gifts]
rows = 2_000
unique = ["giver <> taker"]
columns.giver = "ref:users.id@of=giver"
columns.taker = "ref:users.id@of=taker"
[table.duels]
rows = 2_000
unique = [["red", "blue"]]
link.blue = { other = "red" }
columns.red = "ref:users.id@of=red"
columns.blue = "ref:users.id@of=blue"
[table.transfers]
rows = 4_000
link.target = { other = ["source", "broker"], null = 0.1 }
columns.source = "ref:users.id@of=source"
columns.broker = "ref:users.id@of=broker"
columns.target = "ref:users.id@of=target"

[table.tenants]
rows = 40
columns.id = "seq"
link.owner = { within = "tenants" }
columns.owner = "ref:staff.no@of=owner"
[table.staff]
rows = { per = "tenants", each = "int:2,30" }
key = ["tenant", "no"]
columns.tenant = "ref:tenants.id"
columns.no = "nth"
columns.name = "name"
[table.projects]
rows = 100
columns.id = "seq"
columns.tenant = "ref:tenants.id"
[table.tickets]
rows = 5_000
columns.id = "seq"
columns.project = "ref:projects.id"
columns.tenant = "ref:projects.tenant"
link.staff = { within = "tenants" }
columns.assignee = "ref:staff.no"
columns.assignee_tenant = "ref:staff.tenant"
link.reviewer = { within = "tenants", other = "staff", dist = "zipf:1.1" }
columns.reviewer = "ref:staff.no@of=reviewer"
columns.reviewer_tenant = "ref:staff.tenant@of=reviewer"
columns.blocks = "ref:tickets.id"
link.tickets = { within = "projects" }
[table.shifts]
rows = { per = "tenants", each = "int:0,4" }
key = ["tenant", "worker"]
columns.tenant = "ref:tenants.id"
link.worker = { within = "tenants", distinct = true }
columns.worker = "ref:staff.no@of=worker"
[table.channels]
rows = 25
columns.id = "seq"
[table.messages]
rows = { per = "channels", each = "poisson:40" }
columns.id = "seq"
columns.channel = "ref:channels.id"
link.messages = { within = "channels" }
columns.reply_to = "ref:messages.id"
"#;

const TABLES: [&str; 13] = [
    "users",
    "follows",
    "likes",
    "friends",
    "gifts",
    "duels",
    "transfers",
    "tenants",
    "staff",
    "projects",
    "tickets",
    "channels",
    "messages",
];

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 22] = [
    "select count(*) from users where buddy = id or buddy is null",
    "select count(*) from users where mother = father or mother >= id or father >= id",
    "select count(*) from users where id > 2 and (mother is null or father is null)",
    "select count(*) from follows where follower = followee",
    "select count(*) from (select 1 from follows group by follower, followee having count(*) > 1)",
    "select count(*) from follows f join users u on u.id = f.followee where u.name <> f.name",
    "select count(*) from likes where user = liked",
    "select count(*) from (select 1 from likes group by user, liked having count(*) > 1)",
    "select count(*) from friends where one >= other",
    "select count(*) from (select 1 from friends group by one, other having count(*) > 1)",
    "select count(*) from gifts where giver = taker",
    "select count(*) from (select 1 from gifts group by giver, taker having count(*) > 1)",
    "select count(*) from duels where red = blue",
    "select count(*) from (select 1 from duels group by red, blue having count(*) > 1)",
    "select count(*) from transfers where target in (source, broker)",
    "select count(*) from tenants t left join staff s on s.tenant = t.id and s.no = t.owner where s.no is null",
    "select count(*) from tickets t join projects p on p.id = t.project where p.tenant <> t.tenant",
    "select count(*) from tickets where tenant <> assignee_tenant or tenant <> reviewer_tenant or assignee is null or reviewer is null",
    "select count(*) from tickets where assignee = reviewer",
    "select count(*) from tickets t join tickets o on o.id = t.blocks where o.project <> t.project or o.id >= t.id",
    "select count(*) from tickets t where blocks is null and exists (select 1 from tickets o where o.project = t.project and o.id < t.id)",
    "select count(*) from messages m left join messages r on r.id = m.reply_to where r.channel <> m.channel or r.id >= m.id or (r.id is null \
     and exists (select 1 from messages o where o.channel = m.channel and o.id < m.id))",
];

fn schema_text() -> String {
    // A shift needs as many workers as its tenant has shifts.
    PEOPLE.replace("each = \"int:2,30\"", "each = \"int:5,30\"")
}

#[test]
fn sqlite_finds_nobody_who_is_left_out_or_of_another_tenant() {
    let scratch = schema(&schema_text());
    let connection = loaded_without(&WRONG, &scratch);
    // A key of two columns shares the tenant with the row's own.
    for key in [
        "(tenant, worker) REFERENCES staff (tenant, \"no\")",
        "(id, owner) REFERENCES staff (tenant, \"no\")",
    ] {
        let keys = format!("select count(*) from sqlite_master where sql like '%FOREIGN KEY {key}%'");
        assert_eq!(count(&connection, &keys), 1, "{key}");
    }
    // Popular ones are popular, and who is so differs between tenants.
    let most = "select max(c) from (select count(*) c from follows group by followee)";
    assert!(count(&connection, most) > 100);
    let different = "select count(distinct reviewer) from (select tenant, reviewer, count(*) c, \
                     row_number() over (partition by tenant order by count(*) desc) r from tickets group by 1, 2) where r = 1";
    assert!(count(&connection, different) > 5);
    let null = count(&connection, "select count(*) from transfers where target is null");
    assert!((300..500).contains(&null), "{null}");
    assert!(count(&connection, "select count(*) from messages where reply_to is null") <= 25);
}

/// Parts, shards, threads and formats have the same rows.
#[test]
fn any_part_has_the_same_rows() {
    let scratch = schema(&schema_text());
    same_rows::in_any_part(&scratch, &TABLES);
}

/// What is said of links is written into a schema file, and makes the same rows again.
#[test]
fn a_written_schema_says_the_same_of_links() {
    let scratch = schema(&schema_text());
    same_rows::by_the_printed_file(&scratch);
}

/// Without a candidate there is no parent, and the column may be null.
#[test]
fn a_row_without_a_candidate_has_no_parent() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 50\ncolumns.id = \"seq\"\n[table.b]\nrows = { per = \"a\", each = \"int:0,1\" }\ncolumns.id = \"seq\"\n\
         columns.a = \"ref:a.id\"\n[table.c]\nrows = 400\nlink.b = { within = \"a\" }\ncolumns.a = \"ref:a.id\"\ncolumns.b = \"ref:b.id\"\n",
    );
    let has: std::collections::HashMap<String, String> =
        table(&scratch, "b").into_iter().map(|row| (row[1].clone(), row[0].clone())).collect();
    let rows = table(&scratch, "c");
    assert!(rows.iter().all(|row| has.get(&row[0]).map_or("", |id| id) == row[1]));
    assert!((150..250).contains(&rows.iter().filter(|row| row[1].is_empty()).count()));
    let script = generated(&scratch, "--schema s.toml --table c -f sql --create-table");
    assert!(script.text().contains("a BIGINT NOT NULL,\n  b BIGINT\n"), "{}", script.text());
}
