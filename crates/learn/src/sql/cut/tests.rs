use proptest::prelude::{Just, Strategy, any, prop};
use proptest::{prop_assert_eq, prop_oneof, proptest};

use super::{Cutter, End, Statement, naive};
use crate::model::SqlDialect;

/// The statements of a text that is fed in pieces of these lengths, over and over.
fn cut(text: &str, dialect: SqlDialect, lengths: &[usize]) -> Vec<Statement<'static>> {
    let mut cutter = Cutter::new(dialect);
    let mut found = Vec::new();
    let mut each = |statement: Statement<'_>| {
        found.push(Statement { text: statement.text.into_owned().into(), ..statement });
    };
    let mut rest = text.as_bytes();
    let mut lengths = lengths.iter().cycle();
    while !rest.is_empty() {
        let length = lengths.next().map_or(rest.len(), |length| (*length).clamp(1, rest.len()));
        cutter.feed(&rest[..length], &mut each);
        rest = &rest[length..];
    }
    cutter.finish(&mut each);
    found
}

fn texts(text: &str, dialect: SqlDialect) -> Vec<String> {
    cut(text, dialect, &[]).into_iter().map(|statement| tidy(&statement.text)).collect()
}

fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const POSTGRES: SqlDialect = SqlDialect::Postgres;
const MYSQL: SqlDialect = SqlDialect::MySql;
const SQLITE: SqlDialect = SqlDialect::Sqlite;

#[test]
fn delimiters_in_quotes_and_comments_do_not_count() {
    let text = "select ';', \"a;\", $$;$$, $x$ $$;$x$, e'\\';' -- ;\n /* ; /* ; */ ; */ ; second";
    assert_eq!(texts(text, POSTGRES), [r#"select ';', "a;", $$;$$, $x$ $$;$x$, e'\';'"#, "second"]);
    let text = "select '\\';', \"\\\";\", `a;` # ;\n -- ;\n, 1--1 ; /*!40101 second */; /* ; */ third";
    assert_eq!(texts(text, MYSQL), [r#"select '\';', "\";", `a;` , 1--1"#, "second", "third"]);
    assert_eq!(texts("create table [a;b'] (c); x", SQLITE), ["create table [a;b'] (c)", "x"]);
}

#[test]
fn lines_are_those_of_the_first_word() {
    let lines = |text| cut(text, POSTGRES, &[]).iter().map(|statement| statement.line).collect::<Vec<_>>();
    assert_eq!(lines("-- a\n\n/* b\n*/ x;\ny\n;\n\nz"), [4, 5, 8]);
    assert_eq!(lines("copy a from stdin;\n1\n2\n\\.\nx"), [1, 5]);
    assert_eq!(lines("insert into a values\n(1),\n(2);\nx"), [1, 4]);
}

#[test]
fn data_are_counted_and_dropped() {
    let text = "COPY a (b) FROM stdin WITH (format text);\n1;\n'2\n\\.\nINSERT INTO a VALUES (1, ')'), (2, e'\\')'), (f(3), (4)) ON CONFLICT (a) DO NOTHING; x";
    let found = cut(text, POSTGRES, &[]);
    let of = |index: usize| (found[index].text.as_ref(), found[index].rows);
    assert_eq!(of(0), ("COPY a (b) FROM stdin WITH (format text)", Some(2)));
    assert_eq!(of(1), ("INSERT INTO a VALUES", Some(3)));
    assert_eq!(of(2), ("x", None));
    let text = "INSERT INTO `a` VALUES (1,'\\'),('),(2,'');INSERT INTO a SELECT (1); INSERT INTO a VALUES (1) ON DUPLICATE KEY UPDATE b = VALUES(b)";
    assert_eq!(
        cut(text, MYSQL, &[]).iter().map(|statement| statement.rows).collect::<Vec<_>>(),
        [Some(2), None, Some(1)]
    );
}

#[test]
fn bodies_of_statements_are_not_cut() {
    let trigger =
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 2 END; SELECT 1; END";
    assert_eq!(texts(&format!("{trigger}; x"), SQLITE), [trigger, "x"]);
    let procedure = "CREATE DEFINER=`a`@`b` PROCEDURE p() BEGIN IF a THEN SET b = 1; END IF; WHILE c DO SET d = 2; END WHILE; CASE e WHEN 1 THEN SET f = 1; END CASE; END";
    assert_eq!(texts(&format!("{procedure}; x"), MYSQL), [procedure, "x"]);
    assert_eq!(
        texts("DELIMITER ;;\nCREATE TRIGGER t BEGIN a; END;;\nDELIMITER ;\nx; y", MYSQL),
        ["CREATE TRIGGER t BEGIN a; END", "x", "y"]
    );
    assert_eq!(
        texts("DELIMITER $$\ncreate procedure p() begin a; end $$\ndelimiter ;\nx", MYSQL),
        ["create procedure p() begin a; end", "x"]
    );
    let function =
        "create function f() returns int begin atomic select 1; select case when 1 then 2 end; end";
    assert_eq!(texts(&format!("{function}; x"), POSTGRES), [function, "x"]);
    assert_eq!(
        texts("create trigger t before update of begin on a execute function f(); x", POSTGRES).len(),
        2
    );
    assert_eq!(
        texts("create rule r as on insert to a do (x; y); z", POSTGRES),
        ["create rule r as on insert to a do (x; y)", "z"]
    );
    assert_eq!(texts("create table event (id int); create table begin (a int); x", SQLITE).len(), 3);
}

#[test]
fn lines_for_the_client_are_no_statements() {
    assert_eq!(texts("\\restrict a'b\nx;\n\\unrestrict a'b\ny", POSTGRES), ["x", "y"]);
    assert_eq!(
        texts("\\connect shop\nx; select 1 \\gexec\ny", POSTGRES),
        ["\\connect shop", "x", "select 1", "y"]
    );
    assert_eq!(texts(".mode csv'\nx; y", SQLITE), ["x", "y"]);
    assert_eq!(texts("create table a (b int)\nGO\nx\ngo\n", SQLITE), ["create table a (b int)", "x"]);
}

#[test]
fn what_does_not_end_says_where_it_began() {
    let end = |text, dialect| cut(text, dialect, &[]).last().map(|statement| (statement.line, statement.end));
    let unfinished = |within, line| End::Unfinished { within, line };
    assert_eq!(end("x;\n\ny\n'abc", POSTGRES), Some((3, unfinished("a string", 4))));
    assert_eq!(end("x;\n/* abc\n\n", POSTGRES), Some((2, unfinished("a comment", 2))));
    assert_eq!(end("x;\ny $a$ \n", POSTGRES), Some((2, unfinished("a dollar-quoted string", 2))));
    assert_eq!(end("create table a (\n b int,", POSTGRES), Some((1, unfinished("parentheses", 1))));
    assert_eq!(end("copy a from stdin;\n1\n2\n", POSTGRES), Some((1, unfinished("the data of a COPY", 1))));
    assert_eq!(
        end("create trigger a before insert on b begin\nx;", SQLITE),
        Some((1, unfinished("a block", 1)))
    );
    assert_eq!(end("create table a (b int)", POSTGRES), Some((1, End::Complete)));
}

#[test]
fn a_statement_that_is_too_long_is_dropped() {
    let text = format!("create table a ({});\nx", "b int, ".repeat(3 << 20));
    let found = cut(&text, POSTGRES, &[1 << 16]);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].end, found[1].end, found[1].line), (End::TooLong, End::Complete, 2));
}

/// Parts of statements that a naive reader understands.
fn fragment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "select ",
        "a",
        "e",
        "E",
        "_e",
        " ",
        "\n",
        ";",
        ";\n",
        "'",
        "''",
        "'x'",
        "\"",
        "\"\"",
        "`",
        "$",
        "$$",
        "$a$",
        "$1$",
        "\\",
        "\\'",
        "-",
        "--",
        "-- ",
        "#",
        "/*",
        "*/",
        "/",
        "*",
        "/*!",
        "/*!40101 ",
        "(",
        ")",
        "[",
        "]",
        "é",
        ",",
        "1",
    ])
}

