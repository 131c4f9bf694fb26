//! Help, lists and descriptions, and the notes on a run.

use crate::rows::{Described, described, gush, in_parallel, rows, seeded};
use std::sync::atomic::{AtomicUsize, Ordering};

use gush_testkit::{Program, Stream, assert_same, need};

/// The generators of the Go program, and what was promised besides.
const GENERATORS: &str = "adjectives animal animal.cat animal.dog city color country country.code date dinosaur domain \
    domain.tld double email emoji enum event.action file http.method industry int ipv4 ipv6 latitude longitude \
    mac.address name name.first name.last nationality noun occupation phone phone.code phone.local sentence state \
    state.code timestamp timezone username uuidv1 uuidv4 uuidv6 uuidv7 \
    bool seq name.prefix name.suffix gender birthdate ssn password street address postcode country.code3 coordinates \
    locale language currency currency.code url slug user.agent http.status mime.type ipv4.private cidr port hash.md5 \
    hash.sha1 hash.sha256 jwt hex base64 product.name product.category price company job.title iban credit.card isbn \
    ean datetime time duration month weekday timestamp.ms series word words paragraph lorem regex pattern ulid nanoid \
    ksuid objectid decimal bytes age name.middle const street.address street.number";

/// The first word of each line, without the form of its constraint. In the list of generators each topic has a line, too.
fn names(listing: &str) -> Vec<&str> {
    listing
        .lines()
        .map(|line| line.trim_start().split([' ', '[', ':']).next().expect("a first word"))
        .collect()
}

#[test]
fn generators_are_listed() {
    let run = gush("rows -G").run().ok().silent();
    let listed = names(run.text());
    for generator in GENERATORS.split_whitespace() {
        assert!(listed.contains(&generator), "{generator} is not listed");
    }
    assert_eq!(gush("rows --generators").run().ok().stdout, run.stdout);
    in_parallel(described(), |generator| {
        // A generator that is the same in every row reports it.
        let generated = seeded(&format!("-l 3 -f csv {}", generator.column)).run().ok();
        assert!(generated.lines().len() >= 3, "{} is listed, and can be had", generator.name);
    });
}

#[test]
fn generators_with_constraints_are_listed() {
    let all = gush("rows -G").run().ok();
    let constrained = gush("rows -c").run().ok().silent();
    let listed = names(constrained.text());
    for generator in ["int", "enum", "date", "file"] {
        assert!(listed.contains(&generator), "{generator} is not listed");
    }
    assert!(!listed.contains(&"noun"));
    assert!(listed.iter().all(|name| names(all.text()).contains(name)));
    assert_eq!(gush("rows --generators-with-constraints").run().ok().stdout, constrained.stdout);
}

#[test]
fn one_generator_is_described_with_five_examples() {
    for Described { name, text, .. } in described() {
        assert!(text.starts_with(&format!("{name}: ")), "{text}");
        let shown = |head: &str| text.lines().filter(|line| line.trim_start().starts_with(head)).count();
        assert_eq!((shown("values"), shown("example")), (1, 5), "{name}");
    }
    let file = gush("rows -g file").run().ok().silent();
    assert!(
        file.text().contains("\n  as in        file:names.txt\n  values       those of the file\n"),
        "{}",
        file.text()
    );
    gush("rows -g emial").run().code(2).stdout_is("").stderr_has("did you mean `email`?");
    gush("rows -g int --locale zebra").run().code(2).stdout_is("").stderr_has("--locale zebra");
}

#[test]
fn all_generators_that_are_asked_about_are_described() {
    let [int, seq] = ["int", "seq"].map(|name| rows(&format!("-g {name}")).text().to_owned());
    rows("-g int -g seq").stdout_is(format!("{int}\n{seq}"));
    let run = gush("rows -g emial -g int -g nmae").run().code(2).stdout_is("");
    run.stderr_has("`email`").stderr_has("`name`");
}

