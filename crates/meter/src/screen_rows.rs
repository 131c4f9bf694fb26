//! The rows of a terminal that the meters of one pipeline share.
//!
//! They are a block: the cursor rests on its first row, and every row is drawn as seen from there. So the block goes where
//! the terminal moves it, and what a new size has changed is below the cursor, where it can be cleared.
//!
//! Each meter has a file in a folder of the user's named after the terminal: whether it is there or away (over, or
//! stopped), and what its row shows, so that each can draw all of them. Its row is its rank among the files. They stay
//! until all are over, as the last lines do too. A lock lets one at a time in.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use gush_pipe::lock::{self, Held};
use gush_pipe::procfs::is_running;

use crate::format;
use crate::user_folder;

/// The file that is locked while a meter draws, starts or ends. It is shared, and stays.
const LOCK: &str = "rows.lock";

/// A meter's row on a terminal; gone when dropped.
#[derive(Debug)]
pub(crate) struct Row {
    file: PathBuf,
    lock: File,
}

/// What the others know of a meter.
#[derive(Debug)]
struct Member {
    file: PathBuf,
    process: u32,
    is_away: bool,
    shown: String,
}

impl Row {
    /// A row of the terminal on standard error; `None` where there is nowhere to note it.
    pub(crate) fn take() -> Option<Row> {
        let terminal = fs::read_link("/proc/self/fd/2").ok()?;
        let home = user_folder::folder().ok()?;
        Row::within(&home.join(terminal.to_string_lossy().replace('/', "_")), &home.join(LOCK))
    }

    fn within(folder: &Path, lock: &Path) -> Option<Row> {
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(lock).ok()?;
        let held = lock::hold(&lock).ok()?;
        fs::create_dir_all(folder).ok()?;
        sweep_if_over(folder);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_micros();
        // The order in a pipeline is usually that of the process ids; that of the clock is by chance.
        let file = folder.join(format!("{:010}.{now}.{}", process::id(), process::id()));
        fs::write(&file, "+").ok()?;
        drop(held);
        Some(Row { file, lock })
    }

    /// Draws this row. A meter that came or went has drawn the others where they are now.
    pub(crate) fn draw(&self, text: &str, out: &mut impl Write) {
        let _held = self.hold();
        self.note('+', text);
        let members = members(self.folder());
        let down = match members.iter().position(|member| member.file == self.file) {
            Some(0) | None => String::new(),
            Some(row) => format!("\x1b[{row}B"),
        };
        // The row is cleared first: a terminal may clear from the last column on.
        write(out, &format!("\x1b7{down}\r\x1b[K{text}\x1b8"));
    }

    /// Draws all rows below the cursor, where the terminal is new to us, or has changed: each in at most `width` columns.
    pub(crate) fn draw_all(&self, text: &str, width: usize, out: &mut impl Write) {
        let _held = self.hold();
        self.note('+', text);
        write(out, &block(&members(self.folder()), width));
    }

    /// Writes a line of its own, above the rows.
    pub(crate) fn say(&self, text: &str, width: usize, out: &mut impl Write) {
        let _held = self.hold();
        write(out, &format!("\r\x1b[J{text}\r\n{}", block(&members(self.folder()), width)));
    }

    /// Leaves the terminal to others, for a while or for good. The last one to do so moves the cursor below the rows; where
    /// another process group has the terminal, nothing is written.
    pub(crate) fn leave(&self, text: &str, width: usize, is_foreground: bool, out: &mut impl Write) {
        let _held = self.hold();
        self.note('-', text);
        let members = members(self.folder());
        if is_foreground && !members.iter().any(Member::is_there) {
            write(out, &format!("\r\x1b[J{}\r\n", lines(&members, width)));
        }
    }

    fn note(&self, state: char, text: &str) {
        // Where it cannot be noted, the others draw an older line.
        let _ = fs::write(&self.file, format!("{state}{text}"));
    }

    fn hold(&self) -> Option<Held<'_>> {
        lock::hold(&self.lock).ok()
    }

    fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }
}

impl Drop for Row {
    fn drop(&mut self) {
        let _held = self.hold();
        sweep_if_over(self.folder());
        // Only an empty one goes.
        let _ = fs::remove_dir(self.folder());
    }
}

