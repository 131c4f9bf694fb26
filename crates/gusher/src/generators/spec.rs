//! The registry's entry for each generator: its name, its help, its modifiers, and the function that builds it.

use std::cell::Cell;
use std::sync::Arc;

use super::{BuildResult, Constraint, ConstraintError, Context, Generate, Settings, adapt, mixed, ranked};

/// The constraint that asks for any of the world, where a column is otherwise of the row's place.
pub(crate) const ANY: &str = "any";

/// One generator that a column can name.
#[derive(Debug)]
pub struct GeneratorSpec {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description of its values in one line.
    pub about: &'static str,
    /// The form and meaning of its constraint, where it takes one.
    pub constraint: Option<ConstraintHelp>,
    /// The names of the modifiers that it takes besides those that every generator takes.
    pub modifiers: &'static [&'static str],
    /// Whether its words are English and nothing else: another locale than that is refused.
    pub is_english: bool,
    /// The kind of thing that it describes together with other columns, so that they agree within a row: `person`, `place`.
    pub entity: Option<&'static str>,
    build: fn(Constraint<'_>) -> BuildResult,
    /// What it generates with the constraint `any`, where it otherwise is of the row's place.
    pub any: Option<AnyOfWorld>,
    /// What it makes with another constraint than `any`: points of an area.
    pub(crate) area: Option<Area>,
    /// Whether its constraint is one text whose backslashes are its own.
    pub verbatim: bool,
    /// Which other names it answers to, that are too many to list.
    pub(crate) variants: Option<fn(&str) -> bool>,
}

/// The constraint that may follow a generator's colon.
#[derive(Debug, Clone, Copy)]
pub struct ConstraintHelp {
    /// The form, such as `MIN,MAX`.
    pub form: &'static str,
    /// Its meaning and its defaults, in one line.
    pub about: &'static str,
    /// A complete example.
    pub example: &'static str,
    /// Whether the generator cannot do without.
    pub required: bool,
}

/// What a generator of the row's place generates with the constraint `any`: one of the world, on its own.
#[derive(Debug)]
pub struct AnyOfWorld {
    /// A description of its values in one line.
    pub about: &'static str,
    build: fn(Constraint<'_>) -> BuildResult,
    /// The kind of thing that it then describes, by the name that it is asked for by.
    entity: fn(&str) -> Option<&'static str>,
    language: Language,
}

/// What a generator makes within an area: what such columns have in common, and the function that builds it.
type Area = (&'static InArea, fn(Constraint<'_>) -> BuildResult);

/// What the columns that take an area as their constraint have in common.
#[derive(Debug)]
pub(crate) struct InArea {
    /// The forms of an area and their meaning.
    pub about: &'static str,
    /// The kind of thing that columns of an area describe.
    pub entity: &'static str,
    /// Whether an area is that of the row's place.
    pub is_around_row: fn(&str) -> bool,
}

/// What the locale of a column does to one of any of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Its words are in the locale's language.
    Local,
    /// They are English, and nothing else.
    English,
    /// It has no words: it is the same everywhere.
    None,
}

impl AnyOfWorld {
    /// One that describes things of the kind that `entity` tells by the generator's name.
    pub(crate) const fn new(
        about: &'static str,
        language: Language,
        entity: fn(&str) -> Option<&'static str>,
        build: fn(Constraint<'_>) -> BuildResult,
    ) -> AnyOfWorld {
        AnyOfWorld { about, build, entity, language }
    }

    /// Whether its values are English in every locale.
    pub(crate) fn is_english(&self) -> bool {
        matches!(self.language, Language::English)
    }
}

impl GeneratorSpec {
    /// A generator without a constraint.
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        build: fn(Constraint<'_>) -> BuildResult,
    ) -> GeneratorSpec {
        GeneratorSpec {
            name,
            about,
            constraint: None,
            modifiers: &[],
            is_english: false,
            entity: None,
            build,
            any: None,
            area: None,
            verbatim: false,
            variants: None,
        }
    }

    /// It takes a constraint of this form, and can do without.
    pub(crate) const fn optional(
        mut self,
        form: &'static str,
        about: &'static str,
        example: &'static str,
    ) -> GeneratorSpec {
        self.constraint = Some(ConstraintHelp { form, about, example, required: false });
        self
    }

    /// It needs a constraint of this form.
    pub(crate) const fn required(
        mut self,
        form: &'static str,
        about: &'static str,
        example: &'static str,
    ) -> GeneratorSpec {
        self.constraint = Some(ConstraintHelp { form, about, example, required: true });
        self
    }

    /// It takes the constraint `any`, with which it is of any place of the world instead of the row's; `example` has it.
    pub(crate) const fn or_any(mut self, example: &'static str, any: AnyOfWorld) -> GeneratorSpec {
        self.constraint = Some(ConstraintHelp { form: ANY, about: any.about, example, required: false });
        self.any = Some(any);
        self
    }

    /// It takes an area as its constraint, besides `any` where it takes that.
    pub(crate) const fn in_area(
        mut self,
        example: &'static str,
        area: &'static InArea,
        build: fn(Constraint<'_>) -> BuildResult,
    ) -> GeneratorSpec {
        let form = if self.any.is_some() { "any|AREA" } else { "AREA" };
        self.constraint = Some(ConstraintHelp { form, about: area.about, example, required: false });
        self.area = Some((area, build));
        self
    }

    /// What it makes with this constraint, if that is an area.
    fn area_of(&self, constraint: Option<&str>) -> Option<Area> {
        let is_area = constraint.is_some_and(|text| self.any.is_none() || text != ANY);
        self.area.filter(|_| is_area)
    }

    /// Its constraint is one text whose backslashes are its own: commas and stars in it are not the grammar's.
    pub(crate) const fn verbatim(mut self) -> GeneratorSpec {
        self.verbatim = true;
        self
    }

    /// It takes these modifiers too.
    pub(crate) const fn modifiers(mut self, modifiers: &'static [&'static str]) -> GeneratorSpec {
        self.modifiers = modifiers;
        self
    }

