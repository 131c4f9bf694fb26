//! Names of tables and columns, as files give them.

/// The name of a table whose rows are in a file: its own without folders and endings.
pub fn table_name(source: &str) -> String {
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    let stem = file.split('.').next().unwrap_or(file).trim();
    if stem.is_empty() || stem == "-" { "data".into() } else { stem.to_owned() }
}

/// The names of columns: none is empty, and none comes twice.
pub fn column_names(given: Vec<String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(given.len());
    for (index, name) in given.into_iter().enumerate() {
        let name = name.trim().replace(char::is_control, " ");
        let name = if name.is_empty() { format!("column{}", index + 1) } else { name };
        let mut free = name.clone();
        let mut number = 2;
        while names.contains(&free) {
            free = format!("{name}_{number}");
            number += 1;
        }
        names.push(free);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_there_and_differ() {
        let given = ["id", "", " name ", "id", "id"].map(str::to_owned).to_vec();
        assert_eq!(column_names(given), ["id", "column2", "name", "id_2", "id_3"]);
        assert_eq!(table_name("a/b/orders.2024.csv.gz"), "orders");
        assert_eq!(table_name("-"), "data");
    }
}
