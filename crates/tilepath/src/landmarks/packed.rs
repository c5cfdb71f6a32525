//! Numbers that change little from one to the next, in few bytes.

/// Packs numbers: the difference to the number before, with its sign in the lowest bit, in seven bits a byte. The highest bit of a byte says
/// that more bytes follow.
///
/// *Source:* the zigzag encoding and the base 128 varints of Protocol Buffers.
pub(super) fn pack(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before = 0;
    for number in numbers {
        let change = number.wrapping_sub(before) as i32;
        let mut rest = ((change << 1) ^ (change >> 31)) as u32;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        before = number;
    }
    bytes
}

/// Unpacks numbers. An item is `None` where the bytes end within a number, or go on beyond 32 bits.
pub(super) fn unpack(bytes: &[u8]) -> impl Iterator<Item = Option<u32>> + use<'_> {
    let (mut bytes, mut before) = (bytes.iter(), 0_u32);
    core::iter::from_fn(move || {
        let mut byte = *bytes.next()?;
        let (mut rest, mut shift) = (u64::from(byte & 0x7f), 7);
        while byte & 0x80 != 0 {
            let Some(&next) = bytes.next().filter(|_| shift < 35) else { return Some(None) };
            byte = next;
            rest |= u64::from(byte & 0x7f) << shift;
            shift += 7;
        }
        let Ok(rest) = u32::try_from(rest) else { return Some(None) };
        before = before.wrapping_add((rest >> 1) ^ (rest & 1).wrapping_neg());
        Some(Some(before))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_small_changes_take_a_byte() {
        let mut random = fastrand::Rng::with_seed(7);
        let ends = [0, 1, 2, 63, 64, 65, i32::MAX as u32, i32::MAX as u32 + 1, u32::MAX - 1, u32::MAX];
        for _ in 0..200 {
            let numbers: Vec<u32> = (0..random.usize(..40))
                .map(|_| if random.bool() { ends[random.usize(..ends.len())] } else { random.u32(..) })
                .collect();
            let packed = pack(numbers.iter().copied());
            assert_eq!(unpack(&packed).collect::<Option<Vec<u32>>>(), Some(numbers));
        }
        assert_eq!(pack([5, 60, 0, 63]).len(), 4);
    }

    #[test]
    fn a_number_without_an_end_is_none() {
        for bytes in [&[0x80][..], &[0xff; 5], &[0xff; 40], &[0xff, 0xff, 0xff, 0xff, 0x10]] {
            assert_eq!(unpack(bytes).next(), Some(None), "{bytes:?}");
        }
        assert_eq!(unpack(&[0xff, 0xff, 0xff, 0xff, 0x0f]).collect::<Vec<_>>(), [Some(1 << 31)]);
        assert_eq!(unpack(&[]).next(), None);
    }
}
