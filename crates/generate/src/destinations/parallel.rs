//! Work on several threads at once, with its results in order: for whoever keeps what is made, where the pump writes it.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// The results of `work` for each index below `count`, in order. Up to `threads` threads work, this one among them; where the
/// system starts no more, those that there are do it all.
///
/// # Errors
/// That of the first index which has one. No more work is begun then.
///
/// # Panics
/// If the work does.
pub fn in_parallel<T: Send, E: Send>(
    count: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let results: Vec<Mutex<Option<Result<T, E>>>> = (0..count).map(|_| Mutex::default()).collect();
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work_on = || {
        while !has_failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = results.get(index) else { return };
            let result = work(index);
            has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    thread::scope(|scope| {
        let spawn = || Builder::new().name("rows".to_owned()).spawn_scoped(scope, work_on).ok();
        let others: Vec<_> = (1..threads.get().min(count)).map_while(|_| spawn()).collect();
        work_on();
        for other in others {
            // A scope would replace the panic's message by its own.
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    // Without a failure all of them are there.
    results.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::in_parallel;

    #[test]
    fn results_are_in_order_at_any_number_of_threads() {
        for threads in [1, 2, 7].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let squares = in_parallel(20, threads, |index| Ok::<_, ()>(index * index));
            assert_eq!(squares, Ok((0..20).map(|index| index * index).collect()));
            assert_eq!(in_parallel(0, threads, |_| Err::<(), ()>(())), Ok(Vec::new()));
            let begun = AtomicUsize::new(0);
            let failed = in_parallel(1000, threads, |index| {
                begun.fetch_add(1, Ordering::Relaxed);
                if index < 5 { Ok(()) } else { Err(index) }
            });
            assert_eq!(failed, Err(5));
            assert!(begun.into_inner() <= 5 + threads.get());
        }
    }
}
