//! Where pages are in a file.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::fault::Fault;

/// How many bytes a page has.
pub const PAGE_SIZE: usize = 4096;
/// The page that holds the bytes by which programs lock a file: it is never used (section 1.4, "The Lock-Byte Page").
const LOCK_PAGE: u64 = (1 << 30) / PAGE_SIZE as u64 + 1;
/// The most pages that a file has.
const MAX_PAGES: u64 = (1 << 32) - 2;
/// Where a file says how many pages it has (section 1.3, "The Database Header").
const PAGE_COUNT_OFFSET: u64 = 28;

/// A file that pages are added to, by any number of threads.
#[derive(Debug)]
pub struct DatabaseFile {
    path: PathBuf,
    /// How many pages there are.
    pages: Mutex<u64>,
}

/// Pages that follow each other, but for the lock-byte page.
#[derive(Debug, Clone, Copy)]
pub struct PageRun {
    first: u64,
    count: u64,
}

impl PageRun {
    /// The number of the page at an index.
    pub fn number(self, index: usize) -> u32 {
        let number = self.first + index as u64;
        let number = if self.first < LOCK_PAGE && number >= LOCK_PAGE { number + 1 } else { number };
        // There are never more than `MAX_PAGES`.
        number as u32
    }
}

impl DatabaseFile {
    /// A file that has this many pages.
    pub fn new(path: &Path, pages: u64) -> DatabaseFile {
        DatabaseFile { path: path.to_owned(), pages: Mutex::new(pages) }
    }

    /// Pages for whoever writes them.
    pub fn take(&self, count: usize) -> Result<PageRun, Fault> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let first = if *pages + 1 == LOCK_PAGE { LOCK_PAGE + 1 } else { *pages + 1 };
        let run = PageRun { first, count: count as u64 };
        if first + run.count > MAX_PAGES {
            return Err(Fault::Text(format!("a file has at most {MAX_PAGES} pages of {PAGE_SIZE} bytes")));
        }
        if let Some(last) = count.checked_sub(1) {
            *pages = run.number(last).into();
        }
        Ok(run)
    }

    /// What writes pages.
    pub fn writer(&self) -> Result<PageWriter, Fault> {
        Ok(PageWriter { file: File::options().write(true).open(&self.path)? })
    }

    /// Notes how many pages there are, and waits until all are on the disk.
    pub fn finish(self) -> Result<(), Fault> {
        let pages = self.pages.into_inner().unwrap_or_else(PoisonError::into_inner) as u32;
        let mut file = File::options().write(true).open(&self.path)?;
        file.seek(SeekFrom::Start(PAGE_COUNT_OFFSET))?;
        file.write_all(&pages.to_be_bytes())?;
        file.sync_all()?;
        Ok(())
    }
}

/// Writes pages.
#[derive(Debug)]
pub struct PageWriter {
    file: File,
}

impl PageWriter {
    /// Writes the pages of a run.
    pub fn write_run(&mut self, run: PageRun, bytes: &[u8]) -> Result<(), Fault> {
        let before = match run.first < LOCK_PAGE {
            true => run.count.min(LOCK_PAGE - run.first) as usize,
            false => run.count as usize,
        };
        let (head, tail) = bytes.split_at(before * PAGE_SIZE);
        if !head.is_empty() {
            self.write_page(run.number(0), head)?;
        }
        if !tail.is_empty() {
            self.write_page(run.number(before), tail)?;
        }
        Ok(())
    }

    /// Writes a page, or several that follow each other.
    pub fn write_page(&mut self, number: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.file.seek(SeekFrom::Start((u64::from(number) - 1) * PAGE_SIZE as u64))?;
        self.file.write_all(bytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{DatabaseFile, LOCK_PAGE, MAX_PAGES};

    #[test]
    fn nothing_is_on_the_lock_byte_page() {
        for (there, count, expected) in [
            (1, 3, vec![2, 3, 4]),
            (LOCK_PAGE - 3, 4, vec![LOCK_PAGE - 2, LOCK_PAGE - 1, LOCK_PAGE + 1, LOCK_PAGE + 2]),
            (LOCK_PAGE - 1, 2, vec![LOCK_PAGE + 1, LOCK_PAGE + 2]),
            (LOCK_PAGE, 1, vec![LOCK_PAGE + 1]),
        ] {
            let file = DatabaseFile::new("none".as_ref(), there);
            let run = file.take(count).unwrap();
            let numbers: Vec<u64> = (0..count).map(|index| run.number(index).into()).collect();
            assert_eq!(numbers, expected);
            assert_eq!(u64::from(file.take(1).unwrap().number(0)), expected[count - 1] + 1);
        }
        assert!(DatabaseFile::new("none".as_ref(), MAX_PAGES - 1).take(2).is_err());
    }
}
