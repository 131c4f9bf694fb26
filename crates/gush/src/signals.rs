//! Signals, while there is something to be tidied up or kept before the end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use gush_pipe::sigpipe;
use signal_hook::consts::{SIGINT, SIGTERM};

/// The signals that ask a process to end.
#[cfg(unix)]
const ENDING: [i32; 4] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP, signal_hook::consts::SIGQUIT];
/// The signals that ask a process to end.
#[cfg(not(unix))]
const ENDING: [i32; 2] = [SIGINT, SIGTERM];

/// The signals that end a process which does not expect them.
#[cfg(unix)]
const UNEXPECTED: &[i32] = &{
    use signal_hook::consts::{SIGALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};
    [SIGALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU]
};
/// The signals that end a process which does not expect them.
#[cfg(not(unix))]
const UNEXPECTED: &[i32] = &[];

/// Which signal asked for the end.
#[derive(Default)]
pub struct Caught(Arc<AtomicUsize>);

impl Caught {
    /// The number of the signal; 0 before there was one.
    pub fn signal(&self) -> i32 {
        self.0.load(Ordering::Relaxed) as i32
    }
}

/// Lets a signal that would end the process set `flag` instead. One that the parent had ignored, as nohup
/// does, stays ignored; one about a write that failed becomes that write's error.
pub fn catch(flag: &Arc<AtomicBool>) -> io::Result<Caught> {
    sigpipe::ignore_write_signals();
    let caught = Caught::default();
    let signals = ENDING.iter().chain(UNEXPECTED).copied();
    for signal in signals.filter(|&signal| !sigpipe::is_ignored(signal)) {
        signal_hook::flag::register_usize(signal, Arc::clone(&caught.0), signal as usize)?;
        signal_hook::flag::register(signal, Arc::clone(flag))?;
    }
    Ok(caught)
}

/// Lets a signal that would end the process set `stop` instead, once `is_early` is false; before that, and where it is the second one, it
/// ends the process at once.
#[cfg(unix)]
pub fn catch_once([is_early, stop]: &[Arc<AtomicBool>; 2]) -> io::Result<Caught> {
    for signal in ENDING.iter().chain(UNEXPECTED).copied().filter(|&signal| !sigpipe::is_ignored(signal)) {
        // They look at the flags before the actions of `catch` set one.
        signal_hook::flag::register_conditional_default(signal, Arc::clone(is_early))?;
        signal_hook::flag::register_conditional_default(signal, Arc::clone(stop))?;
    }
    catch(stop)
}

/// Lets a signal that would end the process set `stop` instead.
#[cfg(not(unix))]
pub fn catch_once([_, stop]: &[Arc<AtomicBool>; 2]) -> io::Result<Caught> {
    catch(stop)
}

/// Lets the first signal that would end the process ask for its end by `flag`; the second one ends it at once.
#[cfg(all(unix, feature = "bench"))]
pub fn ask(flag: &Arc<AtomicBool>) -> io::Result<Caught> {
    let caught = Caught::default();
    for signal in ENDING.into_iter().filter(|&signal| !sigpipe::is_ignored(signal)) {
        // Looks at the flag before the next line's action sets it.
        signal_hook::flag::register_conditional_default(signal, Arc::clone(flag))?;
        signal_hook::flag::register_usize(signal, Arc::clone(&caught.0), signal as usize)?;
        signal_hook::flag::register(signal, Arc::clone(flag))?;
    }
    Ok(caught)
}
