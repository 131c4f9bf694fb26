//! Messages: metadata, and after it a body of buffers.

use std::io;

use super::flat::{Builder, Offset, Value};
use crate::codec::{Codec, Compressor};

/// The bytes that begin every message.
const CONTINUATION: [u8; 4] = [0xFF; 4];
/// Arrow's number of the metadata's version 5.
pub(super) const VERSION: i16 = 4;

/// The types of messages, by Arrow's numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Header {
    Schema = 1,
    DictionaryBatch = 2,
    RecordBatch = 3,
}

/// The description of the body in a batch, whose buffers are one after the other.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// Where it begins in the output.
    start: usize,
    /// For each column how many rows it has, and how many of them are null.
    nodes: Vec<[i64; 2]>,
    /// Where each buffer begins, and how long it is.
    buffers: Vec<[i64; 2]>,
}

impl Body {
    /// Begins one at the end of what there is.
    pub fn begin(&mut self, out: &[u8]) {
        self.start = out.len();
        self.nodes.clear();
        self.buffers.clear();
    }

    pub fn node(&mut self, rows: u64, nulls: u64) {
        self.nodes.push([rows as i64, nulls as i64]);
    }

    /// Appends a buffer, compressed if that makes it shorter.
    pub fn buffer(
        &mut self,
        buffer: &[u8],
        compressor: Option<&mut Compressor>,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.add(buffer, compressor, false, out)
    }

    /// Appends a buffer of a dictionary, compressed if it is not empty, be it longer then: nanoarrow 0.9 takes those of
    /// dictionaries for compressed whatever their mark says.
    pub fn dictionary_buffer(
        &mut self,
        buffer: &[u8],
        compressor: Option<&mut Compressor>,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.add(buffer, compressor, true, out)
    }

    fn add(
        &mut self,
        buffer: &[u8],
        compressor: Option<&mut Compressor>,
        always: bool,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let start = out.len();
        match compressor.filter(|_| !buffer.is_empty()) {
            None => out.extend_from_slice(buffer),
            Some(compressor) => {
                let compressed = compressor.compress(buffer)?;
                // -1 says that a buffer stays as it is.
                let (len, bytes) = match always || compressed.len() < buffer.len() {
                    true => (buffer.len() as i64, compressed),
                    false => (-1, buffer),
                };
                out.extend_from_slice(&len.to_le_bytes());
                out.extend_from_slice(bytes);
            }
        }
        self.end_buffer(start, out);
        Ok(())
    }

    /// Ends a buffer that was written to `out` from `start` on.
    pub fn end_buffer(&mut self, start: usize, out: &mut Vec<u8>) {
        self.buffers.push([(start - self.start) as i64, (out.len() - start) as i64]);
        out.resize(self.start + (out.len() - self.start).next_multiple_of(8), 0);
    }

    /// Writes what a batch records of the body.
    pub fn describe(&self, rows: u64, codec: Option<Codec>, out: &mut Builder) -> Offset {
        let (nodes, buffers) = (out.structs(&self.nodes), out.structs(&self.buffers));
        let mut fields =
            vec![(0, Value::I64(rows as i64)), (1, Value::Offset(nodes)), (2, Value::Offset(buffers))];
        if let Some(codec) = codec {
            let compression = out.table(&[(0, Value::U8(u8::from(codec.is_zstd()))), (1, Value::U8(0))]);
            fields.push((3, Value::Offset(compression)));
        }
        out.table(&fields)
    }
}

/// The bytes before a body of this length: the metadata of a message.
pub(super) fn metadata(header: Header, root: Offset, mut metadata: Builder, body: usize) -> Vec<u8> {
    let message = metadata.table(&[
        (0, Value::I16(VERSION)),
        (1, Value::U8(header as u8)),
        (2, Value::Offset(root)),
        (3, Value::I64(body as i64)),
    ]);
    let metadata = metadata.finish(message);
    let mut out = Vec::with_capacity(8 + metadata.len());
    out.extend_from_slice(&CONTINUATION);
    out.extend_from_slice(&(metadata.len() as u32).to_le_bytes());
    out.extend_from_slice(&metadata);
    out
}

/// The bytes that end a stream.
pub(super) fn end(out: &mut Vec<u8>) {
    out.extend_from_slice(&CONTINUATION);
    out.extend_from_slice(&[0; 4]);
}
