//! The data of a flag that only the meter uses: how it changes a request, and how a running meter.

use std::ffi::OsStr;

use gush_meter::display::Settings;

use super::super::draft::Draft;
use crate::flags::{Flag, Value};

/// A flag of the meter.
pub type MeterFlag = Flag<Meter>;

/// What a flag is to the meter.
#[derive(Debug, Clone, Copy)]
pub struct Meter {
    /// How it changes a request.
    take: Take,
    /// How it changes the settings of a running meter, given the new ones.
    pub live: Option<fn(&mut Settings, &Settings)>,
    /// Which part of a line it shows, if any.
    pub shows: Option<Shows>,
    /// Whether it is settled when a transfer starts: what moves the bytes, what is counted, what was opened or is waited for.
    pub is_settled: bool,
    /// Whether it needs a transfer, or lines, or its own row on the terminal, none of which watching has.
    pub is_of_transfer: bool,
    /// Whether it is a mode, of which there is one at a time.
    pub is_mode: bool,
}

/// Which lines show what a flag asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// A line for people.
    Visual,
    /// That, and a line of numbers.
    Numbers,
}

/// What a flag makes of a request.
#[derive(Debug, Clone, Copy)]
pub enum Take {
    Switch(fn(&mut Draft)),
    Value(fn(&mut Draft, &OsStr) -> Result<(), String>),
}

/// A flag without a value.
pub const fn switch(
    group: &'static str,
    name: &'static str,
    about: &'static str,
    take: fn(&mut Draft),
) -> MeterFlag {
    Flag::with(group, name, about, Meter::new(Take::Switch(take)))
}

/// A flag with a value of this form.
pub const fn valued(
    group: &'static str,
    name: &'static str,
    value: Value,
    about: &'static str,
    take: fn(&mut Draft, &OsStr) -> Result<(), String>,
) -> MeterFlag {
    Flag::with(group, name, about, Meter::new(Take::Value(take))).value(value)
}

impl Meter {
    /// A flag that makes this of a request.
    pub const fn new(take: Take) -> Meter {
        Meter { take, live: None, shows: None, is_settled: false, is_of_transfer: false, is_mode: false }
    }

    /// Applies it to a request.
    ///
    /// # Errors
    /// A diagnostic for its value.
    pub fn put(&self, draft: &mut Draft, value: &OsStr) -> Result<(), String> {
        match self.take {
            Take::Switch(take) => {
                take(draft);
                Ok(())
            }
            Take::Value(take) => take(draft, value),
        }
    }
}

impl MeterFlag {
    /// It selects a part of a line.
    pub const fn shows(mut self, shows: Shows) -> MeterFlag {
        self.own.shows = Some(shows);
        self
    }

    /// It changes this in a running meter.
    pub const fn live(mut self, live: fn(&mut Settings, &Settings)) -> MeterFlag {
        self.own.live = Some(live);
        self
    }

    /// It cannot be changed while a transfer runs.
    pub const fn settled(mut self) -> MeterFlag {
        self.own.is_settled = true;
        self
    }

    /// It cannot be used while files are watched.
    pub const fn of_transfer(mut self) -> MeterFlag {
        self.own.is_of_transfer = true;
        self
    }

    /// It is a mode.
    pub const fn mode(mut self) -> MeterFlag {
        self.own.is_mode = true;
        self
    }
}