#[test]
fn a_phone_of_one_country_has_no_locale_besides() {
    assert!(rows("-g phone").text().contains("\n    @locale="));
    assert!(!rows("-g phone.de").text().contains("\n    @locale="));
    gush("rows phone.de@locale=de_DE").run().code(2).stderr_has("`phone.de` is of Germany already");
}

/// The messages for a modifier that a generator does not take.
const REFUSALS: [&str; 7] = [
    "`@unique` is not supported",
    "has too many values for a distribution over them",
    "does not take",
    "no letters",
    "has no order that a distribution could follow",
    "@with cannot correlate it",
    "@not cannot change it",
];

/// A generator takes exactly the modifiers of its description.
#[test]
fn a_generator_takes_the_modifiers_of_its_description() {
    let all = gush("rows --modifiers").run().ok().silent();
    let all: Vec<&str> =
        names(all.text()).into_iter().map(|form| form.split('=').next().expect("a name")).collect();
    // It may need a value; only an accepted modifier reports that.
    // Whether values have an order is looked at only where a distribution or another column is named.
    let with = |column: &str, modifier: &str| match modifier {
        "@dist" => format!("{column}@dist=uniform"),
        "@with" => format!("{column}@with=other:0.5"),
        "@not" => format!("{column}@not=other"),
        _ => format!("{column}{modifier}"),
    };
    let refused = AtomicUsize::new(0);
    // One command line has the columns of several generators, one for each modifier: all that is refused is reported at
    // once, each below its column.
    let several: Vec<&[Described]> = described().chunks(16).collect();
    in_parallel(&several, |several| {
        let columns = several.iter().enumerate().flat_map(|(number, Described { column, .. })| {
            let named =
                move |(at, modifier): (usize, &&str)| format!("c{number}.{at}={}", with(column, modifier));
            all.iter().enumerate().map(named)
        });
        let run = gush("rows other=int:0,9 -l 1").args(columns).run();
        let shown = run.errors();
        for (number, Described { column, text: description, .. }) in several.iter().enumerate() {
            for (at, modifier) in all.iter().enumerate() {
                let has =
                    [" ", "="].iter().any(|end| description.contains(&format!("\n    {modifier}{end}")));
                let reported = shown.split_once(&format!("\n  c{number}.{at}="));
                let message = reported.map_or("", |(_, below)| below).lines().nth(1).unwrap_or_default();
                let taken = !REFUSALS.iter().any(|refusal| message.contains(refusal));
                assert_eq!(has, taken, "{column}{modifier}: {message}");
                refused.fetch_add(usize::from(!taken), Ordering::Relaxed);
            }
        }
    });
    let refused = refused.into_inner();
    assert!(refused > 20, "no generator takes all");
}

#[test]
fn modifiers_and_locales_are_listed() {
    let run = gush("rows --modifiers").run().ok().silent();
    let help = gush("rows --help").run().ok();
    for name in ["@null=P", "@unique", "@prefix=TEXT", "@upper"] {
        assert!(
            names(run.text()).contains(&name.split('=').next().expect("a name")) || run.text().contains(name)
        );
        assert!(help.text().contains(name), "{name} stands in the help");
    }
    let locales = gush("rows --locales").run().ok().silent();
    for name in names(locales.text()).into_iter().skip(1) {
        rows(&format!("--locale {name} name.first")).silent();
    }
    rows("--locale de-de name.first").stdout_is(&rows("--locale de_DE.UTF-8 name.first").stdout);
}

#[test]
fn help_and_version_work_in_any_state() {
    for arguments in ["", "-h", "--help", "rows", "rows -h", "rows --help", "rows emial --help"] {
        let run = gush(arguments).run().ok().silent();
        assert!(run.text().contains("Usage: gush"), "{arguments}");
    }
    let run = gush("--version").run().ok().silent();
    assert!(run.text().starts_with("gush "), "{}", run.text());
    need!("/dev/full");
    for arguments in ["", "--help", "rows --help", "rows", "rows -G", "--version", "rows --completion bash"] {
        let run = gush(arguments).stdout(Stream::Full).run().code(1);
        run.stderr_is("gush: standard output: No space left on device\n");
    }
}

