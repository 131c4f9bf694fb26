//! Types as databases spell them, with lengths, precisions and words after them, by the names of `STORAGE_TYPES`.

/// The name of a type that SQL spells in another way: `timestamp(3) with time zone` is `timestamptz_ms`, and `varchar(50)` is `text`, as no
/// text is cut. `None` for what has its name already.
pub(super) fn canonical(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let (head, parameters, tail) = match text.split_once('(') {
        None => (&text[..], None, ""),
        Some((head, rest)) => {
            let (inside, tail) = rest.split_once(')')?;
            (head, Some(inside.trim()), tail)
        }
    };
    let words: Vec<&str> = head.split_whitespace().chain(tail.split_whitespace()).collect();
    let number = || parameters.and_then(|text| text.parse::<u32>().ok());
    Some(match (&words.join(" ")[..], parameters) {
        ("timestamp with time zone", _) | ("timestamptz", Some(_)) => timed("timestamptz", parameters)?,
        ("timestamp without time zone", _) | ("timestamp" | "datetime", Some(_)) => {
            timed("timestamp", parameters)?
        }
        ("time without time zone", _) | ("time", Some(_)) => timed("time", parameters)?,
        ("character varying" | "character" | "char" | "nvarchar" | "nchar", _) | ("varchar", Some(_)) => {
            "text".into()
        }
        ("varbinary" | "binary", Some(_)) => "bytea".into(),
        ("float", Some(_)) => match number()? {
            1..=24 => "float4".into(),
            25..=53 => "float8".into(),
            _ => return None,
        },
        ("dec", Some(inside)) => format!("decimal({inside})"),
        ("mediumint", None) => "int32".into(),
        ("tinyint unsigned" | "utinyint", None) => "uint8".into(),
        ("smallint unsigned" | "usmallint", None) => "uint16".into(),
        ("int unsigned" | "integer unsigned" | "uinteger", None) => "uint32".into(),
        ("bigint unsigned" | "ubigint", None) => "uint64".into(),
        _ => return None,
    })
}

/// A type of times with this number of decimal places of seconds, which is the microsecond where SQL does not say it.
fn timed(name: &str, places: Option<&str>) -> Option<String> {
    let suffix = match places.map_or(Some(6), |places| places.parse().ok())? {
        0 => "_s",
        1..=3 => "_ms",
        4..=6 => "",
        7..=9 => "_ns",
        _ => return None,
    };
    Some(format!("{name}{suffix}"))
}

#[cfg(test)]
mod tests {
    use crate::types::StorageType;

    #[test]
    fn types_are_known_as_databases_spell_them() {
        for (sql, name) in [
            ("timestamp with time zone", "timestamptz"),
            ("TIMESTAMP(3) WITH TIME ZONE", "timestamptz_ms"),
            ("timestamp(0) without time zone", "timestamp_s"),
            ("datetime(6)", "timestamp"),
            ("timestamptz(9)", "timestamptz_ns"),
            ("time(3)", "time_ms"),
            ("time without time zone", "time"),
            ("varchar(50)", "text"),
            ("character varying(50)", "text"),
            ("char(36)", "text"),
            ("float(24)", "float4"),
            ("float(53)", "float8"),
            ("dec(5, 0)", "numeric(5,0)"),
            ("mediumint", "int32"),
            ("tinyint unsigned", "uint8"),
            ("ubigint", "uint64"),
            ("varbinary(16)", "bytea"),
            ("timestamp with time zone[]", "timestamptz[]"),
        ] {
            assert_eq!(StorageType::named(sql), StorageType::named(name), "{sql}");
            assert!(StorageType::named(sql).is_some(), "{sql}");
        }
        for unknown in
            ["timestamp(x)", "time(10)", "float(0)", "float(54)", "dec", "varchar(", "char varying"]
        {
            assert_eq!(StorageType::named(unknown), None, "{unknown}");
        }
    }
}
