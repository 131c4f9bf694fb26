//! Ids and times of table formats: they follow from the seed, the table and the present, so that the same request makes the same bytes.

use md5::{Digest, Md5};

/// What the ids of a table follow from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Identity<'t> {
    pub seed: u64,
    pub table: &'t str,
    /// The present, in milliseconds since 1970-01-01T00:00:00Z.
    pub now: i64,
}

impl Identity<'_> {
    /// 128 bits for a thing of this name.
    pub fn bits(&self, what: &str) -> u128 {
        let mut hash = Md5::new();
        hash.update(self.seed.to_le_bytes());
        hash.update((self.table.len() as u64).to_le_bytes());
        hash.update(self.table.as_bytes());
        hash.update(what.as_bytes());
        u128::from_be_bytes(hash.finalize().into())
    }

    /// An id for a thing of this name, in the form of a random UUID (RFC 9562, version 4).
    pub fn uuid(&self, what: &str) -> String {
        let bits = self.bits(what) & !(0xF << 76) & !(0b11 << 62) | 4 << 76 | 0b10 << 62;
        let hex = format!("{bits:032x}");
        format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
    }
}

#[cfg(test)]
mod tests {
    use super::Identity;

    #[test]
    fn ids_are_uuids_of_their_own() {
        let identity = Identity { seed: 7, table: "t", now: 0 };
        let id = identity.uuid("table");
        assert_eq!((id.len(), &id[14..15]), (36, "4"));
        assert!("89ab".contains(&id[19..20]));
        assert_eq!(id, identity.uuid("table"));
        assert_ne!(id, identity.uuid("snapshot"));
        assert_ne!(id, Identity { seed: 8, ..identity }.uuid("table"));
    }
}
