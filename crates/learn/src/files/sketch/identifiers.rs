//! Which form the identifiers of a column have, where all of its values are some.

use super::class::Class;
use crate::model::TextForm;

/// What the values so far have in common.
#[derive(Clone, Copy, Debug)]
pub struct Identifiers {
    can_be_ulid: bool,
    can_be_object_id: bool,
    /// The version of all UUIDs; none where they differ.
    version: Option<u8>,
    has_capitals: bool,
    has_ipv4: bool,
    has_ipv6: bool,
    is_begun: bool,
}

impl Default for Identifiers {
    fn default() -> Identifiers {
        Identifiers {
            can_be_ulid: true,
            can_be_object_id: true,
            version: None,
            has_capitals: false,
            has_ipv4: false,
            has_ipv6: false,
            is_begun: false,
        }
    }
}

impl Identifiers {
    /// Adds a value of this class.
    #[inline]
    pub fn add(&mut self, class: Class, value: &[u8]) {
        match class {
            Class::Uuid => self.add_uuid(value),
            Class::IpAddress => {
                let is_ipv6 = value.contains(&b':');
                self.has_ipv6 |= is_ipv6;
                self.has_ipv4 |= !is_ipv6;
            }
            _ => {
                self.can_be_ulid = self.can_be_ulid && is_ulid(value);
                self.can_be_object_id = self.can_be_object_id && is_object_id(value);
                self.is_begun = true;
            }
        }
    }

    fn add_uuid(&mut self, value: &[u8]) {
        let version = value.get(14).filter(|version| version.is_ascii_digit()).map(|version| version - b'0');
        self.version =
            if self.is_begun { self.version.filter(|known| Some(*known) == version) } else { version };
        self.has_capitals |= value.iter().any(u8::is_ascii_uppercase);
        self.is_begun = true;
    }

    /// The form of UUIDs, where all values are some.
    pub fn uuid(self) -> TextForm {
        TextForm::Uuid { version: self.version, has_capitals: self.has_capitals }
    }

    /// The form of addresses of hosts, where all values are some.
    pub fn ip_address(self) -> Option<TextForm> {
        match (self.has_ipv4, self.has_ipv6) {
            (true, false) => Some(TextForm::Ipv4),
            (false, true) => Some(TextForm::Ipv6),
            _ => None,
        }
    }

    /// The form of other values.
    pub fn other(self) -> Option<TextForm> {
        match () {
            () if !self.is_begun => None,
            () if self.can_be_ulid => Some(TextForm::Ulid),
            () if self.can_be_object_id => Some(TextForm::ObjectId),
            () => None,
        }
    }
}

/// 26 characters of Crockford's base 32 in capitals, of which the first one has three bits.
fn is_ulid(value: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() && !b"ILOU".contains(byte);
    value.len() == 26 && value[0] < b'8' && value.iter().all(is_digit)
}

/// 24 hexadecimal digits in small letters.
fn is_object_id(value: &[u8]) -> bool {
    value.len() == 24 && value.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::super::class::class;
    use super::*;

    fn of(values: &[&str]) -> Identifiers {
        let mut found = Identifiers::default();
        values.iter().for_each(|value| found.add(class(value.as_bytes()), value.as_bytes()));
        found
    }

    #[test]
    fn all_values_have_the_form() {
        let (one, other) = ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ");
        assert_eq!(of(&[one, other]).other(), Some(TextForm::Ulid));
        assert_eq!(of(&[one, "81BX5ZZKBKACTAV9WEVGEMMVRZ"]).other(), None);
        assert_eq!(of(&[one, "01BX5ZZKBKACTAV9WEVGEMMVRI"]).other(), None);
        let ids = ["507f1f77bcf86cd799439011", "507f191e810c19729de860ea"];
        assert_eq!(of(&ids).other(), Some(TextForm::ObjectId));
        // One that looks like a number is one as well.
        assert_eq!(of(&[ids[0], "507119198101197291860000"]).other(), Some(TextForm::ObjectId));
        assert_eq!(of(&[ids[0], "507F191E810C19729DE860EA"]).other(), None);
        assert_eq!(of(&[]).other(), None);
        let uuids = ["3f333df6-90a4-4fda-8dd3-9485d27cee36", "6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b"];
        let uuid = |version, has_capitals| TextForm::Uuid { version, has_capitals };
        assert_eq!(of(&uuids).uuid(), uuid(Some(4), false));
        assert_eq!(of(&[uuids[0], "018fd3a2-5c00-7000-8dd3-9485d27cee36"]).uuid(), uuid(None, false));
        assert_eq!(of(&["3F333DF6-90A4-4FDA-8DD3-9485D27CEE36"]).uuid(), uuid(Some(4), true));
        assert_eq!(of(&["10.0.0.1", "10.0.0.2"]).ip_address(), Some(TextForm::Ipv4));
        assert_eq!(of(&["10.0.0.1", "::1"]).ip_address(), None);
    }
}
