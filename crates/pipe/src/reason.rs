//! The system's message for an error.

use std::io;

/// The system's message for an error, without the number and the path that libraries put behind it.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::reason;

    #[test]
    #[cfg(unix)]
    fn a_number_is_left_out() {
        assert_eq!(reason(&io::Error::from_raw_os_error(libc::ENOENT)), "No such file or directory");
    }

    #[test]
    fn an_error_inside_another_has_its_text() {
        let folder = tempfile::Builder::new().tempfile_in("/there is no such folder").expect_err("no folder");
        assert_eq!(reason(&folder), "No such file or directory");
        assert_eq!(reason(&io::Error::other("a reason")), "a reason");
    }
}
