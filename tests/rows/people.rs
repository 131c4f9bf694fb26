//! People and towns: columns of one family agree within a row, whatever else is asked for, and texts are of the
//! requested locale or of no locale.

use crate::rows::{gush, rows};
use std::collections::HashSet;

/// The fields of each row of a CSV without quotes.
fn table(sentence: &str) -> Vec<Vec<String>> {
    let run = rows(&format!("-f csv {sentence}"));
    run.lines().iter().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn a_buyer_and_a_seller_are_two_people_each_of_one_piece() {
    let people = table(
        "-l 5000 person.name@of=buyer person.email@of=buyer person.name@of=seller person.email@of=seller \
         person.first@of=buyer person.last@of=seller",
    );
    let plain = |name: &str| name.to_lowercase().replace(['\'', ' '], "");
    let mut same = 0;
    for row in &people {
        let [buyer, buyers_mail, seller, sellers_mail, first, last] = &row[..] else { panic!("{row:?}") };
        for (name, mail) in [(buyer, buyers_mail), (seller, sellers_mail)] {
            let (first, last) = name.split_once(' ').expect("two names");
            let login = format!("{}.{}", plain(first), plain(last));
            assert!(mail.starts_with(&login), "{name} has the address {mail}");
        }
        assert!(buyer.starts_with(&format!("{first} ")) && seller.ends_with(&format!(" {last}")), "{row:?}");
        same += usize::from(buyer == seller);
    }
    assert!(same < 10, "{same} of 5000 buy from themselves");
}

#[test]
fn a_label_that_is_probably_mistyped_is_a_hint() {
    let run = gush("rows -l 2 buyer_name=name email@of=buyr").run().code(0);
    run.stderr_is("gush: no other column has the label `buyr` of `email`; did you mean `buyer`?\n");
    gush("rows -l 2 name a=name@of=other").run().code(0).stderr_is("");
}

#[test]
fn family_columns_are_the_same_alone_in_shards_and_on_many_threads() {
    let all = table("-l 30k noun person.email seq place.city@of=a person.name b=place.city");
    let column = |which: usize| all.iter().map(|row| row[which].clone()).collect::<Vec<_>>();
    for (which, spec) in [(1, "person.email"), (3, "place.city@of=a"), (4, "person.name"), (5, "place.city")]
    {
        let alone = table(&format!("-l 30k --threads 3 other={spec}"));
        assert!(alone.iter().map(|row| &row[0]).eq(&column(which)), "{spec} alone");
        let part = table(&format!("--rows 20_000..20_100 {spec}"));
        assert!(part.iter().map(|row| &row[0]).eq(&column(which)[20_000..20_100]), "{spec} in part");
    }
    assert_ne!(column(3), column(5));
}

#[test]
fn unique_addresses_stay_those_of_their_people() {
    let people = table("-l 50k person.first person.last person.email@unique person.username@unique");
    for which in [2, 3] {
        assert_eq!(people.iter().map(|row| &row[which]).collect::<HashSet<_>>().len(), 50_000);
    }
    for row in people {
        let first = row[0].to_lowercase().replace('\'', "");
        assert!(
            row[2].starts_with(&format!("{first}.")) && row[3].starts_with(&format!("{first}_")),
            "{row:?}"
        );
    }
    let refused = gush("rows person.name@unique place.city@unique").run().code(2).stdout_is("");
    refused
        .stderr_has(
            "`@unique` is not supported: each value is a part of a person whom other columns may describe too",
        )
        .stderr_has(
            "`@unique` is not supported: each value is a part of a place that other columns may describe too",
        );
}

#[test]
fn a_locale_has_its_own_texts_or_reports_which_have() {
    let cities =
        table("-l 200 place.country.code@locale=ja_JP,ja_JP postcode@locale=nl_NL@of=b phone@locale=it_IT");
    for row in cities {
        assert!(row[0] == "JP" && row[1].len() == 7 && row[2].starts_with("+39"), "{row:?}");
    }
    gush("rows n=sentence@locale=kk_KZ --locale fr_FR name.suffix phone name")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_is(
            "gush: 2 errors in the arguments; nothing was written\n  \
         n=sentence@locale=kk_KZ\n                    \
         ^^^^^ `sentence` has no data for kk_KZ, though 26 other locales have them\n  \
         name.suffix\n             \
         ^ `name.suffix` has no data for fr_FR, only for en; \
         write name.suffix@locale=en for English\n",
        );
    rows("--locale fr_FR -l 5 name.suffix@locale=en@of=other phone name uuidv4");
}

/// Without being asked to: a role in a column's name makes another person, any other text the same.
#[test]
fn columns_of_a_row_are_consistent() {
    let rows = table(
        "-l 2000 name customer_email=email phone city state.code postcode address gender age birthdate \
         buyer=name buyerEmail=email buyer_name.last=name.last",
    );
    let plain = |name: &str| name.to_lowercase().replace(['\'', ' ', '-'], "");
    let mut same = 0;
    for row in &rows {
        let [name, email, phone, city, state, postcode, .., buyer, buyers_mail, buyers_last] = &row[..]
        else {
            panic!("{row:?}")
        };
        for (name, mail) in [(name, email), (buyer, buyers_mail)] {
            let (first, last) = name.split_once(' ').expect("two names");
            assert!(mail.starts_with(&format!("{}.{}", plain(first), plain(last))), "{row:?}");
        }
        // The address has commas, which the test's own reading of a row parts.
        let line = row.join(",");
        assert!(line.contains(&format!(" {city}, {state} {postcode}\"")), "{line}");
        assert!(phone.starts_with("+1") && buyer.ends_with(&format!(" {buyers_last}")), "{row:?}");
        same += usize::from(buyer == name);
    }
    assert!(same < 10, "{same} of 2000 buy from themselves");
    let alone = table("-l 2000 x=email");
    assert!(alone.iter().map(|row| &row[0]).eq(rows.iter().map(|row| &row[1])));
}

#[test]
fn a_phone_can_be_of_any_country() {
    for (spec, start) in [("phone.de", "+49"), ("phone.jp", "+81"), ("phone.us", "+1"), ("phone.va", "+39")] {
        let found = table(&format!("-l 500 {spec}"));
        assert!(found.iter().all(|row| row[0].starts_with(start)), "{spec}: {found:?}");
    }
    gush("rows phone.zz").run().code(2).stderr_has("no generator has this name");
    gush("rows phone.DE").run().code(2).stderr_has("no generator has this name");
    gush("rows phone.de@locale=fr_FR").run().code(2).stderr_has("^^^^^ `phone.de` is of Germany already");
    gush("rows phone.local:13").run().code(2).stderr_has("^^ expected 8 to 12 digits");
}
