//! Passes each tick of a meter on to a callback that can record it.

use std::fmt;

use crate::format::View;

/// What takes a tick; an error is reported to the user, and no tick follows it.
type Take = dyn Fn(&View) -> Result<(), String> + Send;

/// Takes every tick of a meter. It is dropped when the meter ends, by which its owner learns of the end.
pub struct Recorder(Box<Take>);

impl Recorder {
    /// A recorder that passes ticks to `take`, which must not wait for anything, because the display waits for it.
    pub fn new(take: impl Fn(&View) -> Result<(), String> + Send + 'static) -> Recorder {
        Recorder(Box::new(take))
    }

    /// Passes on a tick.
    ///
    /// # Errors
    /// Why no more ticks can be recorded.
    pub fn tick(&self, view: &View) -> Result<(), String> {
        (self.0)(view)
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}
