//! `memcpy` and `memmove`. Those of musl are one string instruction for any length, which takes 30 cycles to begin; most texts
//! are copied in two or three. Here short blocks are loaded and stored by registers, and only long ones take the string
//! instruction.
#![expect(unsafe_code, reason = "assembly")]

use std::arch::global_asm;

// Up to 64 bytes, all is loaded before anything is stored. Longer blocks are copied from their begin to their end, and their last
// bytes, which are loaded first, are stored last. So `memcpy` also moves a block to a place below, where both may overlap, and
// `memmove` has a loop of its own only for places above.
//
// rdi: where to, rsi: where from, rdx: how many bytes; rax: where to, as the result. Other registers need not be kept.
global_asm!(
    ".globl gush_memcpy",
    ".type gush_memcpy, @function",
    ".p2align 5",
    "gush_memcpy:",
    "mov rax, rdi",
    "cmp rdx, 16",
    "jb 30f",
    "movups xmm0, [rsi]",
    "movups xmm1, [rsi + rdx - 16]",
    "cmp rdx, 32",
    "ja 10f",
    // 16 to 32 bytes.
    "movups [rdi], xmm0",
    "movups [rdi + rdx - 16], xmm1",
    "ret",
    "10:",
    "movups xmm2, [rsi + 16]",
    "movups xmm3, [rsi + rdx - 32]",
    "cmp rdx, 64",
    "ja 11f",
    // 33 to 64 bytes.
    "movups [rdi], xmm0",
    "movups [rdi + 16], xmm2",
    "movups [rdi + rdx - 32], xmm3",
    "movups [rdi + rdx - 16], xmm1",
    "ret",
    "11:",
    "cmp rdx, 1024",
    "jae 20f",
    // 65 to 1023 bytes: steps of 64 up to the last 64, which are loaded now.
    "movups xmm4, [rsi + rdx - 64]",
    "movups xmm5, [rsi + rdx - 48]",
    "lea r8, [rdi + rdx - 64]",
    "12:",
    "movups xmm0, [rsi]",
    "movups xmm2, [rsi + 16]",
    "movups xmm6, [rsi + 32]",
    "movups xmm7, [rsi + 48]",
    "movups [rdi], xmm0",
    "movups [rdi + 16], xmm2",
    "movups [rdi + 32], xmm6",
    "movups [rdi + 48], xmm7",
    "add rsi, 64",
    "add rdi, 64",
    "cmp rdi, r8",
    "jb 12b",
    "movups [r8], xmm4",
    "movups [r8 + 16], xmm5",
    "movups [r8 + 32], xmm3",
    "movups [r8 + 48], xmm1",
    "ret",
    "20:",
    // Words of 8 bytes, then the last 16, whose first may be there already.
    "lea r8, [rdi + rdx - 16]",
    "mov rcx, rdx",
    "shr rcx, 3",
    "rep movsq",
    "movups [r8], xmm1",
    "ret",
    "30:",
    "cmp edx, 8",
    "jb 31f",
    "mov rcx, [rsi]",
    "mov rsi, [rsi + rdx - 8]",
    "mov [rdi], rcx",
    "mov [rdi + rdx - 8], rsi",
    "ret",
    "31:",
    "cmp edx, 4",
    "jb 32f",
    "mov ecx, [rsi]",
    "mov esi, [rsi + rdx - 4]",
    "mov [rdi], ecx",
    "mov [rdi + rdx - 4], esi",
    "ret",
    "32:",
    "cmp edx, 1",
    "jb 33f",
    "movzx ecx, byte ptr [rsi]",
    "je 34f",
    "movzx esi, word ptr [rsi + rdx - 2]",
    "mov [rdi], cl",
    "mov [rdi + rdx - 2], si",
    "33:",
    "ret",
    "34:",
    "mov [rdi], cl",
    "ret",
    ".size gush_memcpy, . - gush_memcpy",
    ".globl gush_memmove",
    ".type gush_memmove, @function",
    ".p2align 5",
    "gush_memmove:",
    "mov rax, rdi",
    "sub rax, rsi",
    "cmp rax, rdx",
    "jae gush_memcpy",
    "cmp rdx, 64",
    "jbe gush_memcpy",
    // Steps of 64 from the end to the first 64, which are loaded now.
    "mov rax, rdi",
    "movups xmm0, [rsi]",
    "movups xmm1, [rsi + 16]",
    "movups xmm2, [rsi + 32]",
    "movups xmm3, [rsi + 48]",
    "lea r8, [rdi + 64]",
    "add rsi, rdx",
    "add rdi, rdx",
    "40:",
    "movups xmm4, [rsi - 16]",
    "movups xmm5, [rsi - 32]",
    "movups xmm6, [rsi - 48]",
    "movups xmm7, [rsi - 64]",
    "movups [rdi - 16], xmm4",
    "movups [rdi - 32], xmm5",
    "movups [rdi - 48], xmm6",
    "movups [rdi - 64], xmm7",
    "sub rsi, 64",
    "sub rdi, 64",
    "cmp rdi, r8",
    "ja 40b",
    "movups [rax], xmm0",
    "movups [rax + 16], xmm1",
    "movups [rax + 32], xmm2",
    "movups [rax + 48], xmm3",
    "ret",
    ".size gush_memmove, . - gush_memmove",
);

// Both, as that of musl's two which the other needs would come along and be there twice.
#[cfg(target_env = "musl")]
global_asm!(
    ".globl memcpy",
    ".type memcpy, @function",
    ".set memcpy, gush_memcpy",
    ".globl memmove",
    ".type memmove, @function",
    ".set memmove, gush_memmove",
);

#[cfg(test)]
mod tests {
    use std::ffi::c_void;

    type Copy = unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> *mut c_void;

    unsafe extern "C" {
        fn gush_memcpy(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void;
        fn gush_memmove(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void;
    }

    /// Copies within a block, from one place to another, and checks all of it.
    fn check(copy: Copy, to: usize, from: usize, len: usize) {
        let mut block: Vec<u8> = (0..to.max(from) + len + 64).map(|n| (n % 251) as u8).collect();
        let mut naive = block.clone();
        naive.copy_within(from..from + len, to);
        let start = block.as_mut_ptr();
        // SAFETY: the block has this place.
        let target = unsafe { start.add(to) };
        // SAFETY: as above.
        let source = unsafe { start.add(from) };
        // SAFETY: the block has so many bytes from both places on.
        let result = unsafe { copy(target.cast(), source.cast_const().cast(), len) };
        assert_eq!(result.cast(), target);
        assert!(block == naive, "{len} bytes from {from} to {to}");
    }

    #[test]
    fn they_copy_all_lengths() {
        for len in (0..300).chain(1000..1100).chain([4095, 4096, 4097, 70_000]) {
            for (to, from) in [(0, len + 7), (3, len + 64), (len + 9, 1), (len + 16, 16), (5, 5)] {
                check(gush_memcpy, to, from, len);
                check(gush_memmove, to, from, len);
            }
        }
    }

    #[test]
    fn they_move_to_places_that_overlap() {
        for len in (0..200).chain(1020..1060).chain([5000]) {
            for by in (0..70).chain([127, 128, 129, 1000]) {
                check(gush_memcpy, 2, 2 + by, len);
                check(gush_memmove, 2, 2 + by, len);
                check(gush_memmove, 2 + by, 2, len);
            }
        }
    }
}
