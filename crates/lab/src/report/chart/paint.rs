//! What colors mean. Charts name a meaning; the style sheet of the page, or of an image, gives it a color.
//!
//! The colors are those of Okabe and Ito, and Tol, which color-blind people can distinguish; each meaning has a
//! shape or a position of its own as well. Against its background every line and mark has a contrast of 3, every text 4.5.

/// The meaning of something drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Text that matters.
    Ink,
    /// Text that helps.
    Muted,
    /// Lines to read values by.
    Grid,
    /// What was measured of a program.
    Measured,
    /// What was measured of gush.
    Gush,
    /// What was measured of the user's own command.
    Own,
    /// A published figure.
    Published,
    /// What the machine can do at most.
    Limit,
    /// Time in a program's own code.
    User,
    /// Time in the kernel.
    System,
    /// Nothing to be seen, only to be pointed at.
    Hit,
}

/// Each meaning with its class, and its color on light and on dark, in the order of the enum.
const ALL: [(Paint, &str, &str, &str); 11] = [
    (Paint::Ink, "ink", "#1b1f24", "#e8eaed"),
    (Paint::Muted, "muted", "#57606a", "#a5adb6"),
    (Paint::Grid, "grid", "#d8dee4", "#363c44"),
    (Paint::Measured, "measured", "#0072b2", "#56b4e9"),
    (Paint::Gush, "gush", "#00785a", "#2cc295"),
    (Paint::Own, "own", "#aa4499", "#e08bd0"),
    (Paint::Published, "published", "#c04f00", "#f0a030"),
    (Paint::Limit, "limit", "#6e5a00", "#d9c74a"),
    (Paint::User, "user", "#0072b2", "#56b4e9"),
    (Paint::System, "system", "#c04f00", "#f0a030"),
    (Paint::Hit, "hit", "none", "none"),
];

/// The surface that everything is drawn on, light and dark.
const SURFACE: [&str; 2] = ["#ffffff", "#16191d"];

impl Paint {
    /// The class that elements of it have.
    pub fn class(self) -> &'static str {
        ALL[self as usize].1
    }
}

/// The colors as CSS variables, `--measured: #0072b2; …`.
pub fn variables(dark: bool) -> String {
    let color = |entry: &(Paint, &str, &'static str, &'static str)| if dark { entry.3 } else { entry.2 };
    let colors = ALL.iter().filter(|entry| entry.0 != Paint::Hit);
    let variables = colors.map(|entry| format!("--{}:{};", entry.1, color(entry)));
    variables.collect::<String>() + &format!("--surface:{};", surface(dark))
}

/// The color of the background.
pub fn surface(dark: bool) -> &'static str {
    SURFACE[usize::from(dark)]
}

/// The rules that draw elements by their class; `color` writes the value of a meaning, as in `var(--ink)`.
pub fn rules(color: impl Fn(&str, &str, &str) -> String) -> String {
    let mut css = String::new();
    for (_, class, light, dark) in ALL.iter().filter(|entry| entry.0 != Paint::Hit) {
        let value = color(class, light, dark);
        // Areas have f-, texts t-, lines l- before the meaning.
        css += &format!(".f-{class},.t-{class}{{fill:{value}}}.l-{class}{{stroke:{value};fill:none}}");
    }
    css
}

/// The rules of an image, where nothing can be looked up.
pub fn fixed(dark: bool) -> String {
    rules(|_, light, dark_value| if dark { dark_value } else { light }.to_owned())
        + &format!(".hollow{{fill:{0}}}text{{stroke:{0}}}", surface(dark))
}

/// The rules of the page.
pub fn themed() -> String {
    rules(|class, _, _| format!("var(--{class})"))
        + ".hollow{fill:var(--surface)}svg.chart text{stroke:var(--surface)}"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of WCAG 2.
    fn luminance(hex: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5))
    }

    #[test]
    fn colors_stand_out_from_their_background() {
        for dark in [false, true] {
            let background = luminance(surface(dark));
            for entry in ALL.iter().filter(|entry| !matches!(entry.0, Paint::Grid | Paint::Hit)) {
                let color = luminance(if dark { entry.3 } else { entry.2 });
                let contrast = (color.max(background) + 0.05) / (color.min(background) + 0.05);
                assert!(contrast >= 4.5, "{}: {contrast:.2}", entry.1);
            }
        }
    }

    #[test]
    fn meanings_are_in_the_order_of_their_enum() {
        assert!(ALL.iter().enumerate().all(|(index, entry)| entry.0 as usize == index));
    }
}
