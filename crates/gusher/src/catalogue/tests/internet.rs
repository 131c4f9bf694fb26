//! Addresses, hashes, codes and word lists.

use std::collections::HashSet;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::values;

fn all(spec: &str, is: impl Fn(&str) -> bool) {
    for value in values(spec, 5, 0..5000) {
        assert!(is(&value), "{spec} gave {value:?}");
    }
}

fn v4(text: &str) -> u32 {
    text.parse::<Ipv4Addr>().unwrap().into()
}

#[test]
fn every_octet_comes() {
    let addresses: Vec<[u8; 4]> =
        values("ipv4", 5, 0..20_000).iter().map(|text| v4(text).to_be_bytes()).collect();
    for position in 0..4 {
        let octets: HashSet<u8> = addresses.iter().map(|octets| octets[position]).collect();
        assert_eq!(octets.len(), 256, "octet {position}");
    }
}

#[test]
fn addresses_lie_in_their_networks() {
    all("ipv4:203.0.113.0/24", |text| v4(text) >> 8 == 0x00CB_0071);
    all("ipv4:10.1.2.3/8", |text| v4(text) >> 24 == 10);
    all("ipv4:192.0.2.7/32", |text| text == "192.0.2.7");
    all("ipv4.private", |text| text.parse::<Ipv4Addr>().unwrap().is_private());
    all("ipv4.public", |text| {
        let address = text.parse::<Ipv4Addr>().unwrap();
        let octets = address.octets();
        let is_shared = octets[0] == 100 && octets[1] & 0xC0 == 0x40;
        let is_benchmark = octets[0] == 198 && octets[1] & 0xFE == 18;
        let is_special = address.is_private()
            || address.is_loopback()
            || address.is_link_local()
            || address.is_documentation()
            || address.is_multicast();
        !(is_special || is_shared || is_benchmark || octets[0] == 0 || octets[0] >= 240)
    });
    let v6 = |text: &str| u128::from(text.parse::<Ipv6Addr>().unwrap());
    all("ipv6", |text| v6(text) >> 125 == 1);
    all("ipv6:2001:db8::/32", |text| v6(text) >> 96 == 0x2001_0DB8);
    all("ipv6:::1/128", |text| text == "::1");
    all("ipv6:fe80::/64", |text| text.starts_with("fe80::") && v6(text) >> 64 == 0xFE80 << 48);
    for range in ["10.", "172.16.", "172.31.", "192.168."] {
        assert!(values("ipv4.private", 5, 0..5000).iter().any(|text| text.starts_with(range)), "{range}");
    }
}

#[test]
fn user_agents_are_those_of_the_browser() {
    for (browser, own, others) in [
        ("chrome", "Chrome/", &["Edg/", "OPR/", "bot", "Samsung"][..]),
        ("edge", "Edg/", &["OPR/", "bot"]),
        ("firefox", "Firefox/", &["Chrome/", "bot"]),
        ("opera", "OPR/", &["Edg/", "bot"]),
        ("safari", "Safari/", &["Chrome/", "bot"]),
        ("samsung", "SamsungBrowser/", &["bot"]),
    ] {
        let is_its = |text: &str| text.contains(own) && !others.iter().any(|other| text.contains(other));
        all(&format!("user.agent:{browser}"), is_its);
    }
}

/// All private addresses and all networks of a length come once under `@unique`: both are counted without gaps.
#[test]
fn small_networks_are_used_up() {
    let found: HashSet<String> = values("ipv4:198.51.100.0/24@unique", 5, 0..256).into_iter().collect();
    assert_eq!(found.len(), 256);
    let found: HashSet<String> = values("port@unique", 5, 0..65_535).into_iter().collect();
    assert!(found.len() == 65_535 && found.contains("1") && found.contains("65535"));
}

#[test]
fn networks_have_no_bits_behind_their_prefix() {
    for spec in ["cidr", "cidr@unique"] {
        let mut lengths = HashSet::new();
        all(spec, |text| {
            let (address, length) = text.split_once('/').unwrap();
            let length: u32 = length.parse().unwrap();
            (8..=30).contains(&length) && v4(address) << length == 0
        });
        for text in values("cidr", 5, 0..5000) {
            lengths.insert(text.split_once('/').unwrap().1.to_owned());
        }
        assert_eq!(lengths.len(), 23);
    }
}

#[test]
fn hardware_addresses_are_padded_and_of_no_maker() {
    all("mac.address", |text| {
        let octets: Vec<u8> = text.split(':').map(|octet| u8::from_str_radix(octet, 16).unwrap()).collect();
        text.len() == 17 && octets.len() == 6 && octets[0] & 3 == 2 && text == text.to_lowercase()
    });
    assert!(values("mac.address", 5, 0..5000).iter().any(|text| text.contains(":0")));
}

#[test]
fn hashes_and_bytes_have_their_length() {
    let hex = |len: usize| {
        move |text: &str| text.len() == len && text.bytes().all(|c| b"0123456789abcdef".contains(&c))
    };
    for (spec, len) in [
        ("hash.md5", 32),
        ("hash.sha1", 40),
        ("hash.sha256", 64),
        ("hex", 32),
        ("hex:1", 1),
        ("hex:15", 15),
        ("hex:16", 16),
        ("hex:17", 17),
        ("hex:777", 777),
        ("bytes", 32),
        ("bytes:3", 6),
    ] {
        all(spec, hex(len));
        // Every digit comes in every position.
        let found = values(spec, 5, 0..2000);
        for position in 0..len {
            assert_eq!(
                found.iter().map(|text| text.as_bytes()[position]).collect::<HashSet<_>>().len(),
                16,
                "{spec}"
            );
        }
    }
    all("hex:8@upper", |text| text.len() == 8 && text == text.to_uppercase());
    for (spec, len, padding) in
        [("base64", 24, "=="), ("base64:3", 4, ""), ("base64:5", 8, "="), ("bytes:1,base64", 4, "==")]
    {
        all(spec, |text| {
            let digits = text.trim_end_matches('=');
            let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
            text.len() == len && &text[digits.len()..] == padding && digits.chars().all(in_alphabet)
        });
    }
}

