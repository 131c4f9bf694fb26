//! Pictures, by an independent decoder; hashes by Python's hashlib.

use crate::rows::rows;
use gush_testkit::{Program, assert_same, need};

/// A decoder of PNG in a few lines on top of Python's zlib: each chunk's checksum, the stream's, and the pixels.
const DECODER: &str = "
import base64, struct, sys, zlib
for line in sys.stdin:
    data = base64.b64decode(line.strip().removeprefix('data:image/png;base64,'), validate=True)
    assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
    at, chunks = 8, {}
    while at < len(data):
        size, = struct.unpack('>I', data[at:at + 4])
        name, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        assert zlib.crc32(name + body) == struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0], name
        chunks[name] = body
        at += 12 + size
    assert list(chunks) == [b'IHDR', b'PLTE', b'IDAT', b'IEND']
    width, height, depth, color = struct.unpack('>IIBB', chunks[b'IHDR'][:10])
    assert (depth, color) == (1, 3)
    pixels, row = zlib.decompress(chunks[b'IDAT']), 1 + (width + 7) // 8
    assert len(pixels) == row * height and all(pixels[row * y] == 0 for y in range(height))
    for y in range(height):
        bits = ''.join(f'{byte:08b}' for byte in pixels[row * y + 1:row * (y + 1)])[:width]
        assert bits == bits[::-1] or width % 8, bits
    print(width, height)
";

#[test]
fn pictures_are_valid_and_differ() {
    need!("python3");
    for size in [8, 16, 31, 32, 100, 512] {
        let run = rows(&format!("-l 40 image:{size},uri"));
        let decoded =
            Program::new("python3").args(["-c", DECODER]).stdin(run.stdout.clone()).run().ok().silent();
        assert_same(decoded.stdout, format!("{size} {size}\n").repeat(40));
        let mut lines = run.lines();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 40);
    }
    // The same bytes in other forms.
    let texts = rows("-l 3 x=image:8,uri").text().replace("data:image/png;base64,", "");
    rows("-l 3 x=image:8,base64").stdout_is(texts);
}

/// Pillow reads them, where it is.
#[test]
fn pillow_opens_them() {
    need!("python3");
    let program = "
import base64, io, sys
try:
    from PIL import Image
except ImportError:
    sys.exit(0)
for line in sys.stdin:
    image = Image.open(io.BytesIO(base64.b64decode(line)))
    image.load()
    assert image.size == (64, 64) and image.format == 'PNG'
    assert len(image.convert('RGB').getcolors()) <= 2
";
    let run = rows("-l 20 image:64,base64");
    Program::new("python3").args(["-c", program]).stdin(run.stdout).run().ok().silent();
}

#[test]
fn sha512_is_that_of_hashlib() {
    need!("python3");
    let run = rows("-f tsv -l 200 t=sentence h=expr:sha512(t)");
    let program = "
import hashlib, sys
for line in sys.stdin:
    text, digits = line.rstrip('\\n').split('\\t')
    assert hashlib.sha512(text.encode()).hexdigest() == digits, text
";
    Program::new("python3").args(["-c", program]).stdin(run.stdout).run().ok().silent();
}
