//! What is done after a load that failed: tables that it has made and not filled are dropped, as no transaction takes them back.

use std::sync::Arc;

use super::super::connect::open;
use super::super::connection::{Connection, literal};
use super::session::Context;
use super::state::Load;

/// How long a table is waited for, in seconds: a connection that was given up may still take back its rows.
const LOCK_TIMEOUT: u32 = 60;

/// Drops the tables that were made and are not complete, unless the load can be resumed.
pub(super) fn tidy(context: &Context<'_>, load: &Load<'_>) {
    let kept = context.shared.kept();
    if context.progress.is_stopped() {
        kept.losses.lasting.iter().chain(&kept.losses.gone).for_each(|text| context.progress.note(text));
    }
    let complete = kept.tables;
    let made: Vec<usize> = context.left().made.clone();
    let incomplete =
        made.iter().rev().filter(|&&index| !complete.iter().any(|name| *name == load.tables[index].name));
    let names: Vec<&str> = incomplete.map(|&index| load.statements.tables[index].name.as_str()).collect();
    if load.is_noted() {
        if context.progress.is_stopped() {
            context
                .progress
                .note("what was committed is noted, and the same command with --resume continues");
        }
        return;
    }
    if names.is_empty() {
        return;
    }
    // Someone who asked for the end has got it; this is one more connection.
    let left: Vec<&str> = match open(load.config, &Arc::default()) {
        Ok(mut connection) => {
            let left = dropped(&mut connection, &context.left().connections, &names);
            connection.close();
            left
        }
        Err(_) => names,
    };
    if !left.is_empty() {
        let text = format!("{} was made and stays, as there was no way to drop it", left.join(", "));
        context.progress.note(&text);
    }
}

/// The question whether a connection still works on one of these tables. Its number alone does not say that it is ours: a server that
/// was started again, or another behind the same address, may have given it to someone else.
fn is_ours(id: u32, names: &[&str]) -> String {
    let starts = |name: &&str| {
        [
            format!("LOAD DATA LOCAL INFILE 'gush' INTO TABLE {name} "),
            format!("INSERT INTO {name} ("),
            format!("ALTER TABLE {name} ADD "),
        ]
    };
    let starts: Vec<String> = names
        .iter()
        .flat_map(starts)
        .map(|start| format!("LEFT(INFO, {}) = {}", start.chars().count(), literal(&start)))
        .collect();
    format!(
        "SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = {id} AND DB = DATABASE() \
         AND CONCAT(USER, '@', SUBSTRING_INDEX(USER(), '@', -1)) = USER() AND ({})",
        starts.join(" OR ")
    )
}

/// Ends what other connections still do, and drops tables. Those that are left.
fn dropped<'n>(connection: &mut Connection, others: &[u32], names: &[&'n str]) -> Vec<&'n str> {
    for other in others {
        // Most of them are gone.
        if connection.query(&is_ours(*other, names)).is_ok_and(|rows| !rows.is_empty()) {
            let _ = connection.execute(&format!("KILL {other}"));
        }
    }
    let _ = connection.execute(&format!("SET SESSION lock_wait_timeout = {LOCK_TIMEOUT}"));
    let drop = |name: &&&str| connection.execute(&format!("DROP TABLE IF EXISTS {name}")).is_err();
    names.iter().filter(drop).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn a_connection_is_known_by_its_statement() {
        let sql = is_ours(7, &["`a`", "`it's`"]);
        assert!(sql.contains("WHERE ID = 7 AND DB = DATABASE() AND "), "{sql}");
        assert!(sql.contains("LEFT(INFO, 17) = 'INSERT INTO `a` (' OR "), "{sql}");
        assert!(
            sql.contains("LEFT(INFO, 48) = 'LOAD DATA LOCAL INFILE ''gush'' INTO TABLE `it''s` '"),
            "{sql}"
        );
    }
}
