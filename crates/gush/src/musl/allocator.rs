//! The allocator: dlmalloc's for small blocks, musl's for large ones.
//!
//! musl gives groups of small blocks back to the system as soon as they are free, and asks for them anew a moment later. dlmalloc
//! keeps them. Large blocks are better with musl: each is a mapping of its own, which grows without a copy and whose memory
//! is the system's again when it is freed.
#![expect(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};

use dlmalloc::GlobalDlmalloc;

/// Blocks of so many bytes and more are musl's.
const LARGE: usize = 256 << 10;

#[cfg_attr(target_env = "musl", global_allocator)]
static ALLOCATOR: Allocator = Allocator;

struct Allocator;

fn is_large(size: usize) -> bool {
    size >= LARGE
}

// SAFETY: both allocators keep the contract, and the size in the layout, which a block keeps until it is freed or resized, tells
// which of them a block is from.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_large(layout.size()) {
            // SAFETY: the caller keeps to the contract.
            unsafe { System.alloc(layout) }
        } else {
            // SAFETY: as above.
            unsafe { GlobalDlmalloc.alloc(layout) }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_large(layout.size()) {
            // SAFETY: the caller keeps to the contract.
            unsafe { System.alloc_zeroed(layout) }
        } else {
            // SAFETY: as above.
            unsafe { GlobalDlmalloc.alloc_zeroed(layout) }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_large(layout.size()) {
            // SAFETY: the caller keeps to the contract, and a block of this size is from there.
            unsafe { System.dealloc(block, layout) }
        } else {
            // SAFETY: as above.
            unsafe { GlobalDlmalloc.dealloc(block, layout) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (is_large(layout.size()), is_large(size)) {
            // SAFETY: the caller keeps to the contract, and blocks of both sizes are from there.
            (true, true) => unsafe { System.realloc(block, layout, size) },
            // SAFETY: as above.
            (false, false) => unsafe { GlobalDlmalloc.realloc(block, layout, size) },
            (true, false) | (false, true) => {
                // SAFETY: the caller says that this size is a valid one for this alignment.
                let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
                // SAFETY: the size is not 0, as the caller says.
                let moved = unsafe { self.alloc(new) };
                if !moved.is_null() {
                    // SAFETY: both blocks have so many bytes, and the new one is none of the old one's.
                    unsafe { moved.copy_from_nonoverlapping(block, layout.size().min(size)) };
                    // SAFETY: the caller gives the block up.
                    unsafe { self.dealloc(block, layout) };
                }
                moved
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::alloc::{GlobalAlloc, Layout};

    use proptest::prelude::*;

    use super::{ALLOCATOR, Allocator, LARGE};

    proptest! {
        /// Growing and shrinking over the border between the two keeps what is in a block.
        #[test]
        fn blocks_keep_their_bytes(
            sizes in prop::collection::vec((1..LARGE / 8).prop_union(LARGE - 3..LARGE + 3).or(LARGE..4 * LARGE), 2..12),
            align in 0u32..7,
            is_zeroed: bool,
        ) {
            let layout = |size: usize| Layout::from_size_align(size, 1 << align).expect("a size and a power of two");
            let mut size = sizes[0];
            let block = layout(size);
            let alloc = if is_zeroed { Allocator::alloc_zeroed } else { Allocator::alloc };
            // SAFETY: the size is not 0.
            let mut place = unsafe { alloc(&ALLOCATOR, block) };
            let mut naive = vec![0; size];
            if !is_zeroed {
                naive.iter_mut().zip((0..=255).cycle()).for_each(|(byte, n)| *byte = n);
                // SAFETY: the block has so many bytes.
                unsafe { place.copy_from_nonoverlapping(naive.as_ptr(), size) };
            }
            for (&new, n) in sizes[1..].iter().zip(100u8..) {
                // SAFETY: the block is of this layout, and the new size is not 0.
                place = unsafe { ALLOCATOR.realloc(place, layout(size), new) };
                prop_assert!(place.addr().is_multiple_of(1 << align));
                let kept = size.min(new);
                naive.resize(new, n);
                // SAFETY: what was kept lies in the block.
                let added = unsafe { place.add(kept) };
                // SAFETY: the block has so many more.
                unsafe { added.write_bytes(n, new - kept) };
                // SAFETY: the block has so many bytes, which were all written.
                let bytes = unsafe { std::slice::from_raw_parts(place, new) };
                prop_assert_eq!(bytes, &naive[..]);
                size = new;
            }
            // SAFETY: the block is of this layout.
            unsafe { ALLOCATOR.dealloc(place, layout(size)) };
        }
    }
}
