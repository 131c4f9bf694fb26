//! The diagnostics of wrong constraints of the internet, ids, commerce and texts, with their spans.

use crate::generators::Context;
use crate::schema::Schema;

/// The diagnostics of a column: what they point at, and their messages.
fn findings(spec: &str) -> Vec<(String, String)> {
    let read = |_: &str| Ok(Vec::new());
    let context = Context::default().now(1_750_000_000).files(&read);
    let (_, diagnostics) = Schema::parse("t", &[spec], &context);
    diagnostics
        .iter()
        .map(|diagnostic| (spec[diagnostic.span.clone()].to_owned(), diagnostic.message.clone()))
        .collect()
}

#[test]
fn wrong_constraints_are_refused_with_their_span() {
    const NETWORK: &str = "expected a network such as 203.0.113.0/24";
    const NETWORK_6: &str = "expected a network such as 2001:db8::/32";
    const PRICE: &str = "expected a price such as 5, 0.5 or 19.99";
    const HEX: &str = "expected 1 to 8,192 digits; the form is hex:N";
    const BOTH: &str = "weights are after the words or in @weights, not in both";
    for (spec, at, text) in [
        ("uuidv7:3", "3", "`uuidv7` takes no constraint"),
        ("domain:com", "com", "`domain` takes no constraint"),
        ("hex:0", "0", HEX),
        ("hex:8193", "8193", HEX),
        ("hex:-1", "-1", HEX),
        ("hex:", "", HEX),
        ("hex:ten", "ten", HEX),
        ("hex:3,4", "4", "one field too many; the form is hex:N"),
        ("base64:4097", "4097", "expected 1 to 4,096 bytes; the form is base64:N"),
        ("nanoid:1025", "1025", "expected 1 to 1,024 characters; the form is nanoid:N"),
        ("words:0", "0", "expected 1 to 1,000 words; the form is words:N"),
        ("lorem:1001", "1001", "expected 1 to 1,000 words; the form is lorem:N"),
        ("paragraph:101", "101", "expected 1 to 100 sentences; the form is paragraph:N"),
        ("ipv4:10.0.0.0", "10.0.0.0", NETWORK),
        ("ipv4:10.0.0/8", "10.0.0/8", NETWORK),
        ("ipv4:", "", NETWORK),
        ("ipv4:10.0.0.0/33", "33", "expected a length of the prefix from 0 to 32"),
        ("ipv4:10.0.0.0/", "", "expected a length of the prefix from 0 to 32"),
        ("ipv6:10.0.0.0/8", "10.0.0.0/8", NETWORK_6),
        ("ipv6:2001:db8::", "2001:db8::", NETWORK_6),
        ("ipv6:::/129", "129", "expected a length of the prefix from 0 to 128"),
        ("price:5,1", "5,1", "the smallest value (5.00) is above the largest (1.00)"),
        ("price:-1", "-1", PRICE),
        ("price:1.234", "1.234", PRICE),
        ("price:1.", "1.", PRICE),
        ("price:.5", ".5", PRICE),
        ("price:1,2,3", "3", "one field too many; the form is price:MIN,MAX"),
        ("price:1,99999999999999", "99999999999999", "expected a price below 10,000,000,000,000"),
        ("credit.card:vista", "vista", "no brand has this name; did you mean `visa`?"),
        (
            "credit.card:x",
            "x",
            "no brand has this name; there are amex, diners, discover, jcb, mastercard, unionpay and visa",
        ),
        ("ean:12", "12", "expected 13 or 8 digits"),
        ("iban:US", "US", "expected the two letters of a country that has IBANs, such as DE, FR or GB"),
        ("iban@locale=ja_JP", "ja_JP", "`iban` has no data for ja_JP, though 48 other locales have them"),
        (
            "iban:DE@locale=fr_FR",
            "fr_FR",
            "there is a country in the constraint already; leave one of the two",
        ),
        (
            r"regex:a\x00b",
            r"\x00",
            "the pattern can give a NUL character, which no database takes in a text; leave it out",
        ),
        (
            r"regex:a[\x00\n]b",
            r"\x00",
            "the pattern can give a NUL character, which no database takes in a text; leave it out",
        ),
        (
            r"regex:\p{Cc}",
            r"\p{Cc}",
            "the pattern can give a NUL character, which no database takes in a text; leave it out",
        ),
        ("iban:", "", "expected the two letters of a country that has IBANs, such as DE, FR or GB"),
        ("regex", "", r"a pattern is needed, such as regex:[A-Z]{2}\d{4}"),
        ("regex:a(b", "(", "unclosed group"),
        (r"regex:a(?=b)", "(?=", "look-around, including look-ahead and look-behind, is not supported"),
        ("pattern", "", "a picture is needed, such as pattern:###-???"),
        (
            r"pattern:##\",
            r"\",
            r"a backslash escapes the character after it; a backslash itself is written \\",
        ),
        ("enum:a,b@weights=1", "1", "there must be as many weights as words: 1 weight, 2 words"),
        ("enum:a@weights=1:2", "1:2", "there must be as many weights as words: 2 weights, 1 word"),
        ("enum:a,b@weights=1:x", "x", "expected a weight such as 3 or 0.25"),
        ("enum:a*2,b@weights=1:2", "2", BOTH),
        ("enum:a,b@weights=1M:1M", "1M:1M", "the weights add up to more than 1,048,576"),
        ("noun@weights=1:2", "weights=1:2", "`noun` does not take @weights"),
        (
            "regex:a*a*@unique",
            "unique",
            "`@unique` is not supported: each value is a text that the pattern may make in several ways",
        ),
        ("http.status@upper", "upper", "these values have no letters for @upper to change"),
    ] {
        assert_eq!(findings(spec), [(at.to_owned(), text.to_owned())], "{spec}");
    }
}

