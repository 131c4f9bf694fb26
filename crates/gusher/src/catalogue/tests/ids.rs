//! Ids: their bits, and the order of those that hold a time.

use super::values;

/// "Now" of these tests, in seconds.
const NOW: u64 = 1_750_000_000;

fn number(hex: &str) -> u128 {
    u128::from_str_radix(&hex.replace('-', ""), 16).unwrap()
}

/// The digits of a number written with this alphabet.
fn decoded(text: &str, alphabet: &str) -> u128 {
    let digit = |c| alphabet.find(c).unwrap_or_else(|| panic!("{text} has {c}")) as u128;
    text.chars().fold(0u128, |n, c| n.wrapping_mul(alphabet.len() as u128).wrapping_add(digit(c)))
}

#[test]
fn uuids_have_their_version_and_variant() {
    for version in [1, 4, 6, 7] {
        for id in values(&format!("uuidv{version}"), 3, 0..2000) {
            assert_eq!((id.len(), number(&id) >> 76 & 15, number(&id) >> 62 & 3), (36, version, 2), "{id}");
        }
    }
}

/// What sorts by time increases from row to row, also as text, and where a counter overflows.
#[test]
fn sortable_ids_increase() {
    for spec in ["uuidv6", "uuidv7", "ulid", "ksuid", "objectid"] {
        for start in [0, 4000, 65_000, (1 << 22) - 500, (1 << 24) - 500, (1 << 40) - 500, (1 << 53) - 1000] {
            let ids = values(spec, 3, start..start + 1000);
            assert!(ids.is_sorted_by(|a, b| a < b), "{spec} from row {start}");
        }
    }
}

#[test]
fn times_begin_with_now_and_go_on_as_documented() {
    let at = |spec: &str, row: u64| values(spec, 3, row..row + 1).remove(0);
    for row in [0, 1, 4095, 4096, 1 << 40] {
        let v7 = number(&at("uuidv7", row));
        assert_eq!(v7 >> 80, u128::from(NOW * 1000 + row / 4096));
        assert_eq!(v7 >> 64 & 0xFFF, u128::from(row % 4096));
        // RFC 9562, section 5.1: low, middle and high bits of the time.
        let v1 = number(&at("uuidv1", row));
        let time = (v1 >> 96) | (v1 >> 80 & 0xFFFF) << 32 | (v1 >> 64 & 0xFFF) << 48;
        let ticks = u128::from((NOW + 12_219_292_800) * 10_000_000 + row);
        assert_eq!(time, ticks);
        let v6 = number(&at("uuidv6", row));
        assert_eq!((v6 >> 80) << 12 | (v6 >> 64 & 0xFFF), ticks);
        let ulid = decoded(&at("ulid", row), "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
        assert_eq!(ulid >> 80, u128::from(NOW * 1000 + row / 65_536));
        assert_eq!(ulid >> 64 & 0xFFFF, u128::from(row % 65_536));
        let object = number(&at("objectid", row));
        assert_eq!(
            (object >> 64, object & 0xFF_FFFF),
            (u128::from(NOW + (row >> 24)), u128::from(row % (1 << 24)))
        );
    }
}

#[test]
fn nodes_are_random_and_marked_as_such() {
    for spec in ["uuidv1", "uuidv6"] {
        let nodes: Vec<u128> =
            values(spec, 3, 0..500).iter().map(|id| number(id) & ((1 << 48) - 1)).collect();
        assert!(nodes.iter().all(|node| node >> 40 & 1 == 1), "{spec}: the multicast bit");
        assert!(nodes.windows(2).all(|pair| pair[0] != pair[1]), "{spec}");
    }
}

/// The 40 bits in the middle are one maker's, that is one column's.
#[test]
fn one_column_is_one_maker_of_object_ids() {
    let maker = |spec: &str, seed| {
        let ids = values(spec, seed, 0..100);
        assert!(ids.iter().all(|id| id.len() == 24 && id[8..18] == ids[0][8..18]), "{ids:?}");
        ids[0][8..18].to_owned()
    };
    assert_ne!(maker("a=objectid", 1), maker("b=objectid", 1));
    assert_ne!(maker("a=objectid", 1), maker("a=objectid", 2));
}

#[test]
fn ksuids_are_27_letters_and_digits_of_their_time() {
    for (row, seconds) in [(0, 0), ((1 << 22) - 1, 0), (1 << 22, 1), (5 << 22, 5)] {
        for id in values("ksuid", 3, row..row + 1) {
            assert_eq!(id.len(), 27);
            // 62^27 is more than 128 bits hold: the seconds are in the upper 32 of 160, which the first 17 digits,
            // and whatever the others are, give.
            let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
            let upper = decoded(&id[..17], alphabet) as f64 * 62f64.powi(10) / 2f64.powi(128);
            assert_eq!(upper as u64, NOW - 1_400_000_000 + seconds, "{id}");
        }
    }
}

#[test]
fn nanoids_have_their_length_and_alphabet() {
    for (spec, len) in
        [("nanoid", 21), ("nanoid:1", 1), ("nanoid:8", 8), ("nanoid:9", 9), ("nanoid:100", 100)]
    {
        let ids = values(spec, 3, 0..2000);
        for id in &ids {
            let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            assert!(id.len() == len && id.chars().all(allowed), "{spec}: {id}");
        }
        // Every character comes in every position.
        for position in 0..len {
            let mut found: Vec<u8> = ids.iter().map(|id| id.as_bytes()[position]).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), 64, "{spec}, position {position}");
        }
    }
}

/// Base 64 for URLs, without padding, by the book.
fn from_base64(text: &str) -> Vec<u8> {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bits = String::new();
    for c in text.chars() {
        bits += &format!("{:06b}", alphabet.find(c).unwrap());
    }
    let (all, rest) = bits.split_at(bits.len() / 8 * 8);
    assert!(rest.chars().all(|bit| bit == '0'), "{text} ends in bits of no byte");
    all.as_bytes()
        .chunks(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect()
}

#[test]
fn tokens_hold_json_and_a_signature() {
    for token in values("jwt", 3, 0..1000) {
        let parts: Vec<&str> = token.split('.').collect();
        let [header, claims, signature] = parts[..] else { panic!("{token}") };
        let json = |text: &str| serde_json::from_slice::<serde_json::Value>(&from_base64(text)).unwrap();
        assert_eq!(json(header), serde_json::json!({ "alg": "HS256", "typ": "JWT" }));
        let claims = json(claims);
        let subject = claims["sub"].as_str().unwrap();
        assert!(subject.len() == 10 && subject.parse::<u64>().unwrap() >= 1_000_000_000, "{claims}");
        assert!((NOW - 30 * 86_400..=NOW).contains(&claims["iat"].as_u64().unwrap()), "{claims}");
        assert_eq!(from_base64(signature).len(), 32);
    }
}
