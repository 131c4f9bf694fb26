//! Lists of what there is, and what one looks for in them.

use crate::rows::gush;

/// The first word of each line; of a list by topic, of the lines below the topics.
fn found(words: &str) -> Vec<String> {
    let run = gush(&format!("rows {words}")).run().ok().silent();
    let lines = run.lines();
    let is_by_topic = words.starts_with("-G");
    let lines =
        lines.iter().filter_map(|line| if is_by_topic { line.strip_prefix("  ") } else { Some(line) });
    lines.map(|line| line.split([' ', '[', ':', '=']).next().expect("a name").to_owned()).collect()
}

#[test]
fn lists_are_searched_by_name_and_description() {
    assert_eq!(found("-G email"), ["email", "company.email", "domain"]);
    assert_eq!(found("-G MAIL row's"), ["email", "company.email"]);
    // Another program's name.
    assert_eq!(found("-G zipcode"), ["postcode"]);
    // A word of the description alone.
    assert!(found("-G RFC 9562").iter().all(|name| name.starts_with("uuid")));
    assert!(found("-G").len() > 100);
    assert_eq!(found("-c ipv"), ["ipv4", "ipv6"]);
    assert_eq!(found("--locales german"), ["locale", "de_AT", "de_CH", "de_DE"]);
    assert_eq!(found("--modifiers null"), ["@list", "@null"]);
}

#[test]
fn what_is_not_found_or_not_asked_is_told() {
    let told = |words: &str, text: &str| {
        gush(&format!("rows {words}")).run().code(2).stdout_is("").stderr_has(text);
    };
    told("-G zebra", "  zebra\n  ^^^^^ neither a name nor a description in this list has this word");
    told("-G email zebra", "no name and description in this list have all these words");
    told("-g email name", "  name\n  ^^^^ leave this out, or write --generator before each name");
    told("--completion bash name", "no rows are made with --completion; leave this out");
}

/// A generator of English words alone says so where words are to be of another locale.
#[test]
fn english_words_are_told_in_another_locale() {
    let english = "adjectives animal animal.cat animal.dog color industry job.title noun product.category \
                   product.name word words";
    for name in english.split_whitespace() {
        let told = gush(&format!("rows --locale de_DE {name}")).run().code(2).stdout_is("");
        told.stderr_has(&format!(
            "`{name}` has no data for de_DE, only for en; write {name}@locale=en for English"
        ));
        let plain = gush(&format!("rows --seed 7 {name}")).run().ok().silent();
        for words in [format!("--locale de_DE {name}@locale=en"), format!("--locale en {name}")] {
            gush(&format!("rows --seed 7 {words}")).run().ok().silent().stdout_is(&plain.stdout);
        }
        gush(&format!("rows {name}@locale=fr_FR"))
            .run()
            .code(2)
            .stderr_has("has no data for fr_FR, only for en");
    }
    // Names of months and weekdays in a pattern are English words, too.
    for pattern in ["%d._%B_%Y", "%a"] {
        let told = gush(&format!("rows --locale de_DE date@format={pattern}")).run();
        told.code(2).stderr_has("a name in the pattern of `date` has no data for de_DE, only for en");
        gush(&format!("rows --locale de_DE date@locale=en@format={pattern}")).run().ok().silent();
    }
    // What has no words is the same everywhere.
    let neutral = "seq int uuidv4 date date@format=%d.%m.%Y datetime bool email name hex emoji domain url slug lorem \
                   dinosaur price country.code:any iban http.method user.agent time";
    gush(&format!("rows --locale de_DE {neutral}")).run().ok().silent();
}
