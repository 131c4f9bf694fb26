//! The list of what was found: what to type, what it is, and an example below it.

use super::rank::Hit;
use crate::{color, layout};

/// As many hits are listed: who sees more gives another word.
const LISTED: usize = 25;

/// The list of these hits.
pub fn list(hits: &[Hit<'_>]) -> String {
    let paint = color::on_stdout();
    let entry = |Hit { entry, also }: &Hit<'_>| {
        let also = also.map(|name| format!(" (also {name})")).unwrap_or_default();
        let about = format!("{}  {}{also}\n", paint.name(&entry.form), entry.about);
        format!("{}    {}\n", layout::fitted(about), paint.example(&entry.example))
    };
    let listed: String = hits.iter().take(LISTED).map(entry).collect();
    let more = match hits.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => paint.label(&format!("{more} more; another word leaves fewer")) + "\n",
    };
    format!("{listed}{more}")
}
