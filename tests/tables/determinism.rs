//! A value is a function of its row: any rows, shards, threads and formats have the same.

use std::collections::HashMap;

use crate::tables::{SHOP, generated, schema, table};

#[test]
fn ranges_shards_and_threads_have_the_same_rows() {
    let scratch = schema(SHOP);
    for name in ["customers", "orders", "items", "ratings"] {
        let all = generated(&scratch, &format!("--schema s.toml --table {name} -f csv -j 1"));
        let text = all.text().to_owned();
        generated(&scratch, &format!("--schema s.toml --table {name} -f csv -j 3")).stdout_is(&text);
        let part = |options: &str| {
            generated(&scratch, &format!("--schema s.toml --table {name} -f csv {options}")).stdout
        };
        let shards: Vec<u8> = (1..=4).flat_map(|shard| part(&format!("--shard {shard}/4"))).collect();
        assert_eq!(String::from_utf8(shards).as_deref(), Ok(&text[..]));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(part("--rows 400..900"), (lines[400..900].join("\n") + "\n").into_bytes());
        assert_eq!(part("-l 7"), (lines[..7].join("\n") + "\n").into_bytes());
    }
}

/// Other columns, and other tables that it does not read, leave a column alone.
#[test]
fn other_columns_leave_a_column_alone() {
    let scratch = schema(SHOP);
    let before = table(&scratch, "orders");
    scratch.write(
        "s.toml",
        SHOP.replace("columns.buyer = \"ref:customers.name\"\n", "")
            .replace("columns.quantity = \"int:1,5\"\n", ""),
    );
    let after = table(&scratch, "orders");
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((&before[1], &before[3..]), (&after[1], &after[2..]));
    }
}

#[test]
fn a_parent_s_children_are_as_many_as_dealt_out() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 1000\ncolumns.id = \"seq\"\n[table.b]\nrows = { per = \"a\", each = \"hist:0*5,1*3,2*2\" }\n\
         columns.a = \"ref:a.id\"\ncolumns.nth = \"nth\"\n",
    );
    let mut degrees: HashMap<String, u32> = HashMap::new();
    for row in table(&scratch, "b") {
        let degree = degrees.entry(row[0].clone()).or_insert(0);
        *degree += 1;
        assert_eq!(row[1], degree.to_string());
    }
    let count = |degree: u32| degrees.values().filter(|&&other| other == degree).count();
    assert_eq!((count(1), count(2), degrees.len()), (300, 200, 500));
    // Shuffled, they are the same children in another order.
    let grouped = scratch.read("s.toml");
    scratch.write("s.toml", [&grouped[..], b"link.a = { order = \"shuffled\" }\n"].concat());
    let mut shuffled: HashMap<String, u32> = HashMap::new();
    table(&scratch, "b").into_iter().for_each(|row| *shuffled.entry(row[0].clone()).or_insert(0) += 1);
    assert_eq!(shuffled, degrees);
}

/// The last of a thousand million customers, and their orders, at once.
#[test]
fn the_last_row_of_many_is_written_alone() {
    let scratch = schema(
        "seed = 1\n[table.customers]\nrows = 1_000_000_000\ncolumns.id = \"seq\"\ncolumns.orders = \"count:orders\"\n\
         columns.sum = \"sum:orders.price\"\n[table.orders]\nrows = { per = \"customers\", each = \"poisson:3\" }\n\
         columns.customer = \"ref:customers.id\"\ncolumns.price = \"int:1,100\"\n",
    );
    let run =
        generated(&scratch, "--schema s.toml --table customers --rows 999_999_999..1_000_000_000 -f csv");
    assert!(run.text().starts_with("1000000000,"), "{}", run.text());
    let orders =
        generated(&scratch, "--schema s.toml --table orders --rows 2_900_000_000..2_900_000_003 -f csv");
    assert_eq!(orders.lines().len(), 3);
}

