//! The output of `--profile` on the rows, against a count of the same rows as csv.

use gush_testkit::{Fault, Program, Scratch, Stream, need};
use std::collections::HashMap;

const COLUMNS: &str = "id=seq plan=enum:free*8,pro*2 age=int:18,90@null=0.1 price=decimal:1,5,2 born=date:2000-01-01,2000-12-31";

/// `gush` where the terminal has all characters.
fn gush(sentence: &str) -> Program {
    crate::rows::gush(sentence).env("LC_ALL", "C.UTF-8")
}

/// The lines of a column in a profile.
fn section<'p>(profile: &'p str, column: &str) -> &'p str {
    let head = format!("\n{column} · ");
    let start = profile.find(&head).unwrap_or_else(|| panic!("{column} is not in {profile}"));
    profile[start + 1..].split("\n\n").next().expect("a first part")
}

/// What follows a word at the beginning of a line.
fn value<'s>(section: &'s str, name: &str) -> Option<&'s str> {
    section.lines().find_map(|line| line.trim_start().strip_prefix(name)).map(str::trim)
}

#[test]
fn counts_and_ranges_are_those_of_the_rows() {
    let rows = gush(&format!("rows -l 1500 --seed 7 -f csv {COLUMNS}")).run().ok();
    let profile = gush(&format!("rows -l 1500 --seed 7 --profile {COLUMNS}")).run().ok();
    assert!(profile.text().starts_with("data: 1,500 rows\n"), "{}", profile.text());
    for (index, column) in ["id", "plan", "age", "price", "born"].into_iter().enumerate() {
        let values: Vec<&str> =
            rows.lines().iter().map(|line| line.split(',').nth(index).expect("a field")).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        values
            .iter()
            .filter(|value| !value.is_empty())
            .for_each(|value| *counts.entry(value).or_default() += 1);
        let section = section(profile.text(), column);
        let distinct = value(section, "different").map(|text| text.replace(',', ""));
        assert_eq!(distinct, Some(counts.len().to_string()), "{section}");
        let nulls = values.iter().filter(|value| value.is_empty()).count();
        let shown = value(section, "null ").map(|text| text.split(' ').next().expect("a count").to_owned());
        assert_eq!(shown, (nulls > 0).then(|| nulls.to_string()), "{section}");
        if column != "plan" {
            let number = |value: &str| value.replace('-', "").parse::<f64>().expect("a number");
            let ordered = |a: &&str, b: &&str| number(a).total_cmp(&number(b));
            let (min, max) = (counts.keys().copied().min_by(ordered), counts.keys().copied().max_by(ordered));
            let range = format!("{} to {}", min.expect("a value"), max.expect("a value"));
            assert!(
                value(section, "range").is_some_and(|shown| shown.starts_with(&range)),
                "{range}: {section}"
            );
        }
    }
    let free = rows.lines().iter().filter(|line| line.split(',').nth(1) == Some("free")).count();
    let share = format!("{:.2} %", 100.0 * free as f64 / 1500.0);
    let plan = section(profile.text(), "plan");
    assert!(value(plan, "free").is_some_and(|shown| shown.starts_with(&share)), "{share}: {plan}");
}

/// The first and the last in the order of their bytes, and how many characters they have.
#[test]
fn texts_have_a_range_and_lengths() {
    let columns = "name email@null=0.2 city@locale=de_DE sentence plan=enum:€uro,a,Z one=enum:same";
    let rows = gush(&format!("rows -l 70k --seed 7 -f tsv {columns}")).run().ok();
    let profile = gush(&format!("rows -l 70k --seed 7 --profile {columns}")).run().ok();
    for (index, column) in ["name", "email", "city", "sentence", "plan", "one"].into_iter().enumerate() {
        let values = rows.lines();
        let values = values.iter().map(|line| line.split('\t').nth(index).expect("a field"));
        let values: Vec<&str> = values.filter(|value| !value.is_empty() && *value != "\\N").collect();
        let section = section(profile.text(), column);
        let shown = |text: &str| match text.char_indices().nth(36) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        let min = shown(values.iter().min().expect("a value"));
        let max = shown(values.iter().max().expect("a value"));
        let text = section.split_whitespace().collect::<Vec<_>>().join(" ");
        let range = if min == max { format!("range {min}") } else { format!("range {min} to {max}") };
        assert!(text.contains(&range), "{range}: {section}");
        let lengths: Vec<usize> = values.iter().map(|value| value.chars().count()).collect();
        let (least, most) = (lengths.iter().min().expect("one"), lengths.iter().max().expect("one"));
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        let length = match least == most {
            true => format!("{least}"),
            false => format!("{least} to {most}, mean {mean:.2}"),
        };
        assert_eq!(value(section, "length "), Some(&*length), "{section}");
        assert_eq!(section.contains("lengths"), most - least >= 3, "{section}");
    }
}

