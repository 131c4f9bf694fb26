//! The calling thread.

use std::hint::black_box;
use std::io;
use std::time::Duration;

use rustix::process::getppid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

/// The cores that a thread may use.
#[derive(Debug)]
pub(crate) struct Affinity(CpuSet);

impl Affinity {
    pub(crate) fn now() -> io::Result<Affinity> {
        Ok(Affinity(sched_getaffinity(None)?))
    }

    pub(crate) fn last(&self) -> Option<usize> {
        (0..CpuSet::MAX_CPU).rev().find(|&core| self.0.is_set(core))
    }

    pub(crate) fn only(&self, core: usize) -> io::Result<()> {
        let mut set = CpuSet::new();
        if core < CpuSet::MAX_CPU {
            set.set(core);
        }
        Ok(sched_setaffinity(None, &set)?)
    }

    pub(crate) fn restore(&self) -> io::Result<()> {
        Ok(sched_setaffinity(None, &self.0)?)
    }
}

pub(crate) fn processor_time() -> Option<Duration> {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

pub(crate) fn empty_call() {
    black_box(getppid());
}
