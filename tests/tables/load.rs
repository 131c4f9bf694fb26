//! Databases take the complete script with all constraints checked, and find every total equal to its items' sum.

use std::path::Path;

use crate::tables::{SHOP, generated, schema, within};
use gush_testkit::need::python_tool;
use gush_testkit::{MariaDb, Postgres, Program, Scratch, need};

/// What must be true of the shop in any database: each query counts what is wrong.
const WRONG: &str = "\
select count(*) from (select o.id, max(o.total) total, max(o.lines) counted, max(o.cheapest) cheapest, max(o.mean) mean, sum(i.price) s, \
    count(i.line) c, min(i.price) m, avg(i.price) a from orders o left join items i on i.\"order\" = o.id group by o.id) q \
    where round(s - total, 2) <> 0 or c <> counted or m <> cheapest or round(a - mean, 5) <> 0 or (s is null) <> (total is null);
select count(*) from orders o join customers c on c.id = o.customer where c.name <> o.buyer or o.placed < c.created;
select count(*) from orders where paid < placed or shown < placed or shown > paid;
select count(*) from items i join products p on p.sku = i.product where p.price <> i.price;
select count(*) from customers where friend >= id;
select count(*) from (select friend from customers where friend is null) q where (select count(*) from customers where friend is null) <> 1;
select count(*) from (select coupon from orders where coupon is not null group by coupon having count(*) > 1) q;
";

