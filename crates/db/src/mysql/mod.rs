//! MySQL and MariaDB: the connection, and rows by LOAD DATA LOCAL.
//!
//! The messages of the protocol are made here, over the sockets of the standard library (the manual of MySQL, "Client/Server Protocol";
//! MariaDB's knowledge base has the same). The rows of a table go as the text that LOAD DATA reads, straight from batches, and as INSERT
//! statements of many rows where the server refuses that.

mod authentication;
mod catalogue;
mod check;
mod config;
mod connect;
mod connection;
mod fault;
mod foreign_keys;
mod form;
mod insert;
mod load;
mod option_file;
mod packet;
mod rows;
mod server_error;
mod socket;
mod table;
mod url;

pub use check::{check, describe};
pub use load::load;
pub use server_error::ServerError;
pub use url::Url;
