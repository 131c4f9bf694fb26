//! What a schema file promises, compared with the values: a copy is its parent's value, an expression is what SQLite
//! makes of it, totals add up, trees lead upwards. Other tests compare gush with itself; these know what must come out.

mod copies;
mod expression;
mod follow;
mod random;
mod rows;
mod schema;
