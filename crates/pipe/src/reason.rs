//! The system's message for an error.

use std::io;

/// The system's message for an error, without the number and the path that libraries put behind it.
pub fn reason(error: &io::Error) -> String {
    let message = error.to_string();
    let Some((text, number)) = message.split_once(" (os error ") else { return message };
    as_glibc(text, number).unwrap_or_else(|| text.to_owned())
}

/// The message with glibc's text at its end, if musl has another one for the error of this number.
fn as_glibc(message: &str, number: &str) -> Option<String> {
    let code = number.split(')').next()?.parse().ok()?;
    let (_, text) = TEXTS.iter().find(|(known, _)| *known == code)?;
    let system = io::Error::from_raw_os_error(code).to_string();
    let (system, _) = system.split_once(" (os error ")?;
    Some(format!("{}{text}", message.strip_suffix(system)?))
}

/// glibc's texts where musl has others, of errors that files, pipes, processes and threads have. The static program has
/// the messages of every other program on Linux, as do `yes`, `pv` and `fakedata` by its names.
#[cfg(any(target_env = "musl", all(test, target_env = "gnu")))]
const TEXTS: [(i32, &str); 19] = [
    (libc::EIO, "Input/output error"),
    (libc::ECHILD, "No child processes"),
    (libc::ENOMEM, "Cannot allocate memory"),
    (libc::EBUSY, "Device or resource busy"),
    (libc::EXDEV, "Invalid cross-device link"),
    (libc::EMFILE, "Too many open files"),
    (libc::ENOTTY, "Inappropriate ioctl for device"),
    (libc::ESPIPE, "Illegal seek"),
    (libc::EDEADLK, "Resource deadlock avoided"),
    (libc::ENAMETOOLONG, "File name too long"),
    (libc::ELOOP, "Too many levels of symbolic links"),
    (libc::EREMOTE, "Object is remote"),
    (libc::EOVERFLOW, "Value too large for defined data type"),
    (libc::EILSEQ, "Invalid or incomplete multibyte or wide character"),
    (libc::EOPNOTSUPP, "Operation not supported"),
    (libc::ETIMEDOUT, "Connection timed out"),
    (libc::EUCLEAN, "Structure needs cleaning"),
    (libc::EDQUOT, "Disk quota exceeded"),
    (libc::EHWPOISON, "Memory page has hardware error"),
];

#[cfg(not(any(target_env = "musl", all(test, target_env = "gnu"))))]
const TEXTS: [(i32, &str); 0] = [];

#[cfg(test)]
mod tests {
    use std::io;

    use super::reason;

    /// With glibc, the texts are those of the system; with musl, the same ones.
    #[test]
    fn texts_are_those_of_glibc() {
        let input_output = io::Error::from_raw_os_error(5);
        if cfg!(target_os = "linux") {
            assert_eq!(reason(&input_output), "Input/output error");
        }
        #[cfg(any(target_env = "musl", target_env = "gnu"))]
        for (code, text) in super::TEXTS {
            assert_eq!(reason(&io::Error::from_raw_os_error(code)), text);
        }
    }

    #[test]
    fn an_error_inside_another_has_its_text() {
        let folder = tempfile::Builder::new().tempfile_in("/there is no such folder").expect_err("no folder");
        assert_eq!(reason(&folder), "No such file or directory");
        assert_eq!(reason(&io::Error::other("a reason")), "a reason");
    }
}
