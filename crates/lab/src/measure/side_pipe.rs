//! The pipe between a child and the drain, with `pv` in it where that is the drain.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::process::Command;

use gush_pipe::Source;
use gush_pipe::child::Child;

use super::captured_stderr::CapturedStderr;
use super::setting::Setting;
use super::stop::StopReason;
use crate::ladder::Drain;
use gush_store::model::Unit;

/// The output of a child, up to the drain.
pub(super) struct SidePipe {
    pub source: Source,
    /// The program in between, and its standard error.
    pub pv: Option<(Child, CapturedStderr)>,
}

impl SidePipe {
    /// A pipe to drain, and the end of it, or of the one before it, that is written to.
    pub(super) fn new(drain: Drain, setting: &Setting<'_>) -> Result<(SidePipe, OwnedFd), StopReason> {
        let pipe_size = setting.plan.pipe_size;
        let (reader, writer) = pipe(pipe_size)?;
        let source = source(reader);
        if drain != Drain::Pv {
            return Ok((SidePipe { source, pv: None }, writer.into()));
        }
        let (between, first) = pipe(pipe_size)?;
        let (stderr, stderr_writer) =
            io::pipe().map_err(|error| StopReason::of("no pipe could be had", &error))?;
        let mut pv = Command::new(&setting.plan.pv);
        pv.arg(if setting.unit == Unit::Lines { "-ql" } else { "-q" });
        pv.stdin(between).stdout(writer).stderr(stderr_writer);
        let pv = Child::spawn(pv).map_err(|error| StopReason::of("pv could not be started", &error))?;
        Ok((SidePipe { source, pv: Some((pv, CapturedStderr::of(stderr))) }, first.into()))
    }
}

fn pipe(size: Option<usize>) -> Result<(PipeReader, PipeWriter), StopReason> {
    let sized = || {
        let (reader, writer) = io::pipe()?;
        if let Some(size) = size {
            source(reader.try_clone()?).resize_pipe(size)?;
        }
        Ok((reader, writer))
    };
    sized().map_err(|error| StopReason::of("no pipe of that size could be had", &error))
}

fn source(reader: PipeReader) -> Source {
    Source::from_file(File::from(OwnedFd::from(reader)))
}
