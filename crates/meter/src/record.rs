//! A door for ticks: whoever runs a meter may have each of them, too, and keep it.

use std::fmt;

use crate::format::View;

/// What takes a tick; an error is told to the user, and there is no tick after it.
type Take = dyn Fn(&View) -> Result<(), String> + Send;

/// Takes every tick of a meter. It goes when the meter is over, which is how its owner hears of the end.
pub struct Recorder(Box<Take>);

impl Recorder {
    /// One that hands ticks to `take`. It must not wait for anything, as the display waits for it.
    pub fn new(take: impl Fn(&View) -> Result<(), String> + Send + 'static) -> Recorder {
        Recorder(Box::new(take))
    }

    /// Hands over a tick.
    ///
    /// # Errors
    /// Why there is no use in going on.
    pub fn tick(&self, view: &View) -> Result<(), String> {
        (self.0)(view)
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}
