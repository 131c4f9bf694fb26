//! The smallest and largest of values, for the statistics of a column chunk.

use super::bounds::Bounds;

/// The bounds of floating-point numbers: NaN counts for nothing, and where a bound is zero, its sign is that of the bound
/// (parquet.thrift, `ColumnOrder`).
pub(super) fn float_bounds(floats: &[f64]) -> Bounds {
    let (least, most) = floats.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &value| {
        (least.min(value), most.max(value))
    });
    if least > most {
        return Bounds::Unknown;
    }
    let signed = |bound: f64, zero: f64| if bound == 0.0 { zero } else { bound };
    Bounds::Floats(signed(least, -0.0), signed(most, 0.0))
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
