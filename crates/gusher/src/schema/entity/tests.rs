use crate::generators::Context;
use crate::schema::Schema;

/// The marked text and the message of each diagnostic.
fn reports(specs: &[&str]) -> Vec<String> {
    let context = Context::default().now(1_750_000_000);
    let (_, diagnostics) = Schema::parse("t", specs, &context);
    let report = |diagnostic: &gush_diagnostics::Diagnostic| {
        let text = diagnostic.message.split("; say").next().unwrap().split("; write").next().unwrap();
        format!("{}: {text}", &diagnostic.text[diagnostic.span.clone()])
    };
    diagnostics.iter().map(report).collect()
}

/// Where no value may come twice, which thing a row has is drawn in another way.
#[test]
fn columns_of_one_thing_are_all_unique_or_none() {
    let apart = |at: &str, unique: &str, other: &str, entity: &str| {
        let text = "so that they would describe another";
        vec![format!("{at}: `{unique}` is unique and `{other}` is not, {text} {entity} in each row")]
    };
    let found = reports(&["code=country.code:any@unique", "land=country:any"]);
    assert_eq!(found, apart("country:any", "code", "land", "country"));
    let found = reports(&["company.domain", "company@unique"]);
    assert_eq!(found, apart("company", "company", "company.domain", "company"));
    for fine in [
        ["code=country.code:any@unique", "land=country:any@unique"],
        ["code=country.code:any@unique", "land=country:any@of=other"],
        ["email@unique", "name"],
    ] {
        assert_eq!(reports(&fine), Vec::<String>::new(), "{fine:?}");
    }
}

#[test]
fn columns_of_one_label_agree() {
    let one = |at: &str, entity: &str, a: &str, b: &str| {
        format!("{at}: columns of one label describe one {entity}; {a} and {b}")
    };
    assert_eq!(
        reports(&[
            "a=person.first@locale=de_DE",
            "b=person.last",
            "c=person.email@null=0.5@locale=fr_FR",
            "d=person.birthdate",
            "e=age:1,2@prefix=x",
            "f=place.city@locale=it_IT",
            "g=place.state@locale=nl_NL",
        ]),
        [
            one("person.last", "person", "`a` says de_DE", "`b` says en"),
            one("locale=fr_FR", "person", "`a` says de_DE", "`c` says fr_FR"),
            one("age:1,2", "person", "`d` says person.birthdate", "`e` says age:1,2"),
            one("locale=nl_NL", "place", "`f` says it_IT", "`g` says nl_NL"),
        ]
    );
}

#[test]
fn other_labels_other_families_and_other_columns_may_differ() {
    let none: [&str; 0] = [];
    assert_eq!(
        reports(&[
            "person.first@locale=de_DE",
            "person.email@locale=de-de",
            "person.last@of=b",
            "person.birthdate",
            "age:18,80",
            "person.birthdate:1,2@of=b",
            "place.city",
            "country:any@locale=fr_FR",
            "buyer_name=name@locale=fr_FR",
        ]),
        none
    );
}

#[test]
fn people_of_one_gender_are_so_in_all_columns() {
    let one =
        |at: &str, a: &str, b: &str| format!("{at}: columns of one label describe one person; {a} and {b}");
    assert_eq!(
        reports(&[
            "a=name.first@gender=female",
            "gender",
            "email@gender=female",
            "phone",
            "t=name.prefix@gender=male"
        ]),
        [
            one("gender", "`a` says female", "`gender` says nothing of a gender"),
            one("name.prefix", "`a` says female", "`t` says male"),
        ]
    );
    assert_eq!(
        reports(&["d=birthdate:18,65", "n=national.id:SE"]),
        [one("national.id:SE", "`d` says birthdate:18,65", "`n` says national.id:SE")]
    );
    let none: [&str; 0] = [];
    for fine in [["d=birthdate:18,65", "i=national.id:SE,18,65"], ["d=birthdate:18,65", "i=national.id:DE"]] {
        assert_eq!(reports(&fine), none);
    }
}

#[test]
fn columns_of_one_value_are_noted_once() {
    let note = |specs: &[&str], locale: &str| {
        let locale = crate::locale::find(locale).unwrap();
        let context = Context::default().locale(locale).now(0);
        let (schema, diagnostics) = Schema::parse("t", specs, &context);
        assert_eq!(diagnostics, []);
        schema.constant_places()
    };
    assert_eq!(
        note(&["name", "land=country", "city", "currency.code@null=0.5"], "de_DE").as_deref(),
        Some(
            "`land` and `currency.code` have the same values in every row, those of the locale de_DE; write country:any and \
             currency.code:any for any of the world, or --locale world for places everywhere"
        )
    );
    assert!(
        note(&["nationality"], "en")
            .unwrap()
            .starts_with("`nationality` has the same value in every row, that of")
    );
    for silent in [
        (&["name", "city", "country:any", "language:any", "coordinates", "const:x"][..], "en"),
        (&["name", "city", "country", "language"], "world"),
        (&["name", "country@hidden"], "en"),
    ] {
        assert_eq!(note(silent.0, silent.1), None, "{silent:?}");
    }
}

#[test]
fn a_label_like_another_one_is_noted() {
    let context = Context::default().now(0);
    for (specs, hint) in [
        (
            &["buyer_name=name", "email@of=buyr"][..],
            Some("no other column has the label `buyr` of `email`; did you mean `buyer`?"),
        ),
        (
            &["name@of=seller", "email@of=seller", "city@of=selller"],
            Some("no other column has the label `selller` of `city`; did you mean `seller`?"),
        ),
        (&["name", "a=name@of=other"], None),
        (&["name@of=a", "email@of=b"], None),
        (&["name@of=seller", "email@of=sender"], None),
        (&["name@of=depot1", "email@of=depot2"], None),
        (&["phone@of=x", "city@of=depot"], None),
    ] {
        let (schema, _) = Schema::parse("t", specs, &context);
        assert_eq!(schema.lone_label().as_deref(), hint, "{specs:?}");
    }
}

#[test]
fn repeated_attributes_are_reported() {
    assert_eq!(
        reports(&[
            "a=name",
            "person.name",
            "seller=name",
            "p=phone",
            "mobile=phone@unique",
            "q=phone@nth=2",
            "gender@of=x"
        ]),
        [
            "person.name: `person.name` would have the values of `a`, as both describe one person",
            "phone: `mobile` would have the values of `p`, as both describe one person",
        ]
    );
    let fine =
        ["name", "name", "a=city@of=x", "b=city@of=x", "c=city@nth=2", "city", "buyer=name", "buyer2=name"];
    assert_eq!(reports(&fine), Vec::<String>::new());
    let context = Context::default().now(0);
    let (_, diagnostics) = Schema::parse("t", &["a=email", "b=email", "c=name", "d=name"], &context);
    let ends = [
        "@of=LABEL for another person, or @nth=2 for the second email of the same person",
        "@of=LABEL for another person",
    ];
    for (diagnostic, end) in diagnostics.iter().zip(ends) {
        assert!(diagnostic.message.ends_with(end), "{}", diagnostic.message);
    }
}
