//! From text to words (`lexer`) and from words to the tree (`parser`); what the text of a constant says (`constant`).

mod constant;
mod lexer;
mod parser;

pub(crate) use parser::parse;
