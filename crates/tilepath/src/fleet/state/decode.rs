//! Reads what the crate `postcard` has written, with errors that say what is wrong. `postcard` itself drops the messages of checks.

use core::fmt::Display;
use serde::{
    Deserialize,
    de::{
        DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess,
        VariantAccess, Visitor,
    },
};

/// Reads a value. All bytes must belong to it.
pub(in crate::fleet) fn decode<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    let mut decoder = Decoder { rest: bytes };
    let value = T::deserialize(&mut decoder)?;
    match decoder.rest.len() {
        0 => Ok(value),
        left => Err(DecodeError(format!("{left} bytes after the end of the state"))),
    }
}

/// What is wrong with the bytes.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(in crate::fleet) struct DecodeError(pub(in crate::fleet) String);

impl Error for DecodeError {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// The bytes that are not read yet.
struct Decoder<'de> {
    rest: &'de [u8],
}

impl<'de> Decoder<'de> {
    /// Reads a value that `postcard` can read without a check of this crate.
    fn take<T: Deserialize<'de>>(&mut self) -> Result<T, DecodeError> {
        let left = self.rest.len();
        let (value, rest) = postcard::take_from_bytes(self.rest)
            .map_err(|error| DecodeError(format!("{left} bytes before the end of the state: {error}")))?;
        self.rest = rest;
        Ok(value)
    }

    /// The next values, of which there are `left`.
    const fn values(&mut self, left: usize) -> Values<'_, 'de> {
        Values { decoder: self, left }
    }
}

macro_rules! take {
    ($($deserialize:ident $visit:ident,)+) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            visitor.$visit(self.take()?)
        })+
    };
}

impl<'de> Deserializer<'de> for &mut Decoder<'de> {
    type Error = DecodeError;

    take! {
        deserialize_bool visit_bool,
        deserialize_i8 visit_i8,
        deserialize_i16 visit_i16,
        deserialize_i32 visit_i32,
        deserialize_i64 visit_i64,
        deserialize_i128 visit_i128,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
        deserialize_u128 visit_u128,
        deserialize_f32 visit_f32,
        deserialize_f64 visit_f64,
        deserialize_char visit_char,
        deserialize_str visit_borrowed_str,
        deserialize_string visit_borrowed_str,
        deserialize_bytes visit_borrowed_bytes,
        deserialize_byte_buf visit_borrowed_bytes,
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, DecodeError> {
        Err(DecodeError::custom("a value of unknown type"))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.take()? { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let count = self.take()?;
        visitor.visit_seq(self.values(count))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let count = self.take()?;
        visitor.visit_map(self.values(count))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_seq(self.values(count))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_seq(self.values(count))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_seq(self.values(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_enum(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Values that follow one another.
struct Values<'a, 'de> {
    decoder: &'a mut Decoder<'de>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Values<'_, 'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.decoder).map(Some)
    }

    /// At most one value for each byte that is left, so that a few bytes can't ask for much memory.
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.decoder.rest.len()))
    }
}

impl<'de> MapAccess<'de> for Values<'_, 'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, DecodeError> {
        seed.deserialize(&mut *self.decoder)
    }

    fn size_hint(&self) -> Option<usize> {
        SeqAccess::size_hint(self)
    }
}

impl<'de> EnumAccess<'de> for &mut Decoder<'de> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DecodeError> {
        let variant: u32 = self.take()?;
        Ok((seed.deserialize(variant.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Decoder<'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DecodeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_tuple(count, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_tuple(fields.len(), visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{CostProfile, StepLengths};
    use core::fmt::Debug;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(PartialEq, Serialize, Deserialize, Debug)]
    enum Any {
        Unit,
        Newtype(Option<i64>),
        Tuple(u8, f32, [u16; 3]),
        Struct { text: String, list: Vec<Self> },
    }

    fn assert_reads<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: &T) {
        let bytes = postcard::to_allocvec(value).unwrap();
        assert_eq!(&decode::<T>(&bytes).unwrap(), value);
        for end in 0..bytes.len() {
            assert_ne!(decode::<T>(&bytes[..end]).ok().as_ref(), Some(value), "{end} bytes");
        }
        assert!(decode::<T>(&[&bytes[..], &[0]].concat()).is_err());
    }

    #[test]
    fn what_postcard_writes_is_read() {
        let leaves =
            vec![Any::Unit, Any::Newtype(Some(-7)), Any::Newtype(None), Any::Tuple(3, 0.5, [1, 2, 70])];
        assert_reads(&Any::Struct { text: "ä".into(), list: leaves });
        assert_reads(&BTreeMap::from([(true, 'x'), (false, 'y')]));
        assert_reads(&(u128::MAX, i128::MIN, (), 1.5_f64, i8::MIN));
        assert_reads(&CostProfile::default());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |bytes: &[u8]| decode::<StepLengths>(bytes).unwrap_err().to_string();
        assert!(error(&[10, 21]).contains("10 : 21"), "{}", error(&[10, 21]));
        assert!(error(&[10]).starts_with("0 bytes before the end"), "{}", error(&[10]));
        assert_eq!(error(&[10, 14, 0]), "1 bytes after the end of the state");
        assert!(decode::<Any>(&[9]).unwrap_err().to_string().contains("9"));
    }

    /// A length of many values costs no memory if there are no bytes for them.
    #[test]
    fn a_few_bytes_ask_for_little_memory() {
        let bytes = postcard::to_allocvec(&u64::MAX).unwrap();
        let read = || decode::<Vec<[u64; 32]>>(&bytes).unwrap_err();
        assert!(read().to_string().starts_with("0 bytes before the end"));
        let bytes = allocation_counter::measure(|| drop(read())).bytes_max;
        assert!(bytes < 1000, "{bytes} bytes");
    }
}
