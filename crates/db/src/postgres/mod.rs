//! PostgreSQL: the connection, and rows by COPY.
//!
//! The protocol's messages are those of `postgres-protocol`, over the sockets of the standard library. The rows of a table go as
//! binary COPY wherever each of its columns has a type whose binary form is known (`binary`), else as text.

mod authentication;
mod binary;
mod cancel;
mod catalogue;
mod check;
mod config;
mod connect;
mod connection;
mod copy;
mod load;
mod pgpass;
mod server_error;
mod service;
mod socket;
mod table;
mod url;

pub use check::{check, describe};
pub use load::load;
pub use server_error::ServerError;
pub use url::Url;

pub use crate::environment::{Environment, System};
