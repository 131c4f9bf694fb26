//! The calling thread: the core it runs on, the processor time it spent, and what a system call costs it.

use std::io;
use std::time::Duration;

use crate::sys;

/// Keeps the calling thread, and the children that it starts, on one core; dropped, it may run where it might before.
#[derive(Debug)]
pub struct Pin {
    affinity: sys::Affinity,
    core: usize,
}

impl Pin {
    /// Keeps the thread on the last core that it may use: the first ones have more to do.
    ///
    /// # Errors
    /// When the system refuses, or does not know of cores.
    pub fn anywhere() -> io::Result<Pin> {
        let affinity = sys::Affinity::now()?;
        let core = affinity.last().ok_or(io::ErrorKind::NotFound)?;
        affinity.only(core)?;
        Ok(Pin { affinity, core })
    }

    /// Keeps the thread on that core.
    ///
    /// # Errors
    /// As [`anywhere`](Pin::anywhere).
    pub fn to(core: usize) -> io::Result<Pin> {
        let affinity = sys::Affinity::now()?;
        affinity.only(core)?;
        Ok(Pin { affinity, core })
    }

    /// Which core that is.
    pub fn core(&self) -> usize {
        self.core
    }
}

impl Drop for Pin {
    fn drop(&mut self) {
        // What was allowed before is allowed again, or else nothing can be done.
        let _ = self.affinity.restore();
    }
}

/// The processor time that the calling thread has spent, in its own code and in the kernel; `None` where the system does
/// not report it.
pub fn processor_time() -> Option<Duration> {
    sys::processor_time()
}

/// A system call that does next to nothing.
pub fn empty_call() {
    sys::empty_call();
}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod tests {
    use super::*;

    fn allowed() -> String {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:\t")).unwrap().to_owned()
    }

    #[test]
    fn a_pinned_thread_is_free_again_afterwards() {
        let before = allowed();
        let pin = Pin::anywhere().unwrap();
        assert_eq!(allowed(), pin.core().to_string());
        let core = pin.core();
        assert_eq!(
            std::thread::spawn(move || Pin::to(core).map(|_pin| allowed()).unwrap()).join().unwrap(),
            allowed()
        );
        drop(pin);
        assert_eq!(allowed(), before);
    }

    #[test]
    fn processor_time_goes_on() {
        let before = processor_time().unwrap();
        while processor_time().unwrap() == before {
            empty_call();
        }
        assert!(processor_time().unwrap() > before);
    }
}
