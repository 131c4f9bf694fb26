//! The strategies: every known way to repeat a text into a descriptor, fastest first.
//!
//! This is the one list of them. What a strategy may not do, the one below it does; the last one always works.

mod tee;
mod vmsplice;
mod write;

use std::io;

use crate::file_kind::FileKind;
use crate::flood::repetition::Repetition;
use crate::sink::Sink;

/// One way to write. See [`STRATEGIES`].
#[derive(Debug)]
pub struct Strategy {
    name: &'static str,
    needs: &'static str,
    suits: fn(FileKind) -> bool,
    run: fn(&mut Sink, &mut Repetition<'_>) -> io::Result<()>,
}

/// All strategies, from the fastest to the one that works everywhere.
pub const STRATEGIES: &[&Strategy] = &[&TEE_SOCKETS, &TEE_PAGES, &VMSPLICE, &WRITE];

/// References to 32 KiB blocks of the kernel's, copied through a broker pipe.
static TEE_SOCKETS: Strategy = Strategy {
    name: "tee-sockets",
    needs: "Linux, a pipe as output, short lines, tee, splice, socketpair",
    suits: is_pipe,
    run: tee::from_socket,
};

/// The same with the 4 KiB pages of an ordinary write.
static TEE_PAGES: Strategy = Strategy {
    name: "tee-pages",
    needs: "Linux, a pipe as output, short lines, tee, splice",
    suits: is_pipe,
    run: tee::from_pages,
};

/// References to our own memory, which is never changed.
static VMSPLICE: Strategy = Strategy {
    name: "vmsplice",
    needs: "Linux, a pipe as output, vmsplice",
    suits: is_pipe,
    run: vmsplice::run,
};

/// Plain writes and nothing else.
pub(crate) static WRITE: Strategy =
    Strategy { name: "write", needs: "nothing", suits: |_| true, run: write::run };

fn is_pipe(kind: FileKind) -> bool {
    kind == FileKind::Pipe
}

impl Strategy {
    /// The name to ask for it by.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it needs to work, for people to read.
    pub fn needs(&self) -> &'static str {
        self.needs
    }

    /// Whether it suits sinks of this kind. Only a try shows whether the system allows it.
    pub fn is_available(&self, kind: FileKind) -> bool {
        (self.suits)(kind)
    }

    /// Writes until `text` is over. After an error, `text` is at the exact byte that is next.
    pub(crate) fn write(&self, sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
        (self.run)(sink, text)
    }
}

/// The strategy of that name.
pub fn find(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().copied().find(|strategy| strategy.name == name)
}

/// The strategies for `sink` but the last, from `first` (or the fastest) downwards.
pub(crate) fn downwards(
    sink: &Sink,
    first: Option<&'static Strategy>,
) -> impl Iterator<Item = &'static Strategy> + use<> {
    let kind = sink.kind();
    let above = first.and_then(|first| STRATEGIES.iter().position(|strategy| strategy.name == first.name));
    let (_last, fast) = STRATEGIES.split_last().unwrap_or((&&WRITE, &[]));
    fast.iter().copied().skip(above.unwrap_or(0)).filter(move |strategy| strategy.is_available(kind))
}
