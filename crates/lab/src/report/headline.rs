//! What a run found, in a sentence.

use super::amount;
use super::findings::{Finding, Findings};
use crate::model::{RungKind, Unit};

impl Findings<'_> {
    /// What a reader wants to know first: how `gush yes` compares to the `yes` of the system, or else which program is the
    /// fastest. Nothing where fewer than two programs were measured.
    pub fn headline(&self) -> Option<String> {
        let by_bytes = || self.rungs.iter().filter(|finding| finding.rung().unit == Unit::Bytes);
        let is_gush = |finding: &&Finding<'_>| {
            finding.rung().kind == RungKind::Gush && finding.rung().title.starts_with("gush yes")
        };
        let rate = |finding: &Finding<'_>| amount::rate(finding.median(), Unit::Bytes);
        // The fastest come first.
        let gush = by_bytes().find(is_gush);
        let yes = by_bytes().find(|finding| finding.rung().name == "yes");
        if let (Some(gush), Some(yes)) = (gush, yes) {
            let version = yes.rung().version.as_deref().unwrap_or_default();
            let name = if version.contains("GNU") { "GNU yes" } else { "the system’s own yes" };
            let is_noisy = gush.summary.noisy || yes.summary.noisy;
            let doubt = if is_noisy { " The rounds differ too much to be sure of that." } else { "" };
            return Some(format!(
                "On this machine gush yes is {} × {name}: {} against {}.{doubt}",
                amount::times(gush.median() / yes.median()),
                rate(gush),
                rate(yes)
            ));
        }
        let (fastest, slowest) = (by_bytes().next()?, by_bytes().next_back()?);
        let programs = by_bytes().count();
        (programs > 1).then(|| {
            format!(
                "On this machine {} is the fastest of {programs} programs: {}, {} × {}.",
                fastest.rung().name,
                rate(fastest),
                amount::times(fastest.median() / slowest.median()),
                slowest.rung().name
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::report::{Findings, sample};

    #[test]
    fn gush_is_compared_to_yes_or_else_the_fastest_to_the_slowest() {
        let mut record = sample::ladder();
        let told = Findings::new(&record).headline().unwrap();
        assert_eq!(
            told,
            "On this machine gush yes is 42 × the system’s own yes: 131 GiB/s against 3.09 GiB/s."
        );
        let yes = record.rungs.iter_mut().find(|rung| rung.rung.name == "yes").unwrap();
        yes.rung.version = Some("yes (GNU coreutils) 9.1".into());
        assert!(Findings::new(&record).headline().unwrap().contains("42 × GNU yes: "));
        record.rungs.retain(|rung| ["c-write-8192", "go-println", "limit-drain"].contains(&&*rung.rung.name));
        let told = Findings::new(&record).headline().unwrap();
        assert!(told.starts_with("On this machine c-write-8192 is the fastest of 2 programs: "), "{told}");
        record.rungs.retain(|rung| rung.rung.name != "go-println");
        assert_eq!(Findings::new(&record).headline(), None);
    }
}
