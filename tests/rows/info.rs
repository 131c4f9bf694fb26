//! Lists of what there is, and what one looks for in them.

use crate::rows::gush;

/// The first word of each line; of a list by topic, of the lines below the topics.
fn found(arguments: &str) -> Vec<String> {
    let run = gush(&format!("rows {arguments}")).run().ok().silent();
    let lines = run.lines();
    let is_list = |line: &&&str| !line.starts_with("    ");
    let is_by_topic = arguments == "-G";
    let lines = (lines.iter().filter(is_list))
        .filter_map(|line| if is_by_topic { line.strip_prefix("  ") } else { Some(line) });
    lines.map(|line| line.split([' ', '[', ':', '=']).next().expect("a name").to_owned()).collect()
}

#[test]
fn lists_are_searched_by_name_and_description() {
    assert_eq!(found("-G email")[0], "email");
    assert!(found("-G email").iter().any(|name| name == "company.email"));
    assert_eq!(found("-G MAIL row's address reserved"), ["email"]);
    // Another program's name.
    assert_eq!(found("-G zipcode"), ["postcode"]);
    // A term of the description alone.
    assert!(found("-G RFC 9562").iter().all(|name| name.starts_with("uuid")));
    // `gush find` is the same list.
    let find = gush("find licence plate").run().ok().silent();
    gush("rows -G licence plate").run().ok().stdout_is(&find.stdout);
    assert!(found("-G").len() > 100);
    assert_eq!(found("-c ipv"), ["ipv4", "ipv6"]);
    assert_eq!(found("--locales german"), ["locale", "de_AT", "de_CH", "de_DE"]);
    assert_eq!(found("--modifiers null"), ["@list", "@null"]);
}

#[test]
fn unknown_names_and_excess_arguments_are_reported() {
    let reported = |arguments: &str, text: &str| {
        gush(&format!("rows {arguments}")).run().code(2).stdout_is("").stderr_has(text);
    };
    reported("-G qqqq", "  qqqq\n  ^^^^ nothing here is called so; `gush rows -G` lists all generators");
    reported("-g email name", "  name\n  ^^^^ leave this out, or write --generator before each name");
    reported("--completion bash name", "no rows are made with --completion; leave this out");
}

/// A generator of English texts alone reports it where another locale is asked for.
#[test]
fn english_only_generators_are_reported_in_another_locale() {
    let english = "adjectives animal animal.cat animal.dog color industry job.title noun product.category \
                   product.name word words";
    for name in english.split_whitespace() {
        let reported = gush(&format!("rows --locale de_DE {name}")).run().code(2).stdout_is("");
        reported.stderr_has(&format!(
            "`{name}` has no data for de_DE, only for en; write {name}@locale=en for English"
        ));
        let plain = gush(&format!("rows --seed 7 {name}")).run().ok().silent();
        for arguments in [format!("--locale de_DE {name}@locale=en"), format!("--locale en {name}")] {
            gush(&format!("rows --seed 7 {arguments}")).run().ok().silent().stdout_is(&plain.stdout);
        }
        gush(&format!("rows {name}@locale=fr_FR"))
            .run()
            .code(2)
            .stderr_has("has no data for fr_FR, only for en");
    }
    // Names of months and weekdays in a pattern are English texts, too.
    for pattern in ["%d._%B_%Y", "%a"] {
        let reported = gush(&format!("rows --locale de_DE date@format={pattern}")).run();
        reported.code(2).stderr_has("a name in the pattern of `date` has no data for de_DE, only for en");
        gush(&format!("rows --locale de_DE date@locale=en@format={pattern}")).run().ok().silent();
    }
    // A generator without texts is the same everywhere.
    let neutral = "seq int uuidv4 date date@format=%d.%m.%Y datetime bool email name hex emoji domain url slug lorem \
                   dinosaur price country.code:any iban http.method user.agent time";
    gush(&format!("rows --locale de_DE {neutral}")).run().ok().silent();
}
