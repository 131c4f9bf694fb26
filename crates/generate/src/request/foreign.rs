//! Compressors that are not ours: a file whose name asks for one is refused, with what to do instead.

use std::path::Path;

/// A way to pack files that is not ours: the ending of their names, and the program that reads what it packs from its
/// standard input.
#[derive(Debug)]
pub(super) struct Foreign {
    ending: &'static str,
    program: Option<&'static str>,
}

static FOREIGN: &[Foreign] = &[
    Foreign { ending: "xz", program: Some("xz") },
    Foreign { ending: "bz2", program: Some("bzip2") },
    Foreign { ending: "lz4", program: Some("lz4") },
    Foreign { ending: "br", program: Some("brotli") },
    Foreign { ending: "lz", program: Some("lzip") },
    Foreign { ending: "lzma", program: Some("xz --format=lzma") },
    Foreign { ending: "lzo", program: Some("lzop") },
    Foreign { ending: "z", program: Some("compress") },
    Foreign { ending: "zip", program: Some("zip") },
    Foreign { ending: "7z", program: None },
    Foreign { ending: "sz", program: None },
    Foreign { ending: "tar", program: None },
    Foreign { ending: "tgz", program: None },
];

/// How a file of this name is packed, where that is not ours.
pub(super) fn of_name(path: &Path) -> Option<&'static Foreign> {
    let end = path.extension()?.to_str()?;
    FOREIGN.iter().find(|other| other.ending.eq_ignore_ascii_case(end))
}

impl Foreign {
    /// What to do instead for the file `path`, which the option `output` names.
    pub(super) fn advice(&self, path: &Path, output: &str) -> String {
        let Foreign { ending, program } = self;
        let ours = "gush itself compresses with gz and zst";
        match program {
            Some(program) => {
                let path = path.display();
                format!(
                    "the file would not be .{ending}; instead of {output}, add `| {program} > {path}`; {ours}"
                )
            }
            None => format!("the file would not be .{ending}; {ours}"),
        }
    }
}