impl Member {
    fn of(file: PathBuf) -> Option<Member> {
        let process = file.file_name()?.to_str()?.rsplit('.').next()?.parse().ok()?;
        let noted = fs::read_to_string(&file).ok()?;
        let is_away = noted.starts_with('-');
        Some(Member { file, process, is_away, shown: noted.get(1..).unwrap_or_default().to_owned() })
    }

    /// Whether it draws its row.
    fn is_there(&self) -> bool {
        !self.is_away && is_running(self.process)
    }
}

/// The meters of a terminal, in the order of their rows.
fn members(folder: &Path) -> Vec<Member> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut members: Vec<Member> = entries.filter_map(|entry| Member::of(entry.path())).collect();
    members.sort_by(|one, other| one.file.cmp(&other.file));
    members
}

/// Removes all that is noted where no meter but this one is left.
fn sweep_if_over(folder: &Path) {
    let members = members(folder);
    if !members.iter().any(|member| member.process != process::id() && is_running(member.process)) {
        members.iter().for_each(|member| drop(fs::remove_file(&member.file)));
    }
}

/// All rows, from the cursor's on, which it goes back to.
fn block(members: &[Member], width: usize) -> String {
    let up = match members.len() {
        0 | 1 => String::new(),
        rows => format!("\x1b[{}A", rows - 1),
    };
    format!("\r\x1b[J{}{up}\r", lines(members, width))
}

fn lines(members: &[Member], width: usize) -> String {
    let lines: Vec<String> =
        members.iter().map(|member| format::colored_front(&member.shown, width)).collect();
    lines.join("\r\n")
}

/// Writes in one piece. An error is ignored: there is nowhere else to report it.
fn write(out: &mut impl Write, text: &str) {
    let _ = out.write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What this writes.
    fn written(draw: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        draw(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn rows_stay_until_the_last_one_leaves() {
        let home = tempfile::tempdir().unwrap();
        let (folder, lock) = (home.path().join("terminal"), home.path().join(LOCK));
        // A meter that was killed long ago, and one that lives: process 1 always does.
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("4294967294.1.4294967294"), "+old").unwrap();
        let row = Row::within(&folder, &lock).unwrap();
        assert_eq!(written(|out| row.draw("own", out)), "\x1b7\r\x1b[Kown\x1b8");
        let other = folder.join("0000000001.1.1");
        fs::write(&other, "+first").unwrap();
        assert_eq!(written(|out| row.draw("own", out)), "\x1b7\x1b[1B\r\x1b[Kown\x1b8");
        assert_eq!(written(|out| row.draw_all("own", 4, out)), "\r\x1b[Jfirs\r\nown\x1b[1A\r");
        assert_eq!(written(|out| row.say("hm", 9, out)), "\r\x1b[Jhm\r\n\r\x1b[Jfirst\r\nown\x1b[1A\r");
        // It is not the last one, and then it is.
        assert_eq!(written(|out| row.leave("end", 9, true, out)), "");
        fs::write(&other, "-first").unwrap();
        assert_eq!(written(|out| row.leave("end", 9, true, out)), "\r\x1b[Jfirst\r\nend\r\n");
        assert_eq!(written(|out| row.leave("end", 9, false, out)), "");
        drop(row);
        assert_eq!(members(&folder).len(), 2, "its line is still there");
        fs::remove_file(other).unwrap();
        let row = Row::within(&folder, &lock).unwrap();
        assert_eq!(members(&folder).len(), 1);
        drop(row);
        assert!(!folder.exists());
    }

    /// However they take turns, the cursor goes below the rows once, when the last of them has drawn its last line.
    #[test]
    fn one_of_them_is_the_last_one() {
        let home = tempfile::tempdir().unwrap();
        let (folder, lock) = (home.path().join("terminal"), home.path().join(LOCK));
        for _ in 0..20 {
            let row = Row::within(&folder, &lock).unwrap();
            let second = folder.join(format!("9999999999.1.{}", process::id()));
            fs::write(&second, "+").unwrap();
            let second = Row { file: second, lock: File::open(&lock).unwrap() };
            let out = std::thread::scope(|scope| {
                let ends =
                    [&row, &second].map(|row| scope.spawn(|| written(|out| row.leave("end", 9, true, out))));
                ends.map(|end| end.join().unwrap()).concat()
            });
            assert_eq!(out, "\r\x1b[Jend\r\nend\r\n");
        }
    }
}
