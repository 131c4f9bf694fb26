//! Checkpoints of the log of a Delta table: every ten versions, the state of the table as one Parquet file, so that readers need no
//! entries of the log before it.

use std::fs;
use std::io;
use std::path::Path;

use gush_columnar::lake::{DeltaCheckpoint, DeltaFile, DeltaMetadata, DeltaProtocol};
use serde_json::{Value, json};

/// After how many versions there is another checkpoint.
const INTERVAL: u64 = 10;

/// A checkpoint with what `_last_checkpoint` says of it.
pub(super) struct Checkpoint {
    pub file: Vec<u8>,
    pub pointer: Vec<u8>,
}

/// Whether this version is to have a checkpoint.
pub(super) fn is_due(version: u64) -> bool {
    version > 0 && version.is_multiple_of(INTERVAL)
}

/// The name of the checkpoint of a version.
pub(super) fn name(version: u64) -> String {
    format!("{version:020}.checkpoint.parquet")
}

/// The checkpoint of a version, by the entries of the log in this folder up to it. One entry is in memory at a time.
pub(super) fn checkpoint(folder: &Path, version: u64) -> io::Result<Checkpoint> {
    let mut state = State::default();
    for version in 0..=version {
        let entry = fs::read(folder.join(format!("{version:020}.json")))?;
        for line in entry.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            state.take(&serde_json::from_slice(line)?)?;
        }
    }
    let checkpoint = state.checkpoint.ok_or_else(|| io::Error::other("the log has no metadata"))?;
    let actions = checkpoint.actions();
    let file = checkpoint.finish()?;
    let pointer = json!({
        "version": version,
        "size": actions,
        "sizeInBytes": file.len(),
        "numOfAddFiles": state.files,
    });
    Ok(Checkpoint { file, pointer: pointer.to_string().into_bytes() })
}

/// What is gathered from the log, whose entries all are this program's: nothing is ever removed.
#[derive(Default)]
struct State {
    protocol: Option<DeltaProtocol>,
    checkpoint: Option<DeltaCheckpoint>,
    files: u64,
}

impl State {
    /// Takes in an action. The protocol comes before the metadata, and both before files.
    fn take(&mut self, action: &Value) -> io::Result<()> {
        if let Some(protocol) = action.get("protocol") {
            self.protocol = Some(self::protocol(protocol));
        } else if let Some(metadata) = action.get("metaData") {
            let protocol = self.protocol.take().unwrap_or_default();
            self.checkpoint = Some(DeltaCheckpoint::new(&protocol, &self::metadata(metadata))?);
        } else if let (Some(add), Some(checkpoint)) = (action.get("add"), &mut self.checkpoint) {
            checkpoint.add(&file(add))?;
            self.files += 1;
        }
        Ok(())
    }
}

fn protocol(of: &Value) -> DeltaProtocol {
    let version = |name: &str| of[name].as_i64().and_then(|number| i32::try_from(number).ok()).unwrap_or(1);
    let features = |name: &str| of[name].as_array().map(|features| features.iter().map(text).collect());
    DeltaProtocol {
        reader: version("minReaderVersion"),
        writer: version("minWriterVersion"),
        reader_features: features("readerFeatures"),
        writer_features: features("writerFeatures"),
    }
}

fn metadata(of: &Value) -> DeltaMetadata {
    let configuration = of["configuration"].as_object().into_iter().flatten();
    DeltaMetadata {
        id: text(&of["id"]),
        name: of["name"].as_str().map(str::to_owned),
        schema: text(&of["schemaString"]),
        partition_columns: of["partitionColumns"].as_array().into_iter().flatten().map(text).collect(),
        configuration: configuration.map(|(name, value)| (name.clone(), text(value))).collect(),
        created: of["createdTime"].as_i64(),
    }
}

fn file(of: &Value) -> DeltaFile {
    let partition = of["partitionValues"].as_object().into_iter().flatten();
    DeltaFile {
        path: text(&of["path"]),
        partition: partition.map(|(name, value)| (name.clone(), value.as_str().map(str::to_owned))).collect(),
        size: of["size"].as_i64().unwrap_or(0),
        modified: of["modificationTime"].as_i64().unwrap_or(0),
        statistics: of["stats"].as_str().map(str::to_owned),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
