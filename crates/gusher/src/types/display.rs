//! How values are written where only text can be.

use std::sync::Arc;

use crate::calendar::Pattern;

/// How the values of a field are written as text. Formats that have a type for them do not look at it.
#[derive(Debug, Clone, Default)]
pub struct Display {
    /// How the value itself is written.
    pub form: TextForm,
    /// The texts around each value, if there are any.
    pub affixes: Option<Affixes>,
}

/// How a value itself is written.
#[derive(Debug, Clone, Default)]
pub enum TextForm {
    /// As is usual for its data type: numbers in decimal digits, times as ISO 8601 and RFC 3339 have them, UUIDs in small
    /// letters (RFC 9562), addresses as RFC 5952 has them, bytes as small hexadecimal digits.
    #[default]
    Usual,
    /// A date or time by a pattern. For other types it says nothing.
    Pattern(Arc<Pattern>),
    /// A UUID in capitals. For other types it says nothing.
    Capitals,
    /// A span of time as ISO 8601 has it, and not as PostgreSQL does. For other types it says nothing.
    IsoSpan,
    /// Bytes in one of their forms. For other types it says nothing.
    Bytes(BytesForm),
}

/// The unchanging texts around a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affixes {
    /// The text before each value.
    pub prefix: String,
    /// The text after each value.
    pub suffix: String,
}

/// How bytes are written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BytesForm {
    /// As hexadecimal digits.
    Hex {
        /// Whether the last digit is left out, so that their number is odd.
        is_odd: bool,
        /// Whether they are capitals.
        upper: bool,
    },
    /// In base 64 with padding (RFC 4648, section 4).
    Base64,
}

impl BytesForm {
    /// All digits, in small letters.
    pub const HEX: BytesForm = BytesForm::Hex { is_odd: false, upper: false };

    /// The form of this name, as constraints and `@format` have it.
    pub(crate) fn named(name: &str) -> Option<BytesForm> {
        match name {
            "hex" => Some(BytesForm::HEX),
            "base64" => Some(BytesForm::Base64),
            _ => None,
        }
    }
}

impl Display {
    /// Whether it makes a text of a value that no reader takes for one of its data type: something surrounds it, or a
    /// pattern says how it is written.
    pub fn is_text(&self) -> bool {
        self.affixes.is_some() || self.pattern().is_some()
    }

    /// The pattern of times, where there is one.
    pub fn pattern(&self) -> Option<&Pattern> {
        match &self.form {
            TextForm::Pattern(pattern) => Some(pattern),
            TextForm::Usual | TextForm::Capitals | TextForm::IsoSpan | TextForm::Bytes(_) => None,
        }
    }

    /// How bytes are written.
    pub(crate) fn of_bytes(&self) -> BytesForm {
        match self.form {
            TextForm::Bytes(form) => form,
            TextForm::Usual | TextForm::Pattern(_) | TextForm::Capitals | TextForm::IsoSpan => BytesForm::HEX,
        }
    }
}
