//! How a server is told who connects: the plugins of its accounts, by name (the manual of MySQL, "Authentication Methods").

use ring::digest::{Algorithm, Context, Digest, SHA1_FOR_LEGACY_USE_ONLY, SHA256};

use super::fault::Fault;

/// The plugin of accounts that were made before MySQL 8, and of MariaDB's.
pub(super) const NATIVE: &str = "mysql_native_password";
/// The plugin of accounts of MySQL 8 and later.
const CACHING: &str = "caching_sha2_password";
/// The plugins that are told the password itself, followed by a zero.
const PLAIN: [&str; 2] = ["mysql_clear_password", "sha256_password"];

/// What a plugin is answered first. `scramble` is what the server wants the password to be mixed with.
///
/// # Errors
/// If the plugin is not known, or the password could be read on the way.
pub(super) fn answer(
    plugin: &str,
    password: &str,
    scramble: &[u8],
    is_private: bool,
) -> Result<Vec<u8>, Fault> {
    match plugin {
        _ if password.is_empty() => Ok(Vec::new()),
        // An account of the system's, whom the server asks who is at the other end of the socket.
        "" | "unix_socket" | "auth_socket" => Ok(Vec::new()),
        NATIVE => Ok(native(password, scramble)),
        CACHING => Ok(caching(password, scramble)),
        _ if PLAIN.contains(&plugin) => plain(password, is_private),
        _ => Err(Fault::Refused(format!(
            "the server asks for the password in the way of {plugin}, which is not supported; {NATIVE} and {CACHING} are"
        ))),
    }
}

/// The password itself.
///
/// # Errors
/// If it could be read on the way.
pub(super) fn plain(password: &str, is_private: bool) -> Result<Vec<u8>, Fault> {
    if !is_private {
        return Err(Fault::Refused(
            "the server asks for the password itself, which is told over TLS only: ssl-mode=REQUIRED asks for it".into(),
        ));
    }
    Ok([password.as_bytes(), &[0]].concat())
}

fn hash(algorithm: &'static Algorithm, parts: &[&[u8]]) -> Digest {
    let mut context = Context::new(algorithm);
    parts.iter().for_each(|part| context.update(part));
    context.finish()
}

fn mixed(one: &Digest, other: &Digest) -> Vec<u8> {
    one.as_ref().iter().zip(other.as_ref()).map(|(one, other)| one ^ other).collect()
}

fn native(password: &str, scramble: &[u8]) -> Vec<u8> {
    let once = hash(&SHA1_FOR_LEGACY_USE_ONLY, &[password.as_bytes()]);
    let twice = hash(&SHA1_FOR_LEGACY_USE_ONLY, &[once.as_ref()]);
    mixed(&once, &hash(&SHA1_FOR_LEGACY_USE_ONLY, &[scramble, twice.as_ref()]))
}

fn caching(password: &str, scramble: &[u8]) -> Vec<u8> {
    let once = hash(&SHA256, &[password.as_bytes()]);
    let twice = hash(&SHA256, &[once.as_ref()]);
    mixed(&once, &hash(&SHA256, &[twice.as_ref(), scramble]))
}

#[cfg(test)]
mod tests {
    use super::{Fault, answer};

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Computed by Python's hashlib after the manual of MySQL.
    #[test]
    fn passwords_are_mixed_with_what_the_server_sends() {
        let scramble: Vec<u8> = (1..=20).collect();
        let of = |plugin: &str| hex(&answer(plugin, "hunter2", &scramble, false).unwrap());
        assert_eq!(of("mysql_native_password"), "be2cbec13fd268cf921774da8dde99447d699455");
        assert_eq!(
            of("caching_sha2_password"),
            "04917479a40a673ae2388df86966d1b73768b4452df9a624881d93be865dc44c"
        );
    }

    #[test]
    fn passwords_are_told_in_private_only() {
        assert!(matches!(answer("mysql_clear_password", "p", &[], false), Err(Fault::Refused(_))));
        assert_eq!(answer("mysql_clear_password", "p", &[], true).unwrap(), b"p\0");
        let Err(Fault::Refused(text)) = answer("client_ed25519", "p", &[], true) else { panic!() };
        assert!(text.contains("in the way of client_ed25519, which is not supported"));
        assert!(answer("client_ed25519", "", &[], true).unwrap().is_empty());
    }
}