/// Parts with data, bodies, and lines for the client, too.
fn any_fragment() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        3 => fragment(),
        1 => prop::sample::select(vec![
            "copy a from stdin;\n", "\n\\.\n", "1\t2\n", "insert into a values ", "(1, 'x'),", "on conflict ", "create trigger t ", "begin ", "end", "end if",
            "case ", "atomic ", "DELIMITER //\n", "delimiter ;\n", "//", "\ngo\n", "\\connect a\n", "\n.x\n", "/*M!100 ", "\\g", "create rule r ",
        ]),
    ]
}

fn dialect() -> impl Strategy<Value = SqlDialect> {
    prop_oneof![Just(POSTGRES), Just(MYSQL), Just(SQLITE)]
}

proptest! {
    #[test]
    fn it_cuts_as_its_naive_twin(parts in prop::collection::vec(fragment(), 0..40), dialect in dialect()) {
        // What begins with these is for the client.
        let text = format!("x {}", parts.concat().replace('\\', " \\")).replace(';', "; x ");
        let (expected, is_complete) = naive::cut(&text, dialect);
        let found = cut(&text, dialect, &[]);
        let within_quotes = found.last().is_some_and(|last| matches!(last.end, End::Unfinished { within, .. } if within != "parentheses"));
        let found: Vec<String> = found.iter().map(|statement| tidy(&statement.text)).filter(|text| !text.is_empty()).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(within_quotes, !is_complete);
    }

    #[test]
    fn pieces_make_no_difference(
        parts in prop::collection::vec(any_fragment(), 0..40),
        lengths in prop::collection::vec(1_usize..9, 1..8),
        dialect in dialect(),
    ) {
        let text = parts.concat();
        prop_assert_eq!(cut(&text, dialect, &lengths), cut(&text, dialect, &[]));
    }

    #[test]
    fn any_bytes_are_cut(bytes in prop::collection::vec(any::<u8>(), 0..300), dialect in dialect()) {
        let mut cutter = Cutter::new(dialect);
        cutter.feed(&bytes, &mut |_| {});
        cutter.finish(&mut |_| {});
    }
}
