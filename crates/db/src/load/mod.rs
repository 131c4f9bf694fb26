//! What the loads into all servers share: what is known of each table, what was done, and the work in its order.

mod circles;
mod misfits;
mod notes;
mod queue;
mod shared;
mod state;
mod work;

pub(crate) use circles::{ForeignKey, order};
pub(crate) use misfits::{has_rows, no_column};
pub(crate) use notes::{Note, Noted, rows_text};
pub(crate) use queue::{Queue, Task};
pub(crate) use shared::Shared;
pub(crate) use state::{Load, Step};
pub(crate) use work::{Worker, run};
