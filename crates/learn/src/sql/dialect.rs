//! Tells the dialect of a text by what only one of them has.

use crate::model::SqlDialect;

/// How many bytes at the beginning tell it.
pub(super) const SAMPLE: usize = 1 << 20;

/// Signs of a dialect, in lower case, and how much each says.
const SIGNS: [(&str, SqlDialect, usize); 50] = [
    ("postgresql database dump", SqlDialect::Postgres, 100),
    ("\\restrict", SqlDialect::Postgres, 50),
    ("\\connect", SqlDialect::Postgres, 20),
    ("create extension", SqlDialect::Postgres, 20),
    ("from stdin", SqlDialect::Postgres, 20),
    ("search_path", SqlDialect::Postgres, 20),
    ("nextval(", SqlDialect::Postgres, 10),
    ("create domain", SqlDialect::Postgres, 10),
    ("as enum", SqlDialect::Postgres, 10),
    ("plpgsql", SqlDialect::Postgres, 10),
    ("alter table only", SqlDialect::Postgres, 10),
    ("character varying", SqlDialect::Postgres, 3),
    ("timestamptz", SqlDialect::Postgres, 5),
    ("time zone", SqlDialect::Postgres, 5),
    ("jsonb", SqlDialect::Postgres, 5),
    ("bytea", SqlDialect::Postgres, 5),
    ("serial", SqlDialect::Postgres, 3),
    ("comment on ", SqlDialect::Postgres, 3),
    ("as identity", SqlDialect::Postgres, 20),
    ("::", SqlDialect::Postgres, 3),
    ("$$", SqlDialect::Postgres, 2),
    ("[]", SqlDialect::Postgres, 2),
    ("mysql dump", SqlDialect::MySql, 100),
    ("mariadb dump", SqlDialect::MySql, 100),
    ("mariadb-dump", SqlDialect::MySql, 100),
    ("engine=", SqlDialect::MySql, 20),
    ("engine =", SqlDialect::MySql, 20),
    (" auto_increment", SqlDialect::MySql, 20),
    ("/*!", SqlDialect::MySql, 10),
    ("unsigned", SqlDialect::MySql, 5),
    ("mediumtext", SqlDialect::MySql, 5),
    ("longtext", SqlDialect::MySql, 5),
    ("character set", SqlDialect::MySql, 3),
    ("default charset", SqlDialect::MySql, 10),
    ("`", SqlDialect::MySql, 1),
    (" enum(", SqlDialect::MySql, 3),
    ("delimiter ", SqlDialect::MySql, 10),
    ("\nuse ", SqlDialect::MySql, 3),
    (" autoincrement", SqlDialect::Sqlite, 20),
    ("without rowid", SqlDialect::Sqlite, 20),
    ("pragma ", SqlDialect::Sqlite, 20),
    ("sqlite_", SqlDialect::Sqlite, 20),
    ("create table [", SqlDialect::Sqlite, 10),
    ("strict;", SqlDialect::Sqlite, 10),
    ("datetime('now')", SqlDialect::Sqlite, 5),
    ("postgres", SqlDialect::Postgres, 5),
    ("mariadb", SqlDialect::MySql, 5),
    ("mysql", SqlDialect::MySql, 3),
    ("sqlite", SqlDialect::Sqlite, 5),
    ("integer primary key", SqlDialect::Sqlite, 2),
];

/// How often a sign counts.
const MAX_COUNT: usize = 8;

/// The dialect that the beginning of a text speaks for; PostgreSQL's where nothing does, as it is the nearest to the standard.
#[must_use]
pub fn guess_dialect(sample: &[u8]) -> SqlDialect {
    let sample = without_data(&sample[..sample.len().min(SAMPLE)]);
    let mut scores = [0_usize; 3];
    for (sign, dialect, weight) in SIGNS {
        let count = memchr::memmem::find_iter(&sample, sign).take(MAX_COUNT).count();
        let score = match dialect {
            SqlDialect::Postgres => &mut scores[0],
            SqlDialect::MySql => &mut scores[1],
            SqlDialect::Sqlite => &mut scores[2],
        };
        *score += count * weight;
    }
    let [postgres, mysql, sqlite] = scores;
    if postgres >= mysql && postgres >= sqlite {
        SqlDialect::Postgres
    } else if mysql >= sqlite {
        SqlDialect::MySql
    } else {
        SqlDialect::Sqlite
    }
}

/// The lines of a text in lower case, but those of data, which may have anything in them.
fn without_data(sample: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(sample.len());
    let mut is_data = false;
    for line in sample.split_inclusive(|byte| *byte == b'\n') {
        let start = line.trim_ascii_start();
        let begins =
            |word: &[u8]| start.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        if begins(b"insert ") {
            is_data = true;
        } else if ["create ", "alter ", "drop ", "comment ", "set ", "copy "]
            .iter()
            .any(|word| begins(word.as_bytes()))
        {
            is_data = false;
        }
        if is_data {
            is_data = !line.trim_ascii_end().ends_with(b";");
        } else {
            text.extend(line.iter().map(u8::to_ascii_lowercase));
        }
    }
    text
}