/// On stderr; what is written to stdout stays what it is.
#[test]
fn a_profile_shows_its_progress_where_that_is_asked_for() {
    let run = |more: &str| gush(&format!("rows -l 100k --seed 7 --profile name int {more}"));
    let expected = run("").run().ok().silent().stdout;
    let lines = run("--progress").run().ok().stdout_is(&expected);
    lines.stderr_has("gush: 100 %, 100,000 rows, ").stderr_has("rows/s");
    let bar = run("--progress").stderr(Stream::Terminal).env("TERM", "xterm").run().ok().stdout_is(&expected);
    bar.stderr_has("100 %").stderr_has("rows/s");
    run("--progress=never").run().ok().silent().stdout_is(&expected);
}

/// A terminal has 80 columns; values are shown as they are, and there is something to see of every column.
#[test]
fn a_profile_fits_a_terminal() {
    let columns = "name seen=datetime at=time took=duration ok=bool uid=uuidv4 b=bytes x=enum:a\\b tags=noun@list=0,5 \
                   long=enum:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa none=int@null=1";
    for rows in [0, 1, 3000] {
        let run = gush(&format!("rows -l {rows} --seed 7 --profile {columns}")).run().ok();
        for line in run.text().lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let head = if rows == 1 { "data: 1 row\n" } else { "rows\n" };
        assert!(
            run.text()
                .lines()
                .next()
                .is_some_and(|line| head.trim_end().ends_with(line) || line.ends_with("rows"))
        );
        assert!(rows != 1 || run.text().starts_with(head));
    }
    let run = gush(&format!("rows -l 3000 --seed 7 --profile email {columns}")).run().ok();
    let of = |column: &str| section(run.text(), column);
    let first = gush("rows -l 3 --seed 7 -f csv email uid=uuidv4").run().ok();
    let first: Vec<(&str, &str)> =
        first.lines().iter().map(|line| line.split_once(',').expect("two fields")).collect();
    assert!(
        value(of("email"), "examples").is_some_and(|shown| shown.starts_with(first[0].0)),
        "{}",
        of("email")
    );
    assert!(first.iter().all(|(email, _)| of("email").contains(email)), "{}", of("email"));
    assert!(first.iter().all(|(_, uid)| of("uid").contains(uid)), "{}", of("uid"));
    assert!(of("ok").contains("    true ") && of("ok").contains("    false "), "{}", of("ok"));
    assert!(of("x").contains("    a\\b  100.00 %") && of("b").contains(" \\x"), "{} {}", of("x"), of("b"));
    assert!(value(of("took"), "range").is_some_and(|range| range.contains(", mean PT")), "{}", of("took"));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let of = |threads: u32| {
        gush(&format!(
            "rows -l 300k --seed 7 -j {threads} --profile id=seq name city int:0,1000000 tags=noun@list=0,5"
        ))
        .run()
        .ok()
        .stdout
    };
    assert!(of(1) == of(7));
}

#[test]
fn every_table_of_a_file_has_a_profile() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "seed = 7\n[table.a]\nrows = 40\ncolumns.id = \"seq\"\n\
         [table.b]\nrows = { per = \"a\", each = 2 }\ncolumns.id = \"seq\"\ncolumns.a = \"ref:a.id\"\n",
    );
    let run = gush("rows --schema s.toml --profile").within(scratch.folder()).run().ok();
    assert!(
        run.text().starts_with("a: 40 rows\n") && run.text().contains("\n\nb: 80 rows\n"),
        "{}",
        run.text()
    );
    assert!(
        value(section(run.text().split("b: 80 rows").nth(1).expect("b"), "a"), "different") == Some("40")
    );
}

