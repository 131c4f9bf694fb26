//! The tables of `gush find`: what people look for in their own words.

const NEEDS: &str = include_str!("../../../crates/gush/words/find.tsv");
const FUNCTIONS: &str = include_str!("../../../crates/gush/words/functions.tsv");

/// A line of `find.tsv`.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    /// What to type.
    pub form: &'static str,
    /// Other words for it.
    pub words: &'static str,
    /// What it is, where no registry says so.
    pub about: &'static str,
    /// An example, where no registry has one.
    pub example: &'static str,
}

fn lines<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

pub fn needs() -> impl Iterator<Item = Need> {
    lines(NEEDS).map(|[form, words, about, example]| Need { form, words, about, example })
}

/// The functions of expressions: the name, what it gives, and a command that shows it.
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str, String)> {
    let is_column = |line: &[&str; 3]| line[0].starts_with('=');
    let columns: Vec<[&str; 3]> = lines(FUNCTIONS).filter(is_column).collect();
    lines(FUNCTIONS).filter(move |line| !is_column(line)).map(move |[name, about, expression]| {
        let names = |column: &str| {
            expression
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| Some(word) == column.strip_prefix('='))
        };
        let read = columns.iter().filter(|[column, ..]| names(column)).map(|[_, spec, _]| format!("{spec} "));
        let read: String = read.collect();
        let expression = expression.replace('\'', "'\\''");
        (name, about, format!("gush rows -f csv -H {read}'x=expr:{expression}'"))
    })
}
