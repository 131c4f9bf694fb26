//! Service files (the manual of PostgreSQL, section "The Connection Service File").

/// The parameters of a service, if the file has it.
///
/// # Errors
/// A line of the service that is none.
pub(super) fn parameters(text: &str, service: &str) -> Result<Option<Vec<(String, String)>>, String> {
    let mut found: Option<Vec<(String, String)>> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            if found.is_some() {
                break;
            }
            if name.strip_suffix(']') == Some(service) {
                found = Some(Vec::new());
            }
            continue;
        }
        if let Some(parameters) = &mut found {
            let (name, value) =
                line.split_once('=').ok_or_else(|| format!("line {number} is no NAME=VALUE"))?;
            parameters.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn a_service_has_the_lines_after_its_name() {
        let file = "# all\n[one]\nhost=a\n\n[two]\nhost = b\nport=5433\n# x\n[two]\nhost=c\n[bad]\nhost\n";
        let of = |service| parameters(file, service);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(of("one"), Ok(Some(vec![pair("host", "a")])));
        assert_eq!(of("two"), Ok(Some(vec![pair("host", "b"), pair("port", "5433")])));
        assert_eq!(of("three"), Ok(None));
        assert_eq!(of("bad"), Err("line 12 is no NAME=VALUE".into()));
    }
}
