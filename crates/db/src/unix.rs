//! Unix sockets.

/// About how many bytes are written to a Unix socket at once. Linux wakes a writer when less than a quarter of the socket's buffer is taken,
/// and frees what one call has written only once all of it was read: with longer writes, the server has read everything before the writer
/// runs again, and waits for it each time.
pub(crate) const UNIX_BLOCK: usize = 16 << 10;
