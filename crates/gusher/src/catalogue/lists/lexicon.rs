//! Words of one English list each: parts of speech, and what people eat, hear and see.

use std::sync::Arc;

use crate::generators::GeneratorSpec;
use crate::generators::dictionaries::lines;
use crate::generators::phrase::{DictionaryEntry, List};

/// Generators of one list each: the name, what it is, and the file with the words.
macro_rules! lists {
    ($($name:literal, $about:literal, $file:literal;)*) => {
        &[$(GeneratorSpec::new($name, $about, |_| {
            static WORDS: List = lines!($file);
            Ok(Arc::new(DictionaryEntry::new(Arc::clone(&WORDS))))
        })
        .english()),*]
    };
}

/// Parts of speech.
pub(in crate::catalogue) static WORDS: &[GeneratorSpec] = lists! {
    "adverb", "an English adverb", "adverbs.txt";
    "conjunction", "an English conjunction", "conjunctions.txt";
    "interjection", "an English interjection", "interjections.txt";
    "preposition", "an English preposition", "prepositions.txt";
    "verb", "an English verb", "verbs.txt";
};

/// Things of all days.
pub(in crate::catalogue) static THINGS: &[GeneratorSpec] = lists! {
    "animal.bird", "a bird", "animals-bird.txt";
    "animal.fish", "a fish", "animals-fish.txt";
    "animal.horse", "a breed of horses", "animals-horse.txt";
    "animal.insect", "an insect", "animals-insect.txt";
    "book.genre", "a kind of book", "book-genres.txt";
    "chemical.element", "a chemical element", "chemical-elements.txt";
    "food.dish", "a dish", "dishes.txt";
    "food.drink", "a drink without alcohol", "drinks.txt";
    "food.fruit", "a fruit", "fruits.txt";
    "food.ingredient", "what dishes are made of", "ingredients.txt";
    "food.spice", "a spice or a herb", "spices.txt";
    "food.vegetable", "a vegetable", "vegetables.txt";
    "movie.genre", "a film genre", "movie-genres.txt";
    "music.genre", "a style of music", "music-genres.txt";
};

#[cfg(test)]
mod tests {
    use super::{THINGS, WORDS};

    #[test]
    fn every_list_is_of_english_alone() {
        assert!(WORDS.iter().chain(THINGS).all(|spec| spec.is_english));
    }
}
