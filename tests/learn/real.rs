//! Definitions with the shapes of real schemas: what is learned of them holds, and its rows load with all constraints on and no line changed by hand.

use gush_testkit::need::python;
use gush_testkit::{MariaDb, Postgres, Scratch, need};

use super::{definitions, gush};

const POSTGRES: &str = include_str!("real-postgres.sql");
const MYSQL: &str = include_str!("real-mysql.sql");

/// Learns the file `s.toml`, whose rows break no condition.
#[track_caller]
fn learn(sql: &str, dialect: &str) -> Scratch {
    let scratch = definitions(sql);
    gush(&scratch, &format!("learn s.sql -o s.toml --rows 300 --from {dialect}")).run().ok();
    let run = gush(&scratch, "check s.toml --rows-of 300 --seed 7").run().ok();
    assert!(run.text().ends_with(" hold\n") && run.text().lines().count() == 1, "{}", run.text());
    scratch
}

#[test]
fn shapes_of_postgresql_take_the_rows() {
    need!("postgres");
    let server = Postgres::start();
    server.sql(POSTGRES);
    let scratch = learn(POSTGRES, "postgres");
    let url = format!("postgres://gush@/postgres?host={}", server.folder().display());
    gush(&scratch, "rows --schema s.toml --seed 7 --create never --into").arg(&url).run().ok();
    // No table is empty that holds rows itself.
    server.sql("analyze");
    let empty = "select c.relname from pg_stat_user_tables join pg_class c on c.oid = relid \
                 where relkind = 'r' and not relispartition and n_live_tup = 0 order by 1";
    server.sql(empty).stdout_is("");
    let counts = "select (select count(*) from payment), (select count(*) from metrics where kind = 'clone') > 50,  \
                  (select count(*) from film where fulltext <> ''), (select bool_and(seconds_spent is not distinct from weight * 3600) from issues)";
    server.sql(counts).stdout_is("300|t|300|t\n");
    // The server's own check of what was loaded while it was deferred.
    server.sql("alter table store add foreign key (manager_staff_id) references staff (staff_id)");
}

#[test]
fn shapes_of_mysql_take_the_rows() {
    need!("mariadbd");
    let server = MariaDb::start("shop");
    server.run("shop", MYSQL).ok();
    let scratch = learn(MYSQL, "mysql");
    let url = format!("mysql://root@localhost/shop?socket={}", server.socket().display());
    gush(&scratch, "rows --schema s.toml --seed 7 --create never --into").arg(&url).run().ok();
    let counts = "select count(*) from film_text join film using (film_id, title) union all select count(*) from employees \
                  union all select count(*) from catalog_price where special > value union all select count(*) from tokens where expires_at <= issued_at";
    server.sql("shop", counts).stdout_is("300\n300\n0\n0\n");
}

/// An API with the shapes of one for payments: values that may be null, one of several, ids that may be objects, maps, objects within themselves.
const API: &str = r##"{"openapi": "3.0.0", "info": {"title": "Payments", "version": "1"}, "paths": {}, "components": {"schemas": {
  "charge": {"type": "object", "required": ["id", "object", "amount", "currency", "customer", "status", "refunds", "metadata", "created"], "properties": {
    "id": {"type": "string", "maxLength": 5000}, "object": {"type": "string", "enum": ["charge"]},
    "amount": {"type": "integer", "minimum": 0, "maximum": 99999999}, "currency": {"type": "string", "format": "currency", "pattern": "^[a-z]{3}$"},
    "customer": {"nullable": true, "anyOf": [{"type": "string", "maxLength": 5000}, {"$ref": "#/components/schemas/customer"}, {"$ref": "#/components/schemas/deleted_customer"}],
      "x-expansionResources": {"oneOf": [{"$ref": "#/components/schemas/customer"}]}},
    "status": {"type": "string", "enum": ["failed", "pending", "succeeded"]}, "created": {"type": "integer", "format": "unix-time"},
    "description": {"type": "string", "nullable": true, "maxLength": 40},
    "outcome": {"nullable": true, "anyOf": [{"$ref": "#/components/schemas/outcome"}]},
    "metadata": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 500}},
    "refunds": {"type": "object", "required": ["data", "has_more", "object", "url"], "properties": {"data": {"type": "array", "items": {"$ref": "#/components/schemas/refund"}},
      "has_more": {"type": "boolean"}, "object": {"type": "string", "enum": ["list"]}, "url": {"type": "string", "maxLength": 5000, "pattern": "^/v1/refunds"}}}}},
  "customer": {"type": "object", "required": ["id", "object"], "properties": {"id": {"type": "string"}, "object": {"type": "string", "enum": ["customer"]},
    "email": {"type": "string", "nullable": true, "format": "email"}, "balance": {"type": "integer"}, "default_source": {"nullable": true, "anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/charge"}]}}},
  "deleted_customer": {"type": "object", "required": ["id", "deleted"], "properties": {"id": {"type": "string"}, "deleted": {"type": "boolean", "enum": [true]}}},
  "outcome": {"type": "object", "required": ["type"], "properties": {"risk_score": {"type": "integer", "minimum": 0, "maximum": 100}, "type": {"type": "string"},
    "seller_message": {"type": "string", "nullable": true}, "rule": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/rule"}]}}},
  "rule": {"type": "object", "required": ["action"], "properties": {"action": {"type": "string", "enum": ["block", "allow", "review"]}, "share": {"type": "number", "minimum": 0, "maximum": 1}}},
  "refund": {"type": "object", "required": ["id", "amount"], "properties": {"id": {"type": "string"}, "amount": {"type": "integer", "minimum": 1},
    "charge": {"nullable": true, "anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/charge"}]}, "reason": {"nullable": true, "type": "string", "enum": ["duplicate", "fraudulent", null]},
    "instructions_email": {"type": "string", "format": "email"}}}}}}"##;

/// Each object of each schema is valid by Python's `jsonschema`, which takes `nullable` as a type.
const VALIDATE: &str = "
import json, sys, jsonschema
def plain(of):
    if isinstance(of, list): return [plain(one) for one in of]
    if not isinstance(of, dict): return of
    found = {key: plain(value) for key, value in of.items() if key != 'nullable'}
    return {'anyOf': [{'type': 'null'}, found]} if of.get('nullable') else found
api = plain(json.load(open('api.json')))
for name, schema in api['components']['schemas'].items():
    of = jsonschema.Draft202012Validator({'$ref': f'#/components/schemas/{name}', 'components': api['components']}, format_checker=jsonschema.FormatChecker())
    rows = [json.loads(line) for line in open(f'rows/{name}.ndjson')]
    wrong = [(row, error.message) for row in rows for error in of.iter_errors(row)]
    print(name, len(rows), wrong[:2])
";

#[test]
fn objects_of_an_api_are_valid() {
    need!("jsonschema");
    let scratch = Scratch::new();
    scratch.write("api.json", API);
    gush(&scratch, "learn api.json -o s.toml --rows 60").run().ok();
    gush(&scratch, "rows --schema s.toml --seed 7 -f ndjson -o rows/").run().ok();
    let said = python(VALIDATE).within(scratch.folder()).run().ok();
    let names = ["charge", "customer", "deleted_customer", "outcome", "rule", "refund"];
    let expected: String = names.map(|name| format!("{name} 60 []\n")).concat();
    said.stdout_is(expected);
}
