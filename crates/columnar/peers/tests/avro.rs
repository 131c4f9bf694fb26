//! The reader of the `apache-avro` crate sees the values that ndjson has.

#[path = "../../tests/common/mod.rs"]
mod common;

use apache_avro::Reader;
use apache_avro::types::Value;
use common::{expected, plan};
use gush_columnar::{Columnar, Codec, Options};
use serde_json::Value as Json;

/// What ndjson has for a value. Decimals have two places here.
fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Boolean(value) => value.into(),
        Value::Long(value) => value.into(),
        Value::String(text) => text.into(),
        Value::Union(_, value) => json(*value),
        Value::Array(items) => items.into_iter().map(json).collect(),
        Value::Record(fields) => fields.into_iter().map(|(name, value)| (name, json(value))).collect(),
        Value::Fixed(_, bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        Value::Uuid(id) => id.to_string().into(),
        Value::Date(days) => date(days.into()).into(),
        Value::TimeMicros(micros) => time(micros).into(),
        Value::TimestampMicros(micros) => {
            let (days, rest) = (micros.div_euclid(DAY), micros.rem_euclid(DAY));
            format!("{}T{}Z", date(days), time(rest)).into()
        }
        Value::Decimal(decimal) => {
            let bytes = Vec::<u8>::try_from(decimal).expect("bytes");
            let sign = if bytes[0] < 0x80 { 0 } else { -1 };
            let hundredths = bytes.iter().fold(sign, |n, byte| n << 8 | i64::from(*byte));
            serde_json::from_str(&format!("{:.2}", hundredths as f64 / 100.0)).expect("a number")
        }
        other => panic!("{other:?}"),
    }
}

/// The microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// The date of so many days since 1970-01-01, year by year.
fn date(mut days: i64) -> String {
    let is_leap = |year: i64| year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let (mut year, mut month) = (1970, 0);
    while days < 0 || days >= 365 + i64::from(is_leap(year)) {
        year -= i64::from(days < 0);
        let whole = 365 + i64::from(is_leap(year));
        (days, year) = if days < 0 { (days + whole, year) } else { (days - whole, year + 1) };
    }
    let lengths = [31, 28 + i64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, days + 1)
}

fn time(micros: i64) -> String {
    let seconds = micros / 1_000_000;
    assert_eq!(seconds * 1_000_000, micros);
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[test]
fn rows_are_those_of_ndjson() {
    let specs = [
        "id=seq",
        "n=int:-5,1M@null=0.3",
        "big=int:-9223372036854775808,9223372036854775807",
        "amount=decimal:-5,500,2@null=0.1",
        "day=date:1899-01-01,2104-12-31",
        "at=datetime@null=0.2",
        "t=time",
        "ok=bool@null=0.5",
        "u=uuidv4@null=0.1",
        "b=bytes:5",
        "code=country.code:any@null=0.2",
        "text=sentence@null=0.9",
        "ip=ipv4",
        "never=int@null=1",
        "tags=noun@null=0.2@list=0,4@null=0.2",
        "dice=int:1,6@list=3",
        "a.city=city@null=0.5",
        "a.c.n=int:0,9",
    ];
    let codecs = [None, Some(Codec::Snappy), Some(Codec::Zstd(1)), Some(Codec::Gzip(1))];
    for rows in [0, 1, 99, 100, 101, 250] {
        let plan = plan(&specs, rows).nest().expect("names that can be nested");
        let expected = expected(&plan, rows);
        for codec in codecs {
            let options = Options { codec, ..Options::default() };
            let file = common::file(Columnar::Avro, &plan, rows, 100, options);
            let reader = Reader::new(&file[..]).expect("a file");
            let found: Vec<Json> = reader.map(|row| json(row.expect("a row"))).collect();
            assert_eq!(found, expected, "{rows} rows by {codec:?}");
        }
    }
}
