//! What rows of live databases say of each other: children of a parent, references to one of several tables, columns that follow from others. The
//! servers count the same of the rows that are generated from what was learned.

use gush_testkit::{MariaDb, Postgres, Scratch, need};

use super::gush;

/// The tables; `TIME` is the type of a moment.
const TABLES: &str = "
create table customers (id int primary key, city varchar(20) not null, country varchar(2) not null, currency varchar(3) not null);
create table orders (id int primary key, customer_id int not null, status varchar(10) not null, sent_at TIME null,
  starts_at TIME not null, ends_at TIME null, price decimal(9,2) not null, discount decimal(9,2) not null, town varchar(40) not null,
  foreign key (customer_id) references customers (id), check (ends_at > starts_at), check (discount <= price), check (discount >= 0));
create table posts (id int primary key, views int not null, likes int not null);
create table photos (id int primary key);
create table comments (id int primary key, owner_type varchar(20) not null, owner_id int not null);
";

/// Rows for them, in which columns have to do with each other.
const ROWS: &str = r#"
seed = 3
[table.customers]
rows = 1_000
columns.id = "seq"
columns.city = "enum:Paris*4,Lyon*2,Berlin*3,Rome*1"
columns.country = { expr = "case when city = 'Berlin' then 'DE' when city = 'Rome' then 'IT' else 'FR' end" }
columns.currency = { expr = "'EUR'" }

[table.orders]
rows = { per = "customers", each = "geometric:0.25" }
columns.id = "seq"
columns.customer_id = "ref:customers.id"
columns.status = "enum:new*2,paid,sent*3"
columns.any = "datetime:2024-01-01,2024-12-31@hidden"
columns.sent_at = { expr = "case when status = 'sent' then any end" }
columns.starts_at = "datetime:2024-01-01,2024-12-31"
columns.ends_at = "after:starts_at,1h..9d@null=0.2"
columns.price = "decimal:10,200,2"
columns.share = "int:0,50@hidden"
columns.discount = { expr = "round(price * share / 100, 2)" }
columns.town = "city@by=customer_id"

[table.posts]
rows = 300
columns.id = "seq"
columns.views = "int:0,9000"
columns.likes = "int:0,900@with=views:0.9"

[table.photos]
rows = 100
columns.id = "seq"

[table.comments]
rows = 2_000
columns.id = "seq"
columns.owner_type = "enum:Post*3,Photo"
link.posts = { when = { owner_type = "Post" } }
link.photos = { when = { owner_type = "Photo" } }
columns.post = "ref:posts.id@hidden"
columns.photo = "ref:photos.id@hidden"
columns.owner_id = { expr = "coalesce(post, photo)" }
"#;

/// Shares in percent, which are about the same before and after.
const SHARES: &str = "
select round(100 * avg(case when n = 0 then 1 else 0 end)), round(100 * avg(case when n <= 2 then 1 else 0 end)), round(100 * avg(n))
  from (select c.id, count(o.id) n from customers c left join orders o on o.customer_id = c.id group by c.id) t;
select round(100 * avg(case when owner_type = 'Post' then 1 else 0 end)) from comments;
select round(100 * avg(case when city = 'Paris' then 1 else 0 end)) from customers;
select round(100 * avg(case when status = 'sent' then 1 else 0 end)) from orders;
";

/// What is exactly the same.
const SAME: &str = "
select distinct city, country, currency from customers order by city;
select count(*) from orders where (status = 'sent' and sent_at is null) or (status <> 'sent' and sent_at is not null);
select count(*) from orders where ends_at <= starts_at or discount > price;
select count(*) from comments where (owner_type = 'Post' and owner_id not in (select id from posts))
  or (owner_type = 'Photo' and owner_id not in (select id from photos));
select count(*) from (select customer_id from orders group by customer_id having count(distinct town) > 1) t;
";

const DELETE: &str =
    "delete from comments; delete from orders; delete from customers; delete from posts; delete from photos;";

/// Learns what a server has and puts rows of that in its place. `sql` runs statements and gives what they print.
#[track_caller]
fn hold(address: &str, time: &str, sql: &dyn Fn(&str) -> String) {
    let scratch = Scratch::new();
    sql(&TABLES.replace("TIME", time));
    scratch.write("rows.toml", ROWS);
    gush(&scratch, "rows --schema rows.toml --create never --into").arg(address).run().ok();
    let (shares, same) = (sql(SHARES), sql(SAME));
    gush(&scratch, "learn -o s.toml").arg(address).run().ok();
    let text = String::from_utf8(scratch.read("s.toml")).expect("text");
    for expected in [
        "rows = { per = \"customers\", each = \"geometric:0.2",
        "columns.owner_type = \"enum:Post*7",
        "where owner_type is Photo",
        "values of the source, each by that of city",
        "the same for each customer_id",
        "correlated with views",
        "columns.ends_at = \"after:starts_at",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let checked = gush(&scratch, "check s.toml --rows-of 2k --seed 7").run().ok();
    assert!(checked.text().ends_with(" hold\n"), "{}", checked.text());
    sql(DELETE);
    gush(&scratch, "rows --schema s.toml --seed 7 --create never --into").arg(address).run().ok();
    assert_eq!(sql(SAME), same, "{text}");
    let numbers = |text: &str| -> Vec<f64> {
        text.split(['|', '\t', '\n'])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().expect("a number"))
            .collect()
    };
    let (before, after) = (numbers(&shares), numbers(&sql(SHARES)));
    assert_eq!(before.len(), 6);
    for (one, other) in before.iter().zip(&after) {
        assert!((one - other).abs() <= 3.0 + one * 0.03, "{before:?} {after:?}\n{text}");
    }
}

#[test]
fn rows_of_postgresql_are_related_as_before() {
    need!("postgres");
    let server = Postgres::start();
    let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
    hold(&url, "timestamp", &|sql| server.sql(sql).text().to_owned());
    // The correlation that was asked for is there.
    server.sql("select corr(views, likes) > 0.8 from posts").stdout_is("t\n");
}

#[test]
fn rows_of_mariadb_are_related_as_before() {
    need!("mariadbd");
    let server = MariaDb::start("shop");
    let url = format!("mysql://root@localhost/shop?socket={}", server.socket().display());
    hold(&url, "datetime", &|sql| server.sql("shop", sql).text().to_owned());
}
