//! Points: well-known text (WKT) and well-known binary (WKB), both of ISO 19125-1.

/// How many bytes a point has as WKB.
pub const POINT_BYTES: usize = 21;

/// x and y of a point of WKT, as in `POINT (13.4 52.5)`.
pub fn point_of_text(text: &[u8]) -> Option<[f64; 2]> {
    let inside = text.strip_prefix(b"POINT (")?.strip_suffix(b")")?;
    let space = inside.iter().position(|&byte| byte == b' ')?;
    let number = |text: &[u8]| {
        let is_plain = text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'.'));
        str::from_utf8(text).ok().filter(|_| is_plain)?.parse::<f64>().ok()
    };
    Some([number(&inside[..space])?, number(&inside[space + 1..])?])
}

/// A point as WKB: the byte order (least significant first), the type, x and y.
pub fn point_to_binary([x, y]: [f64; 2]) -> [u8; POINT_BYTES] {
    let mut bytes = [0; POINT_BYTES];
    bytes[..5].copy_from_slice(&[1, 1, 0, 0, 0]);
    bytes[5..13].copy_from_slice(&x.to_le_bytes());
    bytes[13..].copy_from_slice(&y.to_le_bytes());
    bytes
}

/// x and y of a point of WKB that [`point_to_binary`] wrote.
pub fn point_of_binary(bytes: &[u8]) -> Option<[f64; 2]> {
    let numbers = bytes.strip_prefix(&[1, 1, 0, 0, 0])?.as_chunks::<8>().0;
    let [x, y] = *numbers else { return None };
    Some([x, y].map(f64::from_le_bytes))
}

#[cfg(test)]
mod tests {
    use super::{point_of_binary, point_of_text, point_to_binary};

    #[test]
    fn points_are_read_back() {
        assert_eq!(point_of_text(b"POINT (-83.187364 30.802517)"), Some([-83.187_364, 30.802_517]));
        assert_eq!(point_of_text(b"POINT (1 -2)"), Some([1.0, -2.0]));
        for wrong in [
            "",
            "POINT (1 2",
            "POINT(1 2)",
            "POINT (1)",
            "POINT (1 2 3)",
            "POINT (nan 1)",
            "POINT (1e3 2)",
            "POINT ( )",
        ] {
            assert_eq!(point_of_text(wrong.as_bytes()), None, "{wrong}");
        }
        let wkb = point_to_binary([1.0, -2.5]);
        // As PostGIS writes ST_AsBinary(ST_MakePoint(1, -2.5)).
        let hex: String = wkb.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "0101000000000000000000f03f00000000000004c0");
        assert_eq!(point_of_binary(&wkb), Some([1.0, -2.5]));
        assert_eq!(point_of_binary(&wkb[..20]), None);
    }
}
