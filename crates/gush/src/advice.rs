//! What a user can look up where a message suggests nothing: the libraries name the topic, the command names the option.

use gush_diagnostics::Topic;

use crate::names::FAKEDATA;

/// The command of `program` that lists a topic.
pub fn of(program: &str, topic: Topic) -> Option<&'static str> {
    Some(match topic {
        Topic::Generators if program == FAKEDATA => "`fakedata -G` lists them",
        Topic::Options if program == FAKEDATA => "`fakedata --help` lists them",
        Topic::Generators => "`gush rows -G` lists them",
        Topic::Locales => "`gush rows --locales` lists them",
        Topic::Functions => "`gush rows --functions` lists them",
        Topic::Options => "`--help` lists them",
        Topic::Rungs => "`gush bench --list` lists them",
        // A topic that this command does not know yet.
        _ => return None,
    })
}
