//! How a user logs in: the plugins of its accounts, by name (the manual of MySQL, "Authentication Methods").

use ring::digest::{Algorithm, Context, Digest, SHA1_FOR_LEGACY_USE_ONLY, SHA256};

use super::fault::Fault;

/// The plugin of accounts that were made before MySQL 8, and of MariaDB's.
pub(super) const NATIVE: &str = "mysql_native_password";
/// The plugin of accounts of MySQL 8 and later.
pub(super) const CACHING: &str = "caching_sha2_password";
/// The plugin of accounts of MySQL 5.6 and later, which gets the password itself, followed by a zero.
const SHA256_PASSWORD: &str = "sha256_password";
/// The plugin that gets the password itself, whatever the account has: a server that only pretends to be the right one gets it too.
const CLEAR: &str = "mysql_clear_password";

/// Who else may get what is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Privacy {
    /// Anyone on the way.
    Open,
    /// Nobody but the other end, and nobody has looked who that is.
    Encrypted,
    /// Nobody but the server: it is on this system, or its certificate was checked.
    Verified,
}

/// What a plugin is answered first. `scramble` is what the server wants the password to be mixed with.
///
/// # Errors
/// If the plugin is not known, or the password could be read on the way.
pub(super) fn answer(
    plugin: &str,
    password: &str,
    scramble: &[u8],
    privacy: Privacy,
) -> Result<Vec<u8>, Fault> {
    match plugin {
        _ if password.is_empty() => Ok(Vec::new()),
        // An account of the system's, whom the server asks who is at the other end of the socket.
        "" | "unix_socket" | "auth_socket" => Ok(Vec::new()),
        NATIVE => Ok(native(password, scramble)),
        CACHING => Ok(caching(password, scramble)),
        CLEAR if privacy != Privacy::Verified => Err(Fault::Refused(format!(
            "the server asks for the password itself in the way of {CLEAR}, which only a server gets whose certificate is checked: \
             ssl-mode=VERIFY_CA with ssl-ca checks it"
        ))),
        SHA256_PASSWORD | CLEAR => plain(password, privacy),
        _ => Err(Fault::Refused(format!(
            "the server asks for the password in the way of {plugin}, which is not supported; {NATIVE} and {CACHING} are"
        ))),
    }
}

/// The password itself, as `caching_sha2_password` asks for it when the server does not remember the account. The client `mysql` tells it
/// over TLS, also where it has not checked the server.
///
/// # Errors
/// If it could be read on the way.
pub(super) fn plain(password: &str, privacy: Privacy) -> Result<Vec<u8>, Fault> {
    if privacy == Privacy::Open {
        return Err(Fault::Refused(
            "the server asks for the password itself, which is sent over TLS only: ssl-mode=VERIFY_CA with ssl-ca asks for it".into(),
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
    use super::{Fault, Privacy, answer, plain};

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Computed by Python's hashlib after the manual of MySQL.
    #[test]
    fn passwords_are_mixed_with_what_the_server_sends() {
        let scramble: Vec<u8> = (1..=20).collect();
        let of = |plugin: &str| hex(&answer(plugin, "hunter2", &scramble, Privacy::Open).unwrap());
        assert_eq!(of("mysql_native_password"), "be2cbec13fd268cf921774da8dde99447d699455");
        assert_eq!(
            of("caching_sha2_password"),
            "04917479a40a673ae2388df86966d1b73768b4452df9a624881d93be865dc44c"
        );
    }

    #[test]
    fn passwords_are_told_in_private_only() {
        let refused = |plugin: &str, privacy| match answer(plugin, "p", &[], privacy) {
            Err(Fault::Refused(text)) => text,
            _ => panic!("{plugin} got the password"),
        };
        assert!(
            refused("mysql_clear_password", Privacy::Encrypted).contains("ssl-mode=VERIFY_CA with ssl-ca")
        );
        assert!(refused("sha256_password", Privacy::Open).contains("ssl-mode=VERIFY_CA with ssl-ca"));
        assert!(plain("p", Privacy::Open).is_err());
        assert_eq!(answer("mysql_clear_password", "p", &[], Privacy::Verified).unwrap(), b"p\0");
        assert_eq!(answer("sha256_password", "p", &[], Privacy::Encrypted).unwrap(), b"p\0");
        assert_eq!(plain("p", Privacy::Encrypted).unwrap(), b"p\0");
        let text = refused("client_ed25519", Privacy::Verified);
        assert!(text.contains("in the way of client_ed25519, which is not supported"));
        assert!(answer("client_ed25519", "", &[], Privacy::Verified).unwrap().is_empty());
    }
}
