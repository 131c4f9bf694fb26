//! Two programs, the one writing into the other.

use crate::Outcome;

/// How a pipeline of two programs ended.
#[derive(Debug)]
pub struct Pipeline {
    /// The program that wrote.
    pub producer: Outcome,
    /// The program that read.
    pub consumer: Outcome,
}

impl Pipeline {
    /// Both must have ended with code 0 and with nothing on standard error; what the consumer wrote is
    /// what is looked at next.
    ///
    /// # Panics
    /// When one has not.
    #[track_caller]
    pub fn ok(self) -> Outcome {
        self.producer.ok().silent();
        self.consumer.ok().silent()
    }
}