#[test]
fn courses_of_a_student_differ_and_pairs_come_once() {
    let scratch = schema(
        "seed = 1\n[table.students]\nrows = 500\ncolumns.id = \"seq\"\n[table.courses]\nrows = 7\ncolumns.id = \"seq\"\n\
         [table.taken]\nrows = { per = \"students\", each = \"int:1,6\" }\nkey = [\"student\", \"course\"]\n\
         columns.student = \"ref:students.id\"\nlink.courses = { distinct = true }\ncolumns.course = \"ref:courses.id\"\n\
         [table.pairs]\nrows = 3500\nunique = [[\"s\", \"c\"]]\ncolumns.s = \"ref:students.id\"\ncolumns.c = \"ref:courses.id\"\n",
    );
    for name in ["taken", "pairs"] {
        let mut rows = table(&scratch, name);
        let count = rows.len();
        rows.sort();
        rows.dedup();
        assert_eq!(rows.len(), count, "{name}");
    }
}

#[test]
fn a_schema_that_is_written_makes_the_same_rows() {
    let scratch = schema(SHOP);
    let all = generated(&scratch, "--schema s.toml -f sql").stdout;
    let printed = generated(&scratch, "--schema s.toml --print-schema");
    scratch.write("again.toml", &printed.stdout);
    generated(&scratch, "--schema again.toml -f sql").stdout_is(&all);
    generated(&scratch, "--schema again.toml --print-schema").stdout_is(&printed.stdout);
}

/// `@by` and `@with` in tables that read each other: the key is read from another table, and another table reads what follows it.
#[test]
fn values_follow_from_columns_of_other_tables() {
    let scratch = schema(
        "seed = 3\n[table.devices]\nrows = 40\ncolumns.id = \"seq\"\ncolumns.kind = \"enum:phone,laptop,tablet\"\n\
         columns.price = \"int:100,900@by=kind\"\n\
         [table.readings]\nrows = { per = \"devices\", each = 25 }\ncolumns.device = \"ref:devices.id\"\n\
         columns.price = \"ref:devices.price\"\ncolumns.owner = \"name@by=device\"\ncolumns.mail = \"email@by=device\"\n\
         columns.load = \"int:0,100\"\ncolumns.heat = \"int:0,100@with=load:0.9\"\n",
    );
    let devices = table(&scratch, "devices");
    let prices: HashMap<&str, &str> = devices.iter().map(|row| (&row[1][..], &row[2][..])).collect();
    assert!(prices.len() == 3 && devices.iter().all(|row| prices[&row[1][..]] == row[2]));
    let readings = table(&scratch, "readings");
    let mut owners: HashMap<String, (String, String)> = HashMap::new();
    let (mut near, mut sum) = (0, 0);
    for row in &readings {
        let [device, price, owner, mail, load, heat] = &row[..] else { panic!("{row:?}") };
        let known = owners.entry(device.clone()).or_insert_with(|| (owner.clone(), mail.clone()));
        assert_eq!((&known.0, &known.1), (owner, mail), "{row:?}");
        let first = owner.split(' ').next().expect("a first name").to_lowercase().replace('\'', "");
        assert!(mail.starts_with(&format!("{first}.")), "{row:?}");
        assert_eq!(devices[device.parse::<usize>().expect("a number") - 1][2], *price);
        let [load, heat] = [load, heat].map(|text| text.parse::<i32>().expect("a number"));
        near += i32::from((load - heat).abs() <= 20);
        sum += 1;
    }
    assert_eq!((readings.len(), owners.len()), (1000, 40));
    // Independent numbers are so near in 36 of 100 rows.
    assert!(near * 100 > sum * 70, "{near} of {sum}");
    // Any part is the same, and so is the column without the others.
    let part = generated(&scratch, "--schema s.toml --table readings -f csv --rows 300..400");
    let expected: Vec<String> = readings[300..400].iter().map(|row| row.join(",")).collect();
    assert_eq!(part.lines(), expected);
}