#[test]
fn the_web_is_reserved() {
    let reserved = |domain: &str| {
        [".example", ".invalid", ".test", ".example.com", ".example.net", ".example.org"]
            .iter()
            .any(|end| domain.ends_with(end))
    };
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || "-.".contains(c));
    all("domain", |text| reserved(text) && plain(text));
    all("url", |text| {
        let (scheme, rest) = text.split_once("://").unwrap();
        let (domain, path) = rest.split_once('/').unwrap();
        ["http", "https"].contains(&scheme) && reserved(domain) && plain(domain) && !path.is_empty()
    });
    all("slug", |text| text.split('-').count() == 3 && plain(text) && !text.contains('.'));
}

#[test]
fn statuses_come_as_often_as_servers_send_them() {
    let found = values("http.status", 5, 0..50_000);
    let share = |status: &str| found.iter().filter(|text| *text == status).count() as f64 / 50_000.0;
    assert!((0.58..0.64).contains(&share("200")), "{}", share("200"));
    assert!((0.05..0.07).contains(&share("404")), "{}", share("404"));
    assert!(share("507") > 0.0 && share("507") < 0.001);
    all("http.status", |text| (200..=511).contains(&text.parse::<u32>().unwrap()));
}

/// The naive twin of a picture.
#[test]
fn codes_look_like_their_picture() {
    let fits = |picture: &str, text: &str| {
        let mut texts = text.chars();
        let mut picture = picture.chars();
        while let Some(c) = picture.next() {
            let Some(found) = texts.next() else { return false };
            let fits = match c {
                '#' => found.is_ascii_digit(),
                '%' => found.is_ascii_digit() && found != '0',
                '?' => found.is_ascii_lowercase(),
                '^' => found.is_ascii_uppercase(),
                '*' => found.is_ascii_alphanumeric(),
                '\\' => Some(found) == picture.next(),
                other => found == other,
            };
            if !fits {
                return false;
            }
        }
        texts.next().is_none()
    };
    for picture in
        ["###-???", "%##", "^^ ##.##.####", r"\#\*\\\@*,", "é#x", "###########################", "***-***"]
    {
        all(&format!("pattern:{picture}"), |text| fits(picture, text));
    }
    assert!(!fits("#", "a") && !fits("##", "1") && !fits(r"\#", "1"), "the twin must be able to fail");
    // All codes of a short picture come once.
    let found: HashSet<String> = values("pattern:#-?@unique", 5, 0..260).into_iter().collect();
    assert_eq!(found.len(), 260);
}

#[test]
fn regexes_are_drawn_through_the_grammar_of_columns() {
    all(r"regex:[a-z]{3}\@x\.(com|net)", |text| {
        text.len() == 9 && &text[3..6] == "@x." && ["com", "net"].contains(&&text[6..])
    });
    all(r"regex:\d\*\\,[x,y]", |text| text.len() == 5 && &text[1..4] == r"*\,");
    all("regex:[0-9]+", |text| (1..=9).contains(&text.len()));
}

#[test]
fn words_are_as_many_as_asked_for() {
    for (spec, count) in
        [("word", 1), ("words", 3), ("words:12", 12), ("lorem", 10), ("lorem:1", 1), ("lorem:40", 40)]
    {
        all(spec, |text| text.split(' ').count() == count && text == text.trim() && !text.contains("  "));
    }
    let sentences = |text: &str| text.matches('.').count();
    all("paragraph", |text| sentences(text) == 4 && text.ends_with('.') && text.matches(". ").count() == 3);
    all("paragraph:1", |text| sentences(text) == 1 && text.ends_with('.'));
}

#[test]
fn prices_lie_between_both_ends_included() {
    let all_of = |spec: &str| values(spec, 5, 0..5000).into_iter().collect::<HashSet<_>>();
    assert_eq!(all_of("price:0.99,1.01"), ["0.99", "1.00", "1.01"].map(String::from).into());
    assert_eq!(all_of("price:5,5"), ["5.00".to_owned()].into());
    all("price", |text| {
        (1.0..=999.99).contains(&text.parse::<f64>().unwrap()) && text.split_once('.').unwrap().1.len() == 2
    });
    all("price:,0.5", |text| (0.0..=0.5).contains(&text.parse::<f64>().unwrap()));
    all("price:2000", |text| (2000.0..=2999.99).contains(&text.parse::<f64>().unwrap()));
}

#[test]
fn weights_of_a_modifier_are_kept() {
    let found = values("enum:free,pro@weights=4:1", 3, 0..50_000);
    let pro = found.iter().filter(|text| *text == "pro").count();
    assert!((9_500..10_500).contains(&pro), "{pro}");
    assert_eq!(
        values("enum:a,b*3,c", 3, 0..1000),
        values("enum:a,b,c@weights=1:3:1", 3, 0..1000).iter().map(String::clone).collect::<Vec<_>>()
    );
}

#[test]
fn lists_have_no_doubles_and_no_outer_blanks() {
    for spec in [
        "adjectives",
        "animal",
        "animal.cat",
        "animal.dog",
        "color",
        "dinosaur",
        "domain.tld",
        "emoji",
        "event.action",
        "http.method",
        "industry",
        "occupation",
        "user.agent",
        "mime.type",
        "product.category",
        "word",
    ] {
        all(spec, |text| !text.is_empty() && text == text.trim());
    }
}