/// What a page shows, as a reader sees it: its text without markup.
fn visible(page: &str) -> String {
    let body = page.split_once("<body>").expect("a page has a body").1;
    let parts = body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let text = parts.collect::<Vec<_>>().join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_has_the_figures_of_the_text() {
    let scratch = Scratch::new();
    let columns = format!("{COLUMNS} name tags=noun@list=0,3 html=enum:<b>*3,&amp;*1");
    let printed = gush(&format!("rows -l 1500 --seed 7 --profile {columns}")).run().ok();
    let arguments = format!("rows -l 1500 --seed 7 --profile-html p.html {columns}");
    gush(&arguments).within(scratch.folder()).run().ok().stdout_is("");
    let page = String::from_utf8(scratch.read("p.html")).expect("UTF-8");
    gush(&arguments.replace("p.html", "-")).run().ok().stdout_is(&page);
    let both = gush(&arguments.replace("--profile-html", "--profile --profile-html"));
    both.within(scratch.folder()).run().ok().stdout_is(&printed.stdout);
    let seen = visible(&page);
    assert!(seen.contains("--seed 7 --now 2026-01-01T00:00:00Z"), "{seen}");
    for line in printed
        .lines()
        .iter()
        .filter(|line| !line.contains("histogram") && !line.trim().starts_with("lengths"))
    {
        let value = line.trim().trim_start_matches(['·', ' ']);
        let value = ["null", "different", "examples", "range", "length", "quantiles"]
            .iter()
            .find_map(|name| value.strip_prefix(&format!("{name} ")))
            .unwrap_or(value);
        for part in value.split([' ', ',', '·', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█']) {
            let part = part
                .trim_end_matches(':')
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;");
            assert!(seen.contains(&part), "{part} of {line} is not in {seen}");
        }
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let page = gush("rows -l 100 --seed 7 --profile-html - name int").run().ok();
    let page = page.text();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("default-src 'none'"), "its own policy forbids requests");
    for outside in ["http:", "https:", "src=", "@import", "url(", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let links = page.match_indices("href=\"").map(|(at, _)| &page[at + 6..at + 11]);
    assert!(links.into_iter().all(|link| link.starts_with('#') || link.starts_with("data:")));
}

#[test]
fn unsupported_profiles_are_refused() {
    for (arguments, message) in [
        ("-S seq", "--profile cannot be used with --stream: a profile is of a number of rows; give --limit"),
        ("-o x.csv seq", "cannot be used with --output"),
        ("-f csv seq", "--profile cannot be used with --format: a profile is of the values"),
        ("-H seq", "cannot be used with --header"),
        ("-s : seq", "cannot be used with --separator"),
        ("--files 3 seq", "cannot be used with --files"),
        ("--compress gz seq", "cannot be used with --compress"),
        ("-e {{Name}}", "cannot be used with --expression"),
        ("--profile-html schema.toml seq", "this is a page; its name should end in .html"),
    ] {
        let run = gush(&format!("rows --profile {arguments}")).run().code(2).stdout_is("");
        let reported = run.errors().replace("\n  ^^^^^^^^^", "");
        assert!(reported.contains(message), "{arguments}: {reported}");
    }
}

/// How high the bars of a column's histogram are, from 0 to 8.
fn bars(section: &str) -> Vec<usize> {
    let line = section.lines().find_map(|line| line.trim_start().strip_prefix("histogram   "));
    let line = line.expect("a histogram").split("  last bar").next().expect("bars");
    let height = |bar: char| " ▁▂▃▄▅▆▇█".chars().position(|c| c == bar).expect("a bar");
    line.chars().map(height).collect()
}

/// Even values make an even histogram, however many there are: of numbers, days, decimals and times.
#[test]
fn even_values_have_even_histograms() {
    for width in [2, 22, 23, 40, 41, 50, 60, 79, 80, 81, 121, 199, 200] {
        let columns = [
            format!("n=expr:id%{width}"),
            format!("d=expr:date '2024-01-01' + id%{width}"),
            format!("p=expr:(id%{width})*1.25"),
            format!("at=expr:timestamp '2024-01-01' + (id%{width})*interval '1 hour'"),
        ];
        // Many more rows than a sample has.
        let arguments = format!("rows -l {} --seed 7 --profile id=seq:0@hidden", 1000 * width);
        let profile = gush(&arguments).args(columns).run().ok();
        for column in ["n", "d", "p", "at"] {
            let bars = bars(section(profile.text(), column));
            assert!(bars.iter().all(|bar| *bar == 8), "{width} values of {column}: {bars:?}");
            let step = usize::div_ceil(width, 40);
            assert_eq!(bars.len(), width.div_ceil(step), "{width} values of {column}");
        }
    }
}

/// What cannot be counted value by value is marked as an estimate, and a last bar that covers less than the others is marked.
#[test]
fn histograms_name_their_contents() {
    let columns = "n=int:0,1000000 age=int:18,90 text=sentence t=noun@list=0,9 d=date:2000-01-01,2005-12-31";
    let profile = gush(&format!("rows -l 30k --seed 7 --profile {columns}")).run().ok();
    let of =
        |column: &str, name: &str| value(section(profile.text(), column), name).expect("a line").to_owned();
    assert!(of("n", "histogram").starts_with("≈ ") && of("n", "quantiles").contains("≈"), "{profile:?}");
    assert!(of("d", "histogram").starts_with("≈ "), "more different days than are counted");
    for (column, name) in
        [("age", "histogram"), ("age", "quantiles"), ("text", "lengths"), ("t", "histogram")]
    {
        assert!(!of(column, name).contains('≈'), "{column}: {}", of(column, name));
    }
    assert!(of("age", "histogram").ends_with("  last bar: 50 % wide"), "{}", of("age", "histogram"));
    let page = gush(&format!("rows -l 30k --seed 7 --profile-html - {columns}")).run().ok();
    let marked = page.text().matches("<span>≈</span>").count();
    assert_eq!(marked, 2, "the histograms of n and d");
}

/// A system that starts no thread has rows counted by the one that there is.
#[test]
fn a_profile_needs_no_second_thread() {
    need!("strace");
    let arguments = "rows -l 200k -j 4 --seed 1 --profile id=seq name";
    let expected = gush(arguments).run().ok().stdout;
    let alone = gush(arguments).fault(Fault::on("clone,clone3").error("EAGAIN").from(1)).run();
    alone.ok().silent().stdout_is(expected);
}

#[test]
fn a_locale_without_utf_8_gets_ascii() {
    let columns = "rows -l 5000 --seed 7 --profile age=int:18,90 plan=enum:free*8,pro*2 n=int:1,1000000";
    let own = gush(columns).run().ok().silent();
    for locale in [("LC_ALL", "C"), ("LC_ALL", "POSIX")] {
        let run = crate::rows::gush(columns).env(locale.0, locale.1).run().ok().silent();
        assert!(run.text().is_ascii(), "{}", run.text());
        assert!(run.text().contains("\nage - whole number\n"), "{}", run.text());
        assert!(run.text().contains(": ~"), "{}", run.text());
        let plain = |text: &str| text.replace(['█', '▉', '▊', '▋', '▌', '▍', '▎', '▏', '#', ' '], "");
        let line = |text: &str| plain(text.lines().find(|line| line.contains("free  ")).expect("a value"));
        assert_eq!(line(run.text()), line(own.text()));
    }
    assert!(own.text().contains("\nage · whole number\n") && own.text().contains(": ≈"));
}

#[test]
fn no_estimate_is_above_the_maximum() {
    let columns: String =
        (0..8).map(|n| format!(" d{n}=date:2020-01-01,2026-01-01 n{n}=int:1,2192")).collect();
    let run = gush(&format!("rows -l 40k --seed 7 --profile{columns}")).run().ok().silent();
    let counts: Vec<u64> = run
        .lines()
        .iter()
        .filter_map(|line| line.trim().strip_prefix("different"))
        .map(|count| count.trim().trim_start_matches("about ").replace(',', "").parse().expect("a number"))
        .collect();
    assert_eq!(counts.len(), 16);
    assert!(counts.iter().all(|&count| (2000..=2193).contains(&count)), "{counts:?}");
}

/// The smallest and the greatest number beyond 64 bits are exact, although others are told apart as floating-point numbers are.
#[test]
fn numbers_beyond_64_bits_have_their_range() {
    let columns = "few=int:9223372036854775808,9223372036854775811 big=int:0,18446744073709551615@null=0.1 \
                   fine=decimal:-1,1,30";
    let profile = gush(&format!("rows -l 3000 --seed 7 --profile {columns}")).run().ok();
    let rows = gush(&format!("rows -l 3000 --seed 7 -f csv {columns}")).run().ok();
    assert_eq!(value(section(profile.text(), "few"), "different"), Some("4"));
    for (index, name) in ["few", "big", "fine"].into_iter().enumerate() {
        let digits = |text: &str| text.replace('.', "").parse::<i128>().ok();
        let numbers = || rows.lines().into_iter().filter_map(|line| digits(line.split(',').nth(index)?));
        let section = section(profile.text(), name).split_whitespace().collect::<Vec<_>>().join(" ");
        let range = section.split(" range ").nth(1).expect("a range");
        let (min, rest) = range.split_once(" to ").expect("two ends");
        let (max, _) = rest.split_once(", mean ").expect("a mean");
        assert_eq!((digits(min), digits(max)), (numbers().min(), numbers().max()), "{section}");
    }
}
