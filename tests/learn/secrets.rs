//! Rows of a dump leave nothing in the file but words of the definitions.

use super::{MYSQL, file_of};

#[test]
fn values_of_a_dump_are_not_in_the_file() {
    for options in ["", "--no-values", "--explain"] {
        let text = file_of(MYSQL, options);
        assert!(!text.contains("secret") && !text.contains("corp"), "{text}");
    }
}
