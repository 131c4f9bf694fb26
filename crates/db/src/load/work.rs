//! Connections that take one task after the other, at the same time.

use std::thread;

use super::queue::{Queue, Task};
use super::shared::Shared;
use super::state::{Load, Step};
use crate::error::Error;

/// A connection that does tasks.
pub(crate) trait Worker: Send {
    /// What all connections of the load share.
    fn shared(&self) -> &Shared;

    /// Says goodbye.
    fn close(self);
}

/// Loads what is left of all tables, by the first connection and by as many others as were asked for. `done` does a task.
pub(crate) fn run<W: Worker, C: Sync, T: Sync>(
    first: &mut W,
    load: &Load<'_, C>,
    steps: &[Step<T>],
    another: impl Fn(&W) -> Result<W, Error>,
    done: impl Fn(&mut W, &Queue, &Task) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let queue = Queue::new(load, steps);
    let others = if first.shared().is_dry() { 0 } else { load.options.connections.get() - 1 };
    for (table, step) in load.tables.iter().zip(steps).filter(|(_, step)| !step.done.is_empty()) {
        let rows = step.done.row_count().min(table.rows.end - table.rows.start);
        first.shared().note(format!("{} had {rows} rows of an earlier run", table.name));
        load.progress.sent(rows, 0);
    }
    for (index, table) in load.tables.iter().enumerate().filter(|(index, _)| !queue.has(*index)) {
        debug_assert!(!steps[index].done.is_empty(), "a table that was not begun has something to do");
        first.shared().loaded(table.name, table.rows.end - table.rows.start);
    }
    let (done, queue_of_all) = (&done, &queue);
    thread::scope(|scope| {
        for _ in 0..others {
            match another(&*first) {
                Ok(mut another) => {
                    let work = move || {
                        worked(&mut another, load, queue_of_all, done);
                        another.close();
                    };
                    // Without a thread, the others do its work.
                    let _ = thread::Builder::new().spawn_scoped(scope, work);
                }
                Err(error) => {
                    queue_of_all.fail(error);
                    break;
                }
            }
        }
        worked(first, load, queue_of_all, done);
    });
    queue.into_error().map_or(Ok(()), Err)
}

/// Does one task after the other, until none is left or something fails.
fn worked<W: Worker, C>(
    worker: &mut W,
    load: &Load<'_, C>,
    queue: &Queue,
    done: &impl Fn(&mut W, &Queue, &Task) -> Result<(), Error>,
) {
    while let Some(task) = queue.take() {
        if load.progress.is_stopped() {
            return queue.fail(Error::Stopped);
        }
        match done(worker, queue, &task) {
            Ok(()) => {
                for table in queue.done(&task) {
                    let table = &load.tables[table];
                    worker.shared().loaded(table.name, table.rows.end - table.rows.start);
                }
            }
            Err(error) => queue.fail(error),
        }
    }
}
