//! What the static program has in place of musl's own: it is slower there than the program that is linked with glibc.
//! docs/engineering/speed.md has the figures.

mod allocator;
#[cfg(target_arch = "x86_64")]
mod copy;
