//! Long arrays of numbers as serde writes and reads them: in blocks of bytes, because a call for each number takes long.

use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};
use std::borrow::Cow;

/// A number that has the same width everywhere. It is written with its lowest byte first.
pub(crate) trait Number: Copy {
    /// The number of bytes.
    const WIDTH: usize;

    fn to_bytes(numbers: &[Self]) -> Vec<u8>;

    /// The numbers in a block of bytes. Bytes at the end that are no whole number are left out.
    fn of_bytes(bytes: &[u8]) -> impl ExactSizeIterator<Item = Self>;
}

macro_rules! impl_number {
    ($($number:ty),+) => {
        $(impl Number for $number {
            const WIDTH: usize = size_of::<Self>();

            fn to_bytes(numbers: &[Self]) -> Vec<u8> {
                let mut bytes = vec![0; size_of_val(numbers)];
                let places = bytes.as_chunks_mut().0.iter_mut();
                places.zip(numbers).for_each(|(place, number)| *place = number.to_le_bytes());
                bytes
            }

            fn of_bytes(bytes: &[u8]) -> impl ExactSizeIterator<Item = Self> {
                bytes.as_chunks().0.iter().map(|bytes| Self::from_le_bytes(*bytes))
            }
        })+
    };
}

impl_number!(u8, u16, u32);

/// The maximum length of the blocks that are written. It fits into the cache of a processor.
const BLOCK: usize = 1 << 16;

/// An array of numbers that is to be written, or was read.
#[derive(Clone, Debug)]
pub(crate) enum ByteBlocks<'a, T: Number> {
    Written(Cow<'a, [T]>),
    Read(Vec<Block<'a>>),
}

impl<'a, T: Number> ByteBlocks<'a, T> {
    pub(crate) const fn of(numbers: &'a [T]) -> Self {
        Self::Written(Cow::Borrowed(numbers))
    }

    /// The number of numbers.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Written(numbers) => numbers.len(),
            Self::Read(blocks) => blocks.iter().map(|block| block.0.len() / T::WIDTH).sum(),
        }
    }

    /// The bytes of the array, block by block. A number is whole in its block.
    pub(crate) fn blocks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        match self {
            Self::Written(numbers) => {
                Box::new(numbers.chunks(BLOCK / T::WIDTH).map(|block| T::to_bytes(block).into()))
            }
            Self::Read(blocks) => Box::new(blocks.iter().map(|block| Cow::Borrowed(&*block.0))),
        }
    }

    /// Adds all numbers to the end of a list.
    pub(crate) fn append_to(&self, list: &mut Vec<T>) {
        list.reserve_exact(self.len());
        self.blocks().for_each(|block| list.extend(T::of_bytes(&block)));
    }

    /// All numbers.
    pub(crate) fn to_vec(&self) -> Vec<T> {
        let mut list = Vec::new();
        self.append_to(&mut list);
        list
    }
}

impl<T: Number> Serialize for ByteBlocks<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Written(numbers) => {
                let blocks = numbers.chunks(BLOCK / T::WIDTH);
                serializer.collect_seq(blocks.map(|block| Block(T::to_bytes(block).into())))
            }
            Self::Read(blocks) => blocks.serialize(serializer),
        }
    }
}

impl<'de: 'a, 'a, T: Number> Deserialize<'de> for ByteBlocks<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let blocks = Vec::<Block<'a>>::deserialize(deserializer)?;
        match blocks.iter().map(|block| block.0.len()).find(|length| !length.is_multiple_of(T::WIDTH)) {
            Some(length) => Err(D::Error::custom(format!(
                "a block of {length} bytes: must be a multiple of {}",
                T::WIDTH
            ))),
            None => Ok(Self::Read(blocks)),
        }
    }
}

/// A block of bytes. It refers to the bytes that are read, if the format allows this.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a>(Cow<'a, [u8]>);

impl Serialize for Block<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Block<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(BlockVisitor(PhantomData))
    }
}

struct BlockVisitor<'a>(PhantomData<Block<'a>>);

impl<'de: 'a, 'a> Visitor<'de> for BlockVisitor<'a> {
    type Value = Block<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Block<'a>, E> {
        Ok(Block(bytes.into()))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Block<'a>, E> {
        Ok(Block(bytes.to_vec().into()))
    }

    /// Formats of text write bytes as numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Block<'a>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        Ok(Block(bytes.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_any_format() {
        let numbers: Vec<u32> = (0..40_000_u32).map(|nth| nth.wrapping_mul(0x9E37_79B9)).collect();
        let written = ByteBlocks::of(&numbers);
        let bytes = postcard::to_allocvec(&written).unwrap();
        assert!(bytes.len() < 4 * numbers.len() + 20);
        let read: ByteBlocks<'_, u32> = postcard::from_bytes(&bytes).unwrap();
        assert_eq!((read.len(), read.to_vec()), (numbers.len(), numbers.clone()));
        assert!(postcard::to_allocvec(&read).unwrap() == bytes, "what was read is written again");
        let text = serde_json::to_string(&written).unwrap();
        let read: ByteBlocks<'_, u32> = serde_json::from_str(&text).unwrap();
        assert_eq!(read.to_vec(), numbers);
        let text = ron::to_string(&written).unwrap();
        let read: ByteBlocks<'_, u32> = ron::from_str(&text).unwrap();
        assert_eq!(read.to_vec(), numbers);
    }

    #[test]
    fn a_part_of_a_number_is_refused() {
        let bytes = postcard::to_allocvec(&ByteBlocks::of(&[1_u8, 2, 3])).unwrap();
        assert!(postcard::from_bytes::<ByteBlocks<'_, u16>>(&bytes).is_err());
        assert_eq!(postcard::from_bytes::<ByteBlocks<'_, u8>>(&bytes).unwrap().to_vec(), [1, 2, 3]);
    }
}