    /// Its words are English, whatever the locale of the others: a table of another one has to say that they are meant.
    pub(crate) const fn english(mut self) -> GeneratorSpec {
        self.is_english = true;
        self
    }

    /// It describes a thing of this kind together with other columns, and takes `@of`.
    pub(crate) const fn entity(mut self, entity: &'static str) -> GeneratorSpec {
        self.entity = Some(entity);
        self
    }

    /// It answers to other names too.
    pub(crate) const fn variants(mut self, variants: fn(&str) -> bool) -> GeneratorSpec {
        self.variants = Some(variants);
        self
    }

    /// The generator, asked for by the name `generator` with the constraint `text`, and its `settings`.
    pub(crate) fn build(
        &self,
        generator: &str,
        text: Option<&str>,
        context: &Context<'_>,
        settings: &Settings,
    ) -> BuildResult {
        let locale = settings.locale.unwrap_or(context.locale);
        if let Some(mix) = locale.mix().filter(|_| self.heeds_locale(text)) {
            let built = mix.locales().map(|locale| {
                let inner = settings.locale.map(|_| locale);
                let settings = Settings { locale: inner, is_mixed: true, ..settings.clone() };
                self.build(generator, text, &Context { locale, ..*context }, &settings)
            });
            let is_login = matches!(self.name, "email" | "username");
            return Ok(mixed::of_mix(mix, built.collect::<Result<_, _>>()?, is_login));
        }
        let used_now = Cell::new(false);
        let constraint = Constraint { text, generator, context, settings, used_now: &used_now };
        if text.is_some() && self.constraint.is_none() {
            return Err(constraint.error(format!("`{}` takes no constraint", self.name)));
        }
        let mut built = match (&self.any, text, self.area_of(text)) {
            (_, _, Some((_, build))) => build(constraint)?,
            (Some(any), Some(_), None) => any.generator(&constraint)?,
            (None, _, None) | (_, None, None) => {
                if self.is_english {
                    constraint.english(&format!("`{generator}`"))?;
                }
                (self.build)(constraint)?
            }
        };
        // Most say more of it themselves.
        if let (Some(help), Some("")) = (&self.constraint, text)
            && !help.required
        {
            let form = help.form;
            return Err(constraint.error(format!(
                "a constraint is missing after the colon; the form is {generator}:{form}, or {generator} alone"
            )));
        }
        if !self.modifiers.contains(&"dist") {
            built = ranked::by_dist(&constraint, built)?;
        }
        Ok(if used_now.get() { adapt::of_now(built) } else { built })
    }

    /// The generator without modifiers, asked for by its name or another one that it answers to, with the text of its
    /// constraint.
    ///
    /// # Errors
    /// The diagnostic of the constraint, with its span.
    pub fn generator(
        &self,
        asked: &str,
        constraint: Option<&str>,
        context: &Context<'_>,
    ) -> Result<Arc<dyn Generate>, ConstraintError> {
        self.build(asked, constraint, context, &Settings::default())
    }

    /// The kind of thing that a column describes together with others, asked for by `asked` with this constraint.
    pub fn entity_of(&self, asked: &str, constraint: Option<&str>) -> Option<&'static str> {
        match (&self.any, constraint, self.area_of(constraint)) {
            (_, Some(text), Some((area, _))) if !(area.is_around_row)(text) => Some(area.entity),
            (Some(any), Some(_), None) => (any.entity)(asked),
            (None, _, None) | (_, None, None) | (_, _, Some(_)) => self.entity,
        }
    }

    /// Whether a column with this constraint follows from the locale.
    pub fn heeds_locale(&self, constraint: Option<&str>) -> bool {
        match (&self.any, constraint, self.area_of(constraint)) {
            (_, Some(text), Some((area, _))) => (area.is_around_row)(text),
            (Some(any), Some(_), None) => any.language != Language::None,
            (None, _, _) | (_, None, _) => self.takes("locale"),
        }
    }

    /// Whether it takes the modifier of this name besides those that every generator takes.
    pub fn takes(&self, modifier: &str) -> bool {
        self.modifiers.contains(&modifier)
            || (modifier == "of" && self.entity.is_some())
            || (modifier == "locale" && self.is_english)
    }

    /// A column of it that can be built anywhere: its name, with the example's constraint where it needs one.
    pub fn example(&self) -> &'static str {
        self.constraint
            .filter(|constraint| constraint.required)
            .map_or(self.name, |constraint| constraint.example)
    }
}

impl AnyOfWorld {
    /// The generator, whose constraint must be `any`.
    fn generator(&self, constraint: &Constraint<'_>) -> BuildResult {
        let (name, settings) = (constraint.generator, constraint.settings);
        if constraint.text != Some(ANY) {
            let text = format!("expected `{ANY}`, or nothing: `{name}` is otherwise that of the row's place");
            return Err(constraint.error(text));
        }
        match self.language {
            Language::English => constraint.english(&format!("`{name}:{ANY}`"))?,
            Language::None if settings.locale.is_some() => {
                let text =
                    format!("`{name}:{ANY}` is of the world, whatever the locale; leave one of the two");
                return Err(settings.locale_at.error(text));
            }
            Language::Local | Language::None => {}
        }
        if settings.nth.is_some() {
            let text = format!("`{name}:{ANY}` is of no place that a row could have several of; leave @nth");
            return Err(constraint.error(text));
        }
        (self.build)(*constraint)
    }
}
