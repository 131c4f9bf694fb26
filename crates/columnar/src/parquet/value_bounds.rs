//! The smallest and largest of values, for the statistics of a column chunk.

use gusher::types::point_of_binary;

use super::bounds::Bounds;

/// The bounds of floating-point numbers; where a bound is zero, its sign is that of the bound (parquet.thrift, `ColumnOrder`).
/// Bounds leave NaN out there. To some readers NaN is larger than all numbers, and they would skip it by such bounds, so there
/// are none where a number is NaN.
pub(super) fn float_bounds(floats: &[f64]) -> Bounds {
    let (mut least, mut most, mut has_nan) = (f64::INFINITY, f64::NEG_INFINITY, false);
    for &value in floats {
        (least, most, has_nan) = (least.min(value), most.max(value), has_nan | value.is_nan());
    }
    if has_nan || least > most {
        return Bounds::Unknown;
    }
    let signed = |bound: f64, zero: f64| if bound == 0.0 { zero } else { bound };
    Bounds::Floats(signed(least, -0.0), signed(most, 0.0))
}

/// The box around points of well-known binary.
pub(super) fn point_bounds<'p>(points: impl Iterator<Item = &'p [u8]>) -> Bounds {
    let boxes = points.filter_map(point_of_binary).map(|[x, y]| Bounds::Points([x, y, x, y]));
    boxes.fold(Bounds::None, |all, own| all.and(&own))
}

/// The smallest value and the largest.
pub(super) fn ends_of<T: Copy + Ord>(values: &[T]) -> Option<(T, T)> {
    let (first, last) = (*values.first()?, *values.last()?);
    // Of others that is found out with the first few.
    if values.is_sorted() {
        return Some((first, last));
    }
    Some(values.iter().fold((first, first), |(least, most), &value| (least.min(value), most.max(value))))
}

/// The bounds of numbers beyond 64 bits, each of them in `width` bytes, 16 at most, with the most significant one first.
pub(super) fn wide_bounds(bytes: &[u8], width: usize) -> Bounds {
    // What follows a number in its 16 bytes is shifted out; the sign is repeated.
    let number = |bytes: &[u8; 16]| i128::from_be_bytes(*bytes) >> (8 * (16 - width));
    let (mut least, mut most, mut at) = (i128::MAX, i128::MIN, 0);
    while let Some(window) = bytes[at..].first_chunk() {
        let n = number(window);
        (least, most) = (least.min(n), most.max(n));
        at += width;
    }
    // Fewer than 16 bytes are left.
    for rest in bytes[at..].chunks_exact(width) {
        let mut window = [0; 16];
        window[..width].copy_from_slice(rest);
        (least, most) = (least.min(number(&window)), most.max(number(&window)));
    }
    Bounds::Wides(least, most)
}

/// The same of values of `width` bytes each, compared byte by byte.
pub(super) fn fixed_bounds(bytes: &[u8], width: usize) -> Bounds {
    if width == 0 {
        return Bounds::Bytes(Box::default(), Box::default());
    }
    let (mut least, mut most) = (&bytes[..width], &bytes[..width]);
    for value in bytes.chunks_exact(width) {
        if value < least {
            least = value;
        } else if value > most {
            most = value;
        }
    }
    Bounds::Bytes(least.into(), most.into())
}

#[cfg(test)]
mod tests {
    use super::{Bounds, wide_bounds};

    #[test]
    fn bounds_of_bytes_are_those_of_their_numbers() {
        for width in [1, 7, 9, 11, 16] {
            let most = (1i128 << (8 * width as u32 - 2)) - 1;
            let numbers = [7, -1, most, -most, 0, 1, 2];
            let bytes: Vec<u8> =
                numbers.iter().flat_map(|n| n.to_be_bytes()[16 - width..].to_vec()).collect();
            assert_eq!(wide_bounds(&bytes, width), Bounds::Wides(-most, most));
            assert_eq!(wide_bounds(&bytes[..width], width), Bounds::Wides(7, 7));
        }
    }
}
