//! Databases take the whole script with all constraints checked, and find every total equal to its items' sum.

use crate::{SHOP, made, schema, within};
use gush_testkit::{Postgres, Program, need};

/// What must be true of the shop in any database: each query counts what is wrong.
const WRONG: &str = "\
select count(*) from (select o.id, max(o.total) total, max(o.lines) lines, max(o.cheapest) cheapest, max(o.mean) mean, sum(i.price) s, \
    count(i.line) c, min(i.price) m, avg(i.price) a from orders o left join items i on i.\"order\" = o.id group by o.id) q \
    where round(s - total, 2) <> 0 or c <> lines or m <> cheapest or round(a - mean, 5) <> 0 or (s is null) <> (total is null);
select count(*) from orders o join customers c on c.id = o.customer where c.name <> o.buyer or o.placed < c.created;
select count(*) from orders where paid < placed or shown < placed or shown > paid;
select count(*) from items i join products p on p.sku = i.product where p.price <> i.price;
select count(*) from customers where friend >= id;
select count(*) from (select friend from customers where friend is null) q where (select count(*) from customers where friend is null) <> 1;
select count(*) from (select coupon from orders where coupon is not null group by coupon having count(*) > 1) q;
";

#[test]
fn sqlite_checks_every_key() {
    need!("sqlite3");
    let scratch = schema(SHOP);
    for dialect in ["sqlite", "ansi"] {
        let script = made(&scratch, &format!("--schema s.toml -f sql --dialect {dialect}")).stdout;
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
    for query in
        WRONG.lines().collect::<Vec<_>>().join(" ").split(';').filter(|query| !query.trim().is_empty())
    {
        server.sql(query).stdout_is("0\n");
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
