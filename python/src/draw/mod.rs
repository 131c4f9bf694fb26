//! Values that are drawn by their arguments, as Faker's methods take them. A method has a counter; call n has random words of its own,
//! which follow from the seed, the method and n. What is called most is made here, all else by a function in Python.

mod arguments;
mod call;
mod choices;
mod dates;
mod decimals;
mod makers;
mod method;
mod numbers;
mod object;
mod offset;
mod passwords;
mod periods;
mod present;
mod texts;
mod vocabulary;
mod words;

pub use makers::names;
pub use method::Drawn;
pub use object::Draw;
pub use present::Present;
