//! What a schema file promises, compared with the values: a copy is its parent's value, an expression is what SQLite
//! makes of it, totals add up, trees lead upwards. Other tests compare gush with itself; these know what must come out.
//!
//! Two readers of a copy are missing as they do not exist: a template beside `--schema`, and `@with` of a copied column, are
//! refused, which `follow` tests. The Python package, which takes its values from the same plans and not from files, is
//! read by its own tests (`python/tests/test_table.py`).

mod copies;
mod databases;
mod expression;
mod follow;
mod links;
mod model;
mod random;
mod related;
pub(super) mod rows;
mod schema;
mod text;
