//! The `gush` program.

fn main() {}