#[test]
fn wrong_numbers_of_bytes_digits_and_levels_are_refused() {
    for (spec, at, text) in [
        ("bytes:0", "0", "expected 1 to 4,096 bytes; the form is bytes:N[,hex|base64]"),
        ("bytes:4,base32", "base32", "expected hex or base64"),
        (
            "bytes:4,8,hex,x",
            "x",
            "one field too many; the form is bytes:N[,hex|base64] or bytes:MIN,MAX[,hex|base64]",
        ),
        ("bytes:4,hex,x", "x", "expected hex or base64"),
        ("bytes:5,2", "2", "the fewest bytes are more than the most"),
        ("bytes:1,9,hex@format=hex", "hex", "the form is given already; leave it or @format"),
        ("bits:5,2", "2", "the fewest digits are more than the most"),
        ("bits:0", "0", "expected 1 to 4,096 digits; the form is bits:N or bits:MIN,MAX"),
        ("json:33", "33", "expected 1 to 32 levels; the form is json:DEPTH,BYTES"),
        ("xml:3,63", "63", "expected 64 to 65,536 bytes; the form is xml:DEPTH,BYTES"),
    ] {
        assert_eq!(findings(spec), [(at.to_owned(), text.to_owned())], "{spec}");
    }
}

#[test]
fn right_constraints_are_taken() {
    for spec in [
        "hex:8k",
        "bytes:1,hex",
        "ipv6:::/0",
        "ipv4:0.0.0.0/0",
        "iban:de",
        "ean:13",
        "price:,2",
        "price:1000000",
        "regex:^a$",
        r"pattern:\#",
        "regex:[a-z]{1,100}@unique",
        "uuidv7@unique",
        "enum@weights=1:2:3",
    ] {
        assert_eq!(findings(spec), [], "{spec}");
    }
}

#[test]
fn wrong_weights_and_orders_are_refused_with_their_span() {
    for (spec, span, text) in [
        ("enum:a,b@weights=-1:1", "-1", "a weight cannot be negative"),
        ("enum:a,b@weights=0:0", "0:0", "all weights are 0; at least one must be more"),
        ("enum:a*2,b@dist=zipf", "zipf", "the words have weights already; leave those or this"),
        (
            "enum@cycle@dist=zipf",
            "cycle",
            "the words come one after the other or by a distribution, not both",
        ),
    ] {
        assert_eq!(findings(spec), [(span.to_owned(), text.to_owned())], "{spec}");
    }
}

#[test]
fn slips_are_refused() {
    for (spec, at, text) in [
        (
            "enum:a,b,",
            ",",
            "the last value is empty; to have an empty value, write it first, as in enum:,a,b",
        ),
        (
            "enum:a,,@upper",
            ",",
            "the last value is empty; to have an empty value, write it first, as in enum:,a,b",
        ),
        (
            "enum:a|b",
            "a|b",
            "values are separated by commas, as in enum:a,b; for this text in every row write const:a|b",
        ),
        (
            "enum:",
            "",
            "the values are missing; the form is enum:A,B*WEIGHT,…, and an empty text in every row is enum:*1",
        ),
        (
            "int:@null=0.1",
            "",
            "a constraint is missing after the colon; the form is int:MIN,MAX, or int alone",
        ),
    ] {
        assert_eq!(findings(spec), [(at.to_owned(), text.to_owned())], "{spec}");
    }
}
