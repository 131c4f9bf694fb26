//! Python's classes of dates, times and decimals: objects of them by numbers, and numbers by objects.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

/// Python's classes that values are made of.
pub struct Classes {
    pub decimal: Py<PyAny>,
    /// `date.fromordinal`.
    pub date: Py<PyAny>,
    pub time: Py<PyAny>,
    pub duration: Py<PyAny>,
    uuid: Py<PyAny>,
    /// What makes an object and sets its attributes whatever its class says, as UUIDs refuse changes: it is faster than to call that.
    make: Py<PyAny>,
    set: Py<PyAny>,
    /// `uuid.SafeUUID.unknown`.
    unknown_safety: Py<PyAny>,
    /// 1970-01-01 in UTC, and without a zone.
    pub epoch: Py<PyAny>,
    pub local_epoch: Py<PyAny>,
    day_class: Py<PyAny>,
    moment_class: Py<PyAny>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

impl Classes {
    /// All of them.
    ///
    /// # Errors
    /// If Python does not have one.
    pub fn of(py: Python<'_>) -> PyResult<&Classes> {
        CLASSES.get_or_try_init(py, || {
            let datetime = py.import("datetime")?;
            let class = |name: &str| datetime.getattr(name);
            let object = py.import("builtins")?.getattr("object")?;
            let uuid = py.import("uuid")?;
            let zone = class("timezone")?.getattr("utc")?;
            let keywords = PyDict::new(py);
            keywords.set_item("tzinfo", &zone)?;
            Ok(Classes {
                decimal: py.import("decimal")?.getattr("Decimal")?.unbind(),
                date: class("date")?.getattr("fromordinal")?.unbind(),
                time: class("time")?.unbind(),
                duration: class("timedelta")?.unbind(),
                make: object.getattr("__new__")?.unbind(),
                set: object.getattr("__setattr__")?.unbind(),
                unknown_safety: uuid.getattr("SafeUUID")?.getattr("unknown")?.unbind(),
                uuid: uuid.getattr("UUID")?.unbind(),
                local_epoch: class("datetime")?.call1((1970, 1, 1))?.unbind(),
                day_class: class("date")?.unbind(),
                moment_class: class("datetime")?.unbind(),
                epoch: class("datetime")?.call((1970, 1, 1), Some(&keywords))?.unbind(),
            })
        })
    }
}

/// The number of 1970-01-01 among Python's days.
pub const EPOCH: i64 = 719_163;
/// Python's first and last day, from 1970-01-01 on.
pub const FIRST_DAY: i64 = 1 - EPOCH;
pub const LAST_DAY: i64 = 3_652_059 - EPOCH;
pub const SECONDS_PER_DAY: i64 = 86_400;
/// How many microseconds a second has.
pub const MICROS: i64 = 1_000_000;

/// A `date` by its day from 1970-01-01 on.
///
/// # Errors
/// If Python has no such day.
pub fn date_of(py: Python<'_>, day: i64) -> PyResult<Bound<'_, PyAny>> {
    Classes::of(py)?.date.bind(py).call1((day + EPOCH,))
}

/// A `datetime` by its microseconds since 1970-01-01T00:00:00: in a zone, or without one.
///
/// # Errors
/// If Python has no such time.
pub fn time_of<'py>(
    py: Python<'py>,
    micros: i64,
    zone: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let classes = Classes::of(py)?;
    let span = classes.duration.bind(py).call1((0, micros.div_euclid(MICROS), micros.rem_euclid(MICROS)))?;
    match zone {
        None => classes.local_epoch.bind(py).add(span),
        Some(zone) => classes.epoch.bind(py).add(span)?.call_method1("astimezone", (zone,)),
    }
}

/// A `UUID` by its number.
///
/// # Errors
/// If Python cannot make one.
pub fn uuid_of(py: Python<'_>, number: u128) -> PyResult<Bound<'_, PyAny>> {
    let classes = Classes::of(py)?;
    let made = classes.make.bind(py).call1((&classes.uuid,))?;
    let set = classes.set.bind(py);
    set.call1((&made, intern!(py, "int"), number))?;
    set.call1((&made, intern!(py, "is_safe"), &classes.unknown_safety))?;
    Ok(made)
}

/// A `Decimal` of n units of its last decimal place.
///
/// # Errors
/// If Python cannot make one.
pub fn decimal_of(py: Python<'_>, units: i128, places: usize) -> PyResult<Bound<'_, PyAny>> {
    Classes::of(py)?.decimal.bind(py).call1((decimal_text(units, places),))
}

/// The day of a `date` or a `datetime`, from 1970-01-01 on.
///
/// # Errors
/// If it is none.
pub fn day_of(date: &Bound<'_, PyAny>) -> PyResult<i64> {
    Ok(date.call_method0(intern!(date.py(), "toordinal"))?.extract::<i64>()? - EPOCH)
}

/// The microseconds of a `datetime` without a zone since 1970-01-01T00:00:00.
///
/// # Errors
/// If it is none.
pub fn micros_of(time: &Bound<'_, PyAny>) -> PyResult<i64> {
    let py = time.py();
    let span = time.sub(Classes::of(py)?.local_epoch.bind(py))?;
    let part = |name| span.getattr(name)?.extract::<i64>();
    let seconds = part(intern!(py, "days"))? * SECONDS_PER_DAY + part(intern!(py, "seconds"))?;
    Ok(seconds * MICROS + part(intern!(py, "microseconds"))?)
}

/// Whether an object is a `date`, as a `datetime` is, too.
///
/// # Errors
/// If Python cannot say.
pub fn is_date(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.is_instance(Classes::of(object.py())?.day_class.bind(object.py()))
}

/// Whether an object is a `datetime`.
///
/// # Errors
/// If Python cannot say.
pub fn is_time(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.is_instance(Classes::of(object.py())?.moment_class.bind(object.py()))
}

/// Whether a `datetime` has a zone.
///
/// # Errors
/// If it is none.
pub fn has_zone(time: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(!time.getattr(intern!(time.py(), "tzinfo"))?.is_none())
}

/// A decimal number in digits.
pub fn decimal_text(value: i128, scale: usize) -> String {
    let mut digits = value.unsigned_abs().to_string();
    if digits.len() <= scale {
        digits.insert_str(0, &"0".repeat(scale + 1 - digits.len()));
    }
    if scale > 0 {
        digits.insert(digits.len() - scale, '.');
    }
    if value < 0 {
        digits.insert(0, '-');
    }
    digits
}
