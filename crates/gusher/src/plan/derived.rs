//! Columns whose values follow from those of other columns, of the same table or, along a link, of others.

mod aggregate;
mod chain;
mod children;
mod copy;
mod depth;
mod extreme;
mod list;
mod locate;
mod nth;
mod read;
mod row_count;
mod shift;
mod sibling;
mod split;
mod when;

pub(super) use aggregate::Aggregate;
pub(super) use chain::Chain;
pub(super) use children::Children;
pub(super) use copy::{Copied, DictionaryCopy};
pub(super) use depth::Depth;
pub(super) use extreme::Extreme;
pub(super) use list::ChildList;
pub(super) use locate::RowIndex;
pub(super) use nth::Nth;
pub(super) use read::Read;
pub(super) use row_count::RowCount;
pub(super) use shift::{Between, Shifted};
pub(super) use sibling::{IsEnd, RunningSum, SiblingValue};
pub(super) use split::Split;
pub(super) use when::HasWord;
