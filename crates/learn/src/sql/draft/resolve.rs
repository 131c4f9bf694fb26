//! What the type of a column means, with the types that the source defines.

use super::{Domain, Draft, UserType};
use crate::model::{Check, Column, IntSize, Kind, RangeOf};
use crate::sql::read::DraftColumn;
use crate::sql::types::{TypeRef, kind};

/// How deep types may be defined by others.
const MAX_DEPTH: usize = 16;

/// What a type comes to.
pub(super) struct Resolved {
    pub kind: Kind,
    /// The domains that it went through, from the outermost.
    pub domains: Vec<Domain>,
}

impl Resolved {
    /// The conditions of its domains, for this column.
    pub(super) fn checks(&self) -> impl Iterator<Item = &Check> {
        self.domains.iter().flat_map(|domain| &domain.checks)
    }
}

impl Draft {
    /// What a type means; `Unknown` if nothing says so.
    pub(super) fn resolve(&self, of: &TypeRef) -> Resolved {
        self.resolve_within(of, 0)
    }

    fn resolve_within(&self, of: &TypeRef, depth: usize) -> Resolved {
        let plain = |kind| Resolved { kind, domains: Vec::new() };
        // What the source defines counts, whatever else may have that name.
        let user = self.types.get(&of.spelled).or_else(|| self.types.get(&of.name));
        let is_builtin = of.schema.as_deref() == Some("pg_catalog");
        let Some(user) = user.filter(|_| !is_builtin && depth < MAX_DEPTH) else {
            return plain(kind(of, self.dialect).unwrap_or(Kind::Unknown));
        };
        let mut resolved = match user {
            UserType::Enum(labels) => plain(Kind::Enum(labels.clone())),
            UserType::Domain(domain) => {
                let mut inner = self.resolve_within(&domain.of, depth + 1);
                inner.domains.insert(0, (**domain).clone());
                inner
            }
            UserType::Composite(fields) => {
                plain(Kind::Struct(fields.iter().map(|field| self.field(field, depth)).collect()))
            }
            UserType::Range(subtype) => plain(range_of(&self.resolve_within(subtype, depth + 1).kind)),
            UserType::Other => plain(Kind::Unknown),
        };
        if of.dimensions > 0 {
            // Conditions of a domain are of the items, not of the list.
            resolved = plain(Kind::Array { item: Box::new(resolved.kind) });
        }
        resolved
    }

    fn field(&self, field: &DraftColumn, depth: usize) -> Column {
        let resolved = self.resolve_within(&field.of, depth + 1);
        Column::new(field.name.clone(), resolved.kind, field.of.text.clone())
    }
}

/// The range over this type, as near as PostgreSQL's own ones are.
fn range_of(subtype: &Kind) -> Kind {
    let of = match subtype {
        Kind::Int(IntSize { bits: 64, .. }) => RangeOf::Int8,
        Kind::Int(_) => RangeOf::Int4,
        Kind::Decimal { .. } | Kind::Float { .. } => RangeOf::Numeric,
        Kind::Date => RangeOf::Date,
        Kind::DateTime { has_zone: false, .. } => RangeOf::Timestamp,
        Kind::DateTime { has_zone: true, .. } => RangeOf::TimestampTz,
        _ => return Kind::Unknown,
    };
    Kind::Range { of, is_multi: false }
}
