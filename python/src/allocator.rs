//! The memory of large arrays. The columns of a table are made in memory that the system hands out page by page, at a fault
//! for each page: more time than making the values takes. Large pages need few faults, and blocks that were freed and
//! are still there need none. The system may take the pages of freed blocks whenever it needs memory.
#![expect(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// The size of a large page on most machines. Where it is another one, nothing is lost.
const PAGE: usize = 2 << 20;
/// From this size on a block has pages of its own.
const MIN_LARGE: usize = 256 << 10;
/// How many bytes of freed blocks are kept, and how many blocks.
const KEPT_BYTES: usize = 512 << 20;
const KEPT_BLOCKS: usize = 128;

/// The system's allocator, but for large blocks.
pub struct Allocator;

/// Blocks that were freed and may be handed out again: where they begin and how long they are.
struct Kept {
    blocks: [(usize, usize); KEPT_BLOCKS],
    count: usize,
    bytes: usize,
}

/// Nobody waits for it: in a forked process the thread that has it may be missing.
static KEPT: Mutex<Kept> = Mutex::new(Kept { blocks: [(0, 0); KEPT_BLOCKS], count: 0, bytes: 0 });

impl Kept {
    fn take(&mut self, len: usize) -> Option<*mut u8> {
        let at = self.blocks[..self.count].iter().position(|block| block.1 == len)?;
        let (start, _) = self.blocks[at];
        self.count -= 1;
        self.blocks[at] = self.blocks[self.count];
        self.bytes -= len;
        Some(ptr::with_exposed_provenance_mut(start))
    }

    /// Whether a block fits, which is then here.
    fn put(&mut self, start: *mut u8, len: usize) -> bool {
        let fits = self.count < KEPT_BLOCKS && self.bytes + len <= KEPT_BYTES;
        if fits {
            self.blocks[self.count] = (start.expose_provenance(), len);
            self.count += 1;
            self.bytes += len;
        }
        fits
    }
}

/// How long the block for this many bytes is: a few lengths only, so that blocks fit again.
fn block_len(size: usize) -> Option<usize> {
    size.checked_next_multiple_of(size.checked_next_power_of_two()? / 16)
}

/// New pages, all zero, that begin at a large page; null if there are none.
fn map(size: usize, len: usize) -> *mut u8 {
    let Some(padded) = len.checked_add(PAGE) else { return ptr::null_mut() };
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: the system chooses where, so nothing that is there is replaced.
    let Ok(start) = (unsafe { mmap_anonymous(ptr::null_mut(), padded, access, MapFlags::PRIVATE) }) else {
        return ptr::null_mut();
    };
    let before = start.cast::<u8>().align_offset(PAGE).min(PAGE);
    let block = start.cast::<u8>().wrapping_add(before);
    unmap(start, before);
    unmap(block.wrapping_add(len).cast(), PAGE - before);
    if size >= PAGE {
        // The last page stays small where it is not full. What the system says to advice does not matter.
        // SAFETY: the pages are the block's.
        let _ = unsafe { madvise(block.cast(), size / PAGE * PAGE, Advice::LinuxHugepage) };
    }
    block
}

/// Gives pages of a block back.
fn unmap(start: *mut c_void, len: usize) {
    if len > 0 {
        // SAFETY: callers have these pages from `map`, and nobody uses them any more. If the system refuses, they stay.
        let _ = unsafe { munmap(start, len) };
    }
}

/// A block for this many bytes, and whether it is zero.
fn block(size: usize) -> (*mut u8, bool) {
    let Some(len) = block_len(size) else { return (ptr::null_mut(), false) };
    let kept = KEPT.try_lock().ok().and_then(|mut kept| kept.take(len));
    kept.map_or_else(|| (map(size, len), true), |block| (block, false))
}

fn is_large(layout: Layout) -> bool {
    layout.size() >= MIN_LARGE && layout.align() <= PAGE
}

// SAFETY: small blocks are the system allocator's. Large ones are pages of their own, aligned for `PAGE`; which of both
// a block is follows from its layout, as does its length.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_large(layout) {
            return block(layout.size()).0;
        }
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_large(layout) {
            let (start, is_zero) = block(layout.size());
            if !is_zero && !start.is_null() {
                // SAFETY: the block has as many bytes.
                unsafe { start.write_bytes(0, layout.size()) };
            }
            return start;
        }
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        if !is_large(layout) {
            // SAFETY: the caller's promise is the same, and small blocks are the system allocator's.
            return unsafe { System.dealloc(start, layout) };
        }
        let len = block_len(layout.size()).unwrap_or(0);
        // SAFETY: the pages are the block's, and what is in them means nothing any more. A system that does not know this
        // advice keeps the pages, which is too much to keep.
        let is_lent = unsafe { madvise(start.cast(), len, Advice::LinuxFree) }.is_ok();
        let is_kept = is_lent && KEPT.try_lock().is_ok_and(|mut kept| kept.put(start, len));
        if !is_kept {
            unmap(start.cast(), len);
        }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let (old, new) = (layout.size(), Layout::from_size_align(size, layout.align()));
        let Ok(new) = new else { return ptr::null_mut() };
        if !is_large(layout) && !is_large(new) {
            // SAFETY: the caller's promise is the same, and both are the system allocator's.
            return unsafe { System.realloc(start, layout, size) };
        }
        if is_large(layout) && is_large(new) && block_len(old) == block_len(size) {
            return start;
        }
        // SAFETY: the new size is not 0, as the caller promises.
        let moved = unsafe { self.alloc(new) };
        if !moved.is_null() {
            // SAFETY: both have as many bytes as the shorter one, and they are different blocks. The caller has no use
            // for the old one any more.
            unsafe {
                ptr::copy_nonoverlapping(start, moved, old.min(size));
                self.dealloc(start, layout);
            }
        }
        moved
    }
}
