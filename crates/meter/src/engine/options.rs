//! What a transfer is asked to do.

/// What pipes are enlarged to: the largest that an ordinary user may ask for.
pub(super) const PIPE_SIZE: usize = 1 << 20;

/// What a transfer is to do besides moving bytes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Counts lines that end in this byte.
    pub lines: Option<u8>,
    /// Lines are the units of [`stop_at`](Options::stop_at) and of the limit; otherwise bytes are.
    pub by_lines: bool,
    /// Ends once this many units have passed.
    pub stop_at: Option<u64>,
    /// Uses `read` and `write` alone.
    pub plain: bool,
    /// The maximum number of bytes that are read ahead, or where that is not possible, at once.
    pub buffer: Option<usize>,
    /// Keeps this many of the last bytes for [`Counts::tail`](crate::shared_state::Counts::tail).
    pub tail: usize,
    /// Continues after what cannot be read, and writes zeros for it.
    pub skip_errors: Option<Skip>,
    /// Leaves holes where a file would get blocks of zeros.
    pub sparse: bool,
    /// Leaves pipes as large as they are.
    pub keep_pipes: bool,
    /// Forces every write to the device.
    pub sync: bool,
    /// Bypasses the system's cache where that is allowed.
    pub direct: bool,
}

impl Options {
    /// Whether pipes are enlarged as far as possible. A smaller buffer was asked for to hold little: what is in a pipe
    /// counts as passed, though its reader has not taken it yet.
    pub(super) fn enlarges_pipes(&self) -> bool {
        !self.keep_pipes && self.buffer.is_none_or(|buffer| buffer >= PIPE_SIZE)
    }
}

/// How to continue after what cannot be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Skip {
    /// The size of the blocks of which the rest is skipped at once; by default one byte at first, and up to 512 when there
    /// are many errors in a row.
    pub block: Option<u64>,
}
