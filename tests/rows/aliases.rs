//! The names that other programs have for generators: as columns, in schemas, in lists and in hints.

use crate::rows::{gush, rows, seeded};
use gush_testkit::Scratch;

/// Names of several programs, and the column specs that they are aliases of.
const NAMES: [(&str, &str); 11] = [
    ("first_name", "name.first"),
    ("firstName", "name.first"),
    ("person.firstName", "name.first"),
    ("First Name", "name.first"),
    ("zipCode", "postcode"),
    ("pyint", "int:0,9999"),
    ("uuid", "uuidv4"),
    ("boolean", "bool"),
    ("text", "paragraph"),
    ("dob", "birthdate"),
    ("telephone", "phone"),
];

#[test]
fn an_alias_gives_the_values_of_its_generator() {
    for (name, spec) in NAMES {
        let [other, own] =
            [name, spec].map(|spec| seeded("-l 9 -f csv -H").arg(format!("x={spec}")).run().ok());
        other.silent().stdout_is(&own.stdout);
    }
    rows("-l 9 x=pyint:3,5@null=0.5@prefix=n").stdout_is(&rows("-l 9 x=int:3,5@null=0.5@prefix=n").stdout);
    // Without a name of its own, a column is named by the alias as typed.
    rows("-l 9 -f csv -H pyint first_name")
        .stdout_is(&rows("-l 9 -f csv -H pyint=int:0,9999 first_name=name.first").stdout);
    rows("-l 3 first_name surname email_address").stdout_is(&rows("-l 3 name.first name.last email").stdout);
}

#[test]
fn schemas_have_our_own_names_and_make_the_same_rows() {
    let columns = ["first_name", "n=pyint@null=0.5", "Zip Code", "person.jobTitle", "hex_color"];
    let command = |sentence: &str| seeded(sentence).args(columns);
    let schema = command("-l 20 --print-schema").run().ok().silent();
    for own in ["first_name=name.first", "n=int:0,9999@null=0.5", "Zip Code=postcode", "job.title"] {
        assert!(schema.text().contains(own), "{own} in {}", schema.text());
    }
    let scratch = Scratch::new();
    scratch.write("s.toml", schema.text());
    let again = gush("rows --schema s.toml -f csv -H").within(scratch.folder()).run().ok().silent();
    again.stdout_is(&command("-l 20 -f csv -H").run().ok().stdout);
}

#[test]
fn a_schema_file_takes_other_names() {
    let scratch = Scratch::new();
    let columns =
        r#""first_name", { name = "n", generator = "pyint", null = 0.5 }, { generator = "zipCode" }"#;
    scratch.write(
        "s.toml",
        format!("seed = 7\nnow = 2024-05-06\n[table.data]\nrows = 9\ncolumns = [{columns}]\n"),
    );
    let generated = gush("rows --schema s.toml -f csv -H").within(scratch.folder()).run().ok().silent();
    generated.stdout_is(&rows("-l 9 -f csv -H first_name n=int:0,9999@null=0.5 zipCode=postcode").stdout);
}

#[test]
fn items_of_lists_and_fields_are_written_by_our_own_names() {
    let scratch = Scratch::new();
    let columns = r#"{ name = "l", item = "pyint@null=0.1", list = [1, 3] }, { name = "s", struct = { a = "firstName", b = "zip" } }"#;
    scratch.write(
        "s.toml",
        format!("seed = 7\nnow = 2024-05-06\n[table.data]\nrows = 9\ncolumns = [{columns}]\n"),
    );
    let run = |sentence: &str| gush(&format!("rows {sentence}")).within(scratch.folder()).run().ok().silent();
    let schema = run("--schema s.toml --print-schema");
    for own in ["int:0,9999@null=0.1", "name.first", "postcode"] {
        assert!(schema.text().contains(own), "{own} in {}", schema.text());
    }
    scratch.write("t.toml", schema.text());
    run("--schema t.toml -f ndjson").stdout_is(&run("--schema s.toml -f ndjson").stdout);
}

#[test]
fn diagnostics_show_the_alias_as_typed() {
    let refused = |sentence: &str| gush(&format!("rows {sentence}")).run().code(2).stdout_is("");
    refused("n=pyint:9,1").stderr_has("  n=pyint:9,1\n          ^^^ the smallest value (9)");
    refused("x=first_name@unique").stderr_has("  x=first_name@unique\n               ^^^^^^ ");
    refused("zip:3").stderr_has("  zip:3\n      ^ `postcode` takes no constraint");
    refused("ram_type:a,b").stderr_has("`ram_type` takes no constraint: it is enum:DDR2,DDR3,DDR4,DDR5");
}

/// What comes nearest by its meaning, and never what is merely spelled alike.
#[test]
fn hints_are_not_misleading() {
    for (spec, meant) in [
        ("emial", "email"),
        ("adress", "address"),
        ("frist_name", "name.first"),
        ("credit_card_full", "c"),
        ("simple_profile", "name"),
        ("patronymic", "name.middle"),
        ("http_status_message", "http.status"),
        ("nhs_number", "pattern"),
        ("uuuid", "uuid"),
    ] {
        let run = gush(&format!("rows {spec}")).run().code(2).stdout_is("");
        run.stderr_has(&format!("did you mean `{meant}"));
    }
    for spec in ["uuid", "ip_address", "surname", "age", "guid", "zip", "float", "boolean", "ip", "text"] {
        rows(&format!("-l 1 {spec}"));
    }
    rows("-l 3 name.first --locale es").stdout_is(&rows("-l 3 name.first --locale es_ES").stdout);
}

#[test]
fn descriptions_accept_any_alias() {
    let shown = rows("-g pyint");
    assert!(shown.text().starts_with("pyint: the name in Faker of int:0,9999\n\nint: "), "{}", shown.text());
    let zip = rows("-g postcode");
    for line in
        ["  entity       place;", "  locales      ", "  other names  ", "  values       ", "  example      "]
    {
        assert!(zip.text().contains(line), "{line} in {}", zip.text());
    }
    let person = rows("-g person");
    for column in ["name.first", "birthdate", "email", "phone"] {
        assert!(person.text().contains(&format!("\n  {column}")), "{column} in {}", person.text());
    }
    let country = rows("-g country");
    assert!(country.text().starts_with("country: the name"), "{}", country.text());
    assert!(country.text().contains("\ncountry: these columns of a row describe one country\n"));
    assert!(rows("-G zipcode").text().starts_with("postcode  "));
    assert!(rows("-G").text().starts_with("People\n  age"));
}
