//! The work of a load, in the order in which connections take it.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::notes::rows_text;
use super::state::{Load, Step};
use crate::error::Error;

/// Something that is done at once: one transaction, and the keys of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Task {
    /// A table with all its rows and its keys.
    Whole { table: usize },
    /// Some rows of a table.
    Part { table: usize, rows: Range<u64> },
    /// The keys of a table that was loaded in parts.
    Keys { table: usize },
    /// Tables that refer to each other in a circle, in one transaction.
    Circle { tables: Vec<usize> },
}

impl Task {
    /// The indices of the tables that it is about.
    pub fn tables(&self) -> &[usize] {
        match self {
            Task::Whole { table } | Task::Part { table, .. } | Task::Keys { table } => {
                std::slice::from_ref(table)
            }
            Task::Circle { tables } => tables,
        }
    }
}

/// The work that is left.
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// For each table the tables that must be complete before it.
    parents: Vec<Vec<usize>>,
}

struct State {
    tasks: VecDeque<Task>,
    /// How many tasks of each table are not done, keys left out.
    open: Vec<usize>,
    failed: Option<Error>,
}

impl Queue {
    /// The work that earlier runs have left.
    pub fn new<C, T>(load: &Load<'_, C>, steps: &[Step<T>]) -> Queue {
        let (mut tasks, mut open) = (VecDeque::new(), vec![0; steps.len()]);
        for (table, step) in steps.iter().enumerate() {
            let of_table = tasks_of(load, table, step);
            for task in of_table.iter().filter(|task| !matches!(task, Task::Keys { .. })) {
                task.tables().iter().for_each(|&table| open[table] += 1);
            }
            tasks.extend(of_table);
        }
        Queue {
            state: Mutex::new(State { tasks, open, failed: None }),
            changed: Condvar::new(),
            parents: steps.iter().map(|step| step.parents.clone()).collect(),
        }
    }

    /// The next task that can be done; it waits while others do what must be done before. `None` where nothing is left, or
    /// something failed.
    pub fn take(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.failed.is_some() || state.tasks.is_empty() {
                return None;
            }
            let is_ready = |task: &Task| match task {
                Task::Keys { table } => state.open[*table] == 0,
                task => {
                    let mut parents = task.tables().iter().flat_map(|&table| &self.parents[table]);
                    parents.all(|parent| task.tables().contains(parent) || state.open[*parent] == 0)
                }
            };
            if let Some(at) = state.tasks.iter().position(is_ready) {
                return state.tasks.remove(at);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether there is something to do of a table.
    pub fn has(&self, table: usize) -> bool {
        self.lock().tasks.iter().any(|task| task.tables().contains(&table))
    }

    /// A task is done. Which tables have all rows now, and need no keys any more.
    pub fn done(&self, task: &Task) -> Vec<usize> {
        let mut state = self.lock();
        let tables = task.tables();
        if !matches!(task, Task::Keys { .. }) {
            tables.iter().for_each(|&table| state.open[table] -= 1);
        }
        let has_keys_left = |table: &usize| {
            state.tasks.iter().any(|task| matches!(task, Task::Keys { table: of } if of == table))
        };
        let is_complete = |table: &usize| state.open[*table] == 0 && !has_keys_left(table);
        let complete = tables.iter().copied().filter(is_complete).collect();
        drop(state);
        self.changed.notify_all();
        complete
    }

    /// Something failed: nothing else is begun. Of several errors the first counts.
    pub fn fail(&self, error: Error) {
        self.lock().failed.get_or_insert(error);
        self.changed.notify_all();
    }

    /// Whether something failed.
    pub fn is_failed(&self) -> bool {
        self.lock().failed.is_some()
    }

    /// The error that ended the work, if one did.
    pub fn into_error(self) -> Option<Error> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).failed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // What is in it is never half written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is left to do of a table.
fn tasks_of<C, T>(load: &Load<'_, C>, table: usize, step: &Step<T>) -> Vec<Task> {
    let rows = &load.tables[table].rows;
    let keys = (step.is_ours && !step.done.has_keys).then_some(Task::Keys { table });
    if !step.is_parted {
        let is_done = step.done.rows.contains(&rows_text(rows));
        if step.circle.len() > 1 && !is_done {
            let is_first = step.circle[0] == table;
            return is_first.then(|| Task::Circle { tables: step.circle.clone() }).into_iter().collect();
        }
        // Where a table's keys are no part of the transaction of its rows, they may be all that is missing.
        return if is_done { keys.into_iter().collect() } else { vec![Task::Whole { table }] };
    }
    let part_rows = load.options.part_rows();
    let starts = (rows.start..rows.end).step_by(usize::try_from(part_rows).unwrap_or(usize::MAX));
    let parts = starts.map(|start| start..rows.end.min(start.saturating_add(part_rows)));
    let left = parts.filter(|rows| !step.done.rows.contains(&rows_text(rows)));
    left.map(|rows| Task::Part { table, rows }).chain(keys).collect()
}