/// What must be true of `examples/shop.toml`, likewise: no row without a parent, copies that agree, totals to the cent.
const WRONG_EXAMPLE: &str = "\
select count(*) from orders o left join customers c on c.id = o.customer where c.id is null or c.city <> o.city;
select count(*) from items i left join orders o on o.id = i.\"order\" where o.id is null;
select count(*) from items i left join products p on p.sku = i.product where p.sku is null or p.price <> i.price;
select count(*) from items where amount <> quantity * price;
select count(*) from orders o left join (select \"order\", sum(amount) s, min(line) first, max(line) last, count(*) c from items group by \"order\") i \
    on i.\"order\" = o.id where o.total is distinct from i.s or i.first <> 1 or i.last <> i.c;
select count(*) from orders o join customers c on c.id = o.customer where o.placed < c.created or o.placed > c.created + interval '90' day;
select count(*) from orders where (status = 'shipped') <> (shipped is not null) or shipped <= placed or shipped > placed + interval '9' day;
select count(*) from (select email from customers group by email having count(*) > 1) q;
";

/// The queries of a text.
fn queries(text: &str) -> Vec<String> {
    let all = text.lines().collect::<Vec<_>>().join(" ");
    all.split(';').map(str::to_owned).filter(|query| !query.trim().is_empty()).collect()
}

/// `gush rows` of `examples/shop.toml` with these arguments.
fn example(scratch: &Scratch, sentence: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    within(scratch, sentence).arg("--schema").arg(path)
}

/// A key of a declared type is referred to by columns of the same type, whatever its range of all rows would be.
#[test]
fn a_key_of_a_declared_type_can_be_referred_to() {
    let scratch = schema(
        "[table.users]\nrows = 3\ncolumns.id = { generator = \"seq\", type = \"integer\" }\n\
         columns.at = { generator = \"series:2024-01-01,1d\", type = \"timestamp_ns\" }\n\
         [table.orders]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.user_id = \"ref:users.id\"\ncolumns.at = \"ref:users.at\"\n",
    );
    let script = generated(&scratch, "--schema s.toml -f sql --create-table").ok().stdout;
    let script = String::from_utf8_lossy(&script);
    assert!(script.contains("user_id INTEGER NOT NULL"), "{script}");
}

/// What follows from a column of a declared type has that type too, where it holds the values.
#[test]
fn times_and_extremes_have_the_declared_type_of_what_they_follow_from() {
    let scratch = schema(
        "[table.users]\nrows = 3\ncolumns.id = \"seq\"\n\
         columns.at = { generator = \"datetime:2024-01-01,2024-12-31\", type = \"timestamptz\" }\n\
         columns.last = \"max:orders.at\"\ncolumns.most = \"max:orders.n\"\ncolumns.total = \"sum:orders.n\"\n\
         [table.orders]\nrows = { per = \"users\", each = 2 }\ncolumns.at = \"after:users.at,30d\"\n\
         columns.own = { generator = \"after:users.at,30d\", type = \"timestamp_ms\" }\n\
         columns.n = { generator = \"int:0,100\", type = \"bigint\" }\n",
    );
    let script = generated(&scratch, "--schema s.toml -f sql --create-table --dialect postgres").ok();
    let script = script.text();
    for column in ["last TIMESTAMPTZ", "most BIGINT", "at TIMESTAMPTZ NOT NULL,\n  own TIMESTAMP("] {
        assert!(script.contains(column), "{column}: {script}");
    }
}

#[test]
fn sqlite_checks_every_key() {
    need!("sqlite3");
    let scratch = schema(SHOP);
    for dialect in ["sqlite", "ansi"] {
        let script = generated(&scratch, &format!("--schema s.toml -f sql --dialect {dialect}")).stdout;
        let all = [
            b"pragma foreign_keys = on;\n".to_vec(),
            script,
            b"pragma foreign_key_check;\nselect count(*) > 2900 from orders;\nselect count(*) from sqlite_master where sql like '%FOREIGN KEY%';\n".to_vec(),
            WRONG.into(),
        ]
        .concat();
        let run = Program::new("sqlite3").arg("-bail").stdin(all).run().ok().silent();
        run.stdout_is("1\n4\n0\n0\n0\n0\n0\n0\n0\n");
    }
}

#[test]
fn postgresql_checks_every_key() {
    need!("postgres");
    let scratch = schema(SHOP);
    let server = Postgres::start();
    let script = within(&scratch, "--schema s.toml -f sql --dialect postgres");
    script.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
    for query in queries(WRONG) {
        server.sql(&query).stdout_is("0\n");
    }
    let keys = "select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint \
                where contype <> 'n' and conrelid <> 0 and connamespace = 'public'::regnamespace order by 1";
    server.sql(keys).stdout_is(
        "coupons PRIMARY KEY (code)\n\
         customers FOREIGN KEY (friend) REFERENCES customers(id)\n\
         customers PRIMARY KEY (id)\n\
         customers UNIQUE (email)\n\
         items FOREIGN KEY (\"order\") REFERENCES orders(id)\n\
         items FOREIGN KEY (product) REFERENCES products(sku)\n\
         items PRIMARY KEY (\"order\", line)\n\
         orders FOREIGN KEY (coupon) REFERENCES coupons(code)\n\
         orders FOREIGN KEY (customer) REFERENCES customers(id)\n\
         orders PRIMARY KEY (id)\n\
         products PRIMARY KEY (sku)\n\
         ratings FOREIGN KEY (customer) REFERENCES customers(id)\n\
         ratings FOREIGN KEY (product) REFERENCES products(sku)\n\
         ratings UNIQUE (customer, product)\n",
    );
    let indexes = "select indexname from pg_indexes where schemaname = 'public' and indexdef not like '%UNIQUE%' order by 1";
    server.sql(indexes).stdout_is(
        "customers_friend\nitems_product\norders_coupon\norders_customer\nratings_customer\nratings_product\n",
    );
}

#[test]
fn postgresql_takes_the_example_of_a_shop() {
    need!("postgres");
    let server = Postgres::start();
    let scratch = Scratch::new();
    let script = example(&scratch, "-f sql --dialect postgres");
    script.pipe_into(&format!("{} -f -", server.psql())).ok().stdout_is("");
    server.sql("select count(*) > 100000 from items").stdout_is("t\n");
    for query in queries(WRONG_EXAMPLE) {
        server.sql(&query).stdout_is("0\n");
    }
}

#[test]
fn mariadb_checks_every_key() {
    need!("mariadb server");
    let server = MariaDb::start("shop");
    let quoted = "set session sql_mode = concat(@@sql_mode, ',ANSI_QUOTES');\n";
    server
        .run("shop", generated(&schema(SHOP), "--schema s.toml -f sql --dialect mysql").stdout)
        .ok()
        .silent()
        .stdout_is("");
    server
        .run("shop", format!("{quoted}{WRONG}"))
        .ok()
        .silent()
        .stdout_is("0\n".repeat(queries(WRONG).len()));
    let keys = "select table_name, constraint_type, count(*) from information_schema.table_constraints \
                where constraint_schema = 'shop' group by 1, 2 order by 1, 2";
    server.run("shop", keys).ok().stdout_is(
        "coupons\tPRIMARY KEY\t1\ncustomers\tFOREIGN KEY\t1\ncustomers\tPRIMARY KEY\t1\ncustomers\tUNIQUE\t1\n\
         items\tFOREIGN KEY\t2\nitems\tPRIMARY KEY\t1\norders\tFOREIGN KEY\t2\norders\tPRIMARY KEY\t1\n\
         products\tPRIMARY KEY\t1\nratings\tFOREIGN KEY\t2\nratings\tUNIQUE\t1\n",
    );
    // Checked while loading: a row without a parent is refused.
    server
        .run("shop", "insert into ratings values (99999, 'none', 1)")
        .code(1)
        .stderr_has("foreign key constraint fails");
}

#[test]
fn duckdb_finds_keys_and_totals_right_in_parquet_files() {
    need!("duckdb");
    let scratch = Scratch::new();
    example(&scratch, "--scale 0.3 -f parquet -o shop/").run().ok().silent();
    let views = ["customers", "products", "orders", "items"].map(|table| {
        format!(
            "create view {table} as from '{}';\n",
            scratch.path(&format!("shop/{table}.parquet")).display()
        )
    });
    scratch.write("queries.sql", format!("{}{WRONG_EXAMPLE}", views.concat()));
    let run = "import duckdb, sys\n\
               db = duckdb.connect()\n\
               for query in open(sys.argv[1]).read().split(';\\n'):\n    \
               if query.strip(): print(*[row[0] for row in db.sql(query).fetchall()] if 'select' in query else [db.sql(query)] and [])";
    let python = python_tool("python").expect("the test has asked for it");
    let run = Program::new(python).args(["-c", run]).arg(scratch.path("queries.sql")).run().ok().silent();
    run.stdout_is(format!("{}{}", "\n".repeat(4), "0\n".repeat(queries(WRONG_EXAMPLE).len())));
}
