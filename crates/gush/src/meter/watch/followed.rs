//! A file of another process, what is known of it, and how it is shown.

use std::time::Duration;

use gush_meter::display::{Settings, Shape};
use gush_meter::format::{self, View};
use gush_meter::history::History;
use gush_meter::record::Recorder;
use gush_meter::watch::Watched;

use super::super::error::Error;
use super::super::running::Meter;
use super::lines;

/// A file, and what is known of it.
pub struct Followed {
    watched: Watched,
    history: History,
    recorder: Option<Recorder>,
    since: Duration,
    base: u64,
    position: u64,
    /// Whether the process has to be named, as there are several.
    of_several: bool,
}

impl Followed {
    /// Follows `watched` from the time `since` on.
    ///
    /// # Errors
    /// When the recording cannot be written.
    pub fn begin(
        meter: &Meter<'_>,
        settings: &Settings,
        watched: Watched,
        since: Duration,
        of_several: bool,
    ) -> Result<Followed, Error> {
        let mut settings = settings.clone();
        settings.size = watched.size;
        settings.style.name = Some(watched.path.display().to_string());
        let recorder = meter.recorder(&settings)?;
        let base = watched.position().unwrap_or(0);
        let history = History::new(settings.window);
        Ok(Followed { watched, history, recorder, since, base, position: base, of_several })
    }

    /// Whether `found` is this file.
    pub fn is(&self, found: &Watched) -> bool {
        found.is(&self.watched)
    }

    /// Takes over what was found of the same file: it may have grown.
    pub fn update(&mut self, found: Watched) {
        self.watched = found;
    }

    /// Whether the descriptor is open still.
    pub fn is_open(&self) -> bool {
        self.watched.position().is_some()
    }

    /// Sets the time over which rates are averaged.
    pub fn set_window(&mut self, window: Option<Duration>) {
        self.history.set_window(window);
    }

    /// Notes how far it is.
    pub fn tick(&mut self, elapsed: Duration, meter: &Meter<'_>) {
        self.position = self.watched.position().unwrap_or(self.position);
        let passed = self.position.saturating_sub(self.base);
        self.history.tick(elapsed.saturating_sub(self.since), passed);
        self.record(elapsed, meter);
    }

    /// The last tick, once it was closed.
    pub fn end(&mut self, settings: &Settings, meter: &Meter<'_>) {
        let elapsed = self.since + self.history.elapsed();
        self.record(elapsed, meter);
        if settings.shape == Shape::Json {
            lines::write(&format!("{}\n", self.object(elapsed, true)));
        }
    }

    fn record(&mut self, elapsed: Duration, meter: &Meter<'_>) {
        if let Some(recorder) = &self.recorder
            && let Err(error) = recorder.tick(&self.view(elapsed))
        {
            let path = self.watched.path.display();
            meter.say(format_args!("the recording of {path} ends here: {error}"));
            self.recorder = None;
        }
    }

    fn view(&self, elapsed: Duration) -> View {
        View {
            elapsed: elapsed.saturating_sub(self.since),
            bytes: self.position,
            base: self.base,
            size: self.watched.size.filter(|&size| size > 0),
            rate: self.history.rate(),
            average: self.history.average(),
            peak: self.history.peak(),
            recent: self.history.recent().to_vec(),
            sweep: self.history.sweep(),
            idle: self.history.idle(),
            ..View::default()
        }
    }

    /// The process in front of the descriptor, where there are several.
    fn owner(&self) -> String {
        if self.of_several { format!("{}:", self.watched.process()) } else { String::new() }
    }

    /// As a JSON object.
    pub fn object(&self, elapsed: Duration, finished: bool) -> String {
        let (descriptor, path) = (self.watched.descriptor(), self.watched.path.display());
        let name = format!("{}{descriptor}:{path}", self.owner());
        format::json(&View { finished, ..self.view(elapsed) }, Some(&name))
    }

    /// As a line of the table, if it is shown at all.
    pub fn line(&self, settings: &Settings, elapsed: Duration, width: usize) -> Option<String> {
        let view = View { now: settings.now(), ..self.view(elapsed) };
        match settings.shape {
            Shape::Quiet => None,
            Shape::Numeric => Some(settings.numeric.numbers(&view, &settings.style)),
            Shape::Json => Some(self.object(elapsed, false)),
            Shape::Visual => {
                let mut line = format!("{}: ", lines::named(&self.owner(), &self.watched, width / 2));
                let rest = width.saturating_sub(format::columns(&line));
                line += &settings.template.line(&view, &settings.style, rest);
                Some(line)
            }
        }
    }
}
