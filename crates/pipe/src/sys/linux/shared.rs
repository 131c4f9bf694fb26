//! File systems that other machines may write to.

use std::fs::File;
use std::io;

use rustix::fs::fstatfs;

/// The kinds of file systems on which other machines may write, whose locks this one may not see: NFS, SMB (three of
/// them), Ceph, 9P, FUSE, AFS (two), Coda, GFS2, OCFS2, Lustre and GPFS.
const SHARED: [u32; 14] = [
    0x0000_6969,
    0x0000_517B,
    0xFF53_4D42,
    0xFE53_4D42,
    0x00C3_6400,
    0x0102_1997,
    0x6573_5546,
    0x5346_414F,
    0x6B41_4653,
    0x7375_7245,
    0x0116_1970,
    0x7461_636F,
    0x0BD0_0BD3,
    0x4750_4653,
];

/// Whether other machines may write to the file system of `file`.
pub(crate) fn is_shared(file: &File) -> io::Result<bool> {
    Ok(SHARED.contains(&(fstatfs(file)?.f_type as u32)))
}
