//! JSON Schema (drafts 4 to 2020-12) and the schemas of `OpenAPI` and Swagger documents as tables.
//!
//! ```text
//! tables.rs     which schemas of a document are tables
//! resolve.rs    `$ref`, `$id`, anchors → schemas
//! collect.rs    the keywords of a schema, with those of all that it refers to → one shape.rs
//! solve.rs      a branch of each `oneOf`, `anyOf` and `if`, one after the other, until a column can be built; negate.rs what is `not`
//! build.rs      a shape → a column: object.rs, array.rs, values.rs
//! ```
//! Every column fits its schema: what is not required is there all the same, unless it cannot be. A schema that refers to itself is cut.

mod array;
mod build;
mod collect;
mod negate;
mod object;
mod resolve;
mod shape;
mod solve;
mod tables;
mod values;

pub use tables::read;
