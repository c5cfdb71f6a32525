//! serde for numbers that may be infinite: text formats get the word `inf`, because JSON has no number for it.

use core::fmt;
use serde::{
    Deserialize, Deserializer, Serializer,
    de::{Error, Visitor},
};

const INFINITE: &str = "inf";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn serialize<S: Serializer>(number: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    if *number == f32::INFINITY && serializer.is_human_readable() {
        serializer.serialize_str(INFINITE)
    } else {
        serializer.serialize_f32(*number)
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(NumberOrWord)
    } else {
        f32::deserialize(deserializer)
    }
}

struct NumberOrWord;

impl Visitor<'_> for NumberOrWord {
    type Value = f32;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a number or {INFINITE:?}")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f32, E> {
        Ok(number as f32)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f32, E> {
        Ok(number as f32)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f32, E> {
        Ok(number as f32)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<f32, E> {
        if word == INFINITE {
            Ok(f32::INFINITY)
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Str(word), &self))
        }
    }
}
