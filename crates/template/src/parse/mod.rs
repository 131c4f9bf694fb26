//! From text to tokens (`lexer`) and from tokens to the tree (`parser`); what the text of a constant says (`constant`).

mod constant;
mod lexer;
mod parser;
mod token;

pub(crate) use parser::parse;
