//! Changes of valid bytes.

use super::input::Input;

/// Values at which a decoder of numbers may go wrong, as it reads them.
pub const NUMBERS: [&[u8]; 6] = [
    &[0],
    &[0xff, 0xff, 0xff, 0xff, 0x0f],
    &[0x80, 0x80, 0x80, 0x80, 0x08],
    &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    &[0xff, 0xff, 0x03],
    &[0x80, 0x80, 0x40],
];

/// Some bytes with a few changes at and after the index `from`.
pub fn mutated(valid: &[u8], from: usize, input: &mut Input) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    for _ in 0..=input.below(4) {
        if bytes.len() <= from {
            break;
        }
        let at = from + input.word() as usize % (bytes.len() - from);
        match input.below(10) {
            0..=2 => bytes[at] = input.byte(),
            3 => bytes[at] ^= 1 << input.below(8),
            4 => bytes.insert(at, input.byte()),
            5 => _ = bytes.remove(at),
            6 => _ = bytes.splice(at..=at, NUMBERS[input.below(NUMBERS.len())].iter().copied()),
            7 | 8 => {
                // Numbers that are written as differences to the numbers before: one or a few of them become greater.
                let (next, by) = (at + 1 + input.below(3), 2 + 2 * input.below(30) as u8);
                bytes[at] = bytes[at].wrapping_add(by);
                bytes.iter_mut().skip(next).take(1).for_each(|byte| *byte = byte.wrapping_sub(by));
            }
            _ => {
                let end = (at + 1 + input.below(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = from + input.word() as usize % (bytes.len() - from);
                bytes.splice(to..to, part);
            }
        }
    }
    if input.below(16) == 15 {
        bytes.truncate(from + input.word() as usize % (bytes.len().saturating_sub(from) + 1));
    }
    bytes
}
