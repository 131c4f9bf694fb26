//! A flag of the meter: what every flag has, what it makes of a request, and what of a meter that runs.

use std::ffi::OsStr;
use std::ops::Deref;

use gush_meter::display::Settings;

use super::super::draft::Draft;
use crate::flags::{Flag, Value};

/// A flag of the meter.
#[derive(Debug)]
pub struct MeterFlag {
    /// Its names, its group, its help.
    flag: Flag,
    /// What it makes of a request, with its value; or what is wrong with that.
    pub take: fn(&mut Draft, &OsStr) -> Result<(), String>,
    /// What it changes in the settings of a running meter, to what they are in others.
    pub live: Option<fn(&mut Settings, &Settings)>,
    /// Whether it says what a line shows, and which one.
    pub shows: Option<Shows>,
    /// Whether it is settled when a transfer starts: what moves the bytes, what is counted, what was opened or is waited for.
    pub is_settled: bool,
    /// Whether it needs a transfer, or lines, or a row of its own on the terminal, which watching has not.
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
type Take = fn(&mut Draft, &OsStr) -> Result<(), String>;

impl MeterFlag {
    /// A flag without a value.
    pub const fn new(group: &'static str, name: &'static str, about: &'static str, take: Take) -> MeterFlag {
        MeterFlag::of(Flag::new(group, name, about), take)
    }

    /// What is a flag already.
    pub const fn of(flag: Flag, take: Take) -> MeterFlag {
        MeterFlag {
            flag,
            take,
            live: None,
            shows: None,
            is_settled: false,
            is_of_transfer: false,
            is_mode: false,
        }
    }

    /// It has this letter.
    pub const fn letter(self, letter: char) -> MeterFlag {
        MeterFlag { flag: self.flag.letter(letter), ..self }
    }

    /// It takes a value of this form.
    pub const fn value(self, form: &'static str) -> MeterFlag {
        MeterFlag { flag: self.flag.value(Value::bytes(form)), ..self }
    }

    /// The short help says this.
    pub const fn brief(self, brief: &'static str) -> MeterFlag {
        MeterFlag { flag: self.flag.brief(brief), ..self }
    }

    /// It takes a file.
    pub const fn file(self) -> MeterFlag {
        MeterFlag { flag: self.flag.value(Value::file("FILE")), ..self }
    }

    /// It says what a line shows.
    pub const fn shows(self, shows: Shows) -> MeterFlag {
        MeterFlag { shows: Some(shows), ..self }
    }

    /// It changes this in a running meter.
    pub const fn live(self, live: fn(&mut Settings, &Settings)) -> MeterFlag {
        MeterFlag { live: Some(live), ..self }
    }

    /// It cannot be changed while a transfer runs.
    pub const fn settled(self) -> MeterFlag {
        MeterFlag { is_settled: true, ..self }
    }

    /// It cannot be used while files are watched.
    pub const fn of_transfer(self) -> MeterFlag {
        MeterFlag { is_of_transfer: true, ..self }
    }

    /// It is a mode.
    pub const fn mode(self) -> MeterFlag {
        MeterFlag { is_mode: true, ..self }
    }
}

impl Deref for MeterFlag {
    type Target = Flag;

    fn deref(&self) -> &Flag {
        &self.flag
    }
}