#[test]
fn help_is_a_command_too() {
    let shown = |arguments: &str| gush(arguments).run().ok().silent().stdout;
    for command in ["", "rows", "bench", "bench report", "yes", "meter"] {
        assert_same(shown(&format!("help {command}")), shown(&format!("{command} --help")));
    }
    let fakedata = Program::new(env!("CARGO_BIN_EXE_gush")).named("fakedata").arg("--help").run().ok();
    assert_same(shown("help fakedata"), &fakedata.stdout);
    gush("help nonsense").run().code(2).stdout_is("").stderr_has("nonsense");
    // Elsewhere it is an argument like any other.
    assert_same(gush("yes -n 1 help").run().ok().stdout, "help\n");
    assert_same(gush("rows -l 1 enum:help").run().ok().stdout, "help\n");
}

#[test]
fn every_command_has_a_version() {
    // The version, and in parentheses what was built: the commit, where it is known, and the target.
    let version = env!("GUSH_VERSION");
    let (number, built) = version.split_once(" (").expect("a version, and what was built");
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    let target = built.strip_suffix(')').and_then(|built| built.split(", ").last()).expect("a target");
    assert!(target.starts_with(std::env::consts::ARCH) && target.contains(std::env::consts::OS), "{target}");
    for (command, name) in [
        ("", "gush"),
        ("rows", "gush rows"),
        ("again", "gush again"),
        ("corpus", "gush corpus"),
        ("corpus parquet", "gush corpus parquet"),
        ("check", "gush check"),
        ("bench", "gush bench"),
        ("bench report", "gush bench report"),
        ("yes", "gush yes"),
        ("meter", "gush meter"),
        ("man", "gush man"),
    ] {
        for option in ["-V", "--version"] {
            let run = gush(&format!("{command} {option}")).run().ok().silent();
            run.stdout_is(format!("{name} (gusher) {version}\n"));
        }
    }
    for name in ["yes", "pv", "fakedata"] {
        let run = Program::new(env!("CARGO_BIN_EXE_gush")).named(name).arg("--version").run().ok().silent();
        run.stdout_is(format!("{name} (gusher) {version}\n"));
    }
}

#[test]
fn progress_is_shown_where_it_is_asked_for() {
    let expected = rows("-l 100k name").stdout;
    let shown = seeded("-l 100k --progress name").run().ok().stdout_is(&expected);
    shown.stderr_has("100 %").stderr_has("100,000 rows").stderr_has("rows/s").stderr_has("B/s");
    let shown = seeded("-l 100k --progress name")
        .stderr(Stream::Terminal)
        .env("TERM", "xterm")
        .run()
        .ok()
        .stdout_is(&expected);
    shown.stderr_has("100 %").stderr_has("rows/s").stderr_has("left");
    seeded("-l 100k --progress=never name")
        .stderr(Stream::Terminal)
        .env("TERM", "xterm")
        .run()
        .ok()
        .silent()
        .stdout_is(&expected);
    seeded("-l 100k name").run().ok().silent().stdout_is(&expected);
    seeded("-l 10 name").stderr(Stream::Terminal).env("TERM", "xterm").run().ok().silent();
}

/// Notes beside the rows are broken between words, as errors are.
#[test]
fn notes_fit_the_terminal() {
    let run = gush("rows -l 1 --seed 1 date").stderr(Stream::Terminal).env("TERM", "xterm").run().ok();
    let notes = run.errors();
    assert!(notes.contains("with a seed, --now is"), "{notes}");
    assert!(notes.lines().count() > 1 && notes.lines().all(|line| line.trim_end().len() <= 80), "{notes}");
}

#[test]
fn the_seed_and_the_time_are_shown_as_options() {
    let run = gush("rows --show-seed -f csv -l 50 date uuidv4 timestamp").run().ok();
    let shown = run.errors();
    let options = shown.trim().strip_prefix("gush: repeat with ").expect("options are shown");
    gush("rows -f csv -l 50 date uuidv4 timestamp")
        .arg_line(options)
        .run()
        .ok()
        .silent()
        .stdout_is(&run.stdout);
}
