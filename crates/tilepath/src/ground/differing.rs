//! The part in which two lists differ.

/// Cuts the common beginning and the common end off two lists, and returns what is left of each.
pub(super) fn differing<'a, 'b, T: PartialEq>(one: &'a [T], other: &'b [T]) -> (&'a [T], &'b [T]) {
    let first = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[first..], &other[first..]);
    let last = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
    (&one[..one.len() - last], &other[..other.len() - last])
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn equal_ends_are_left_out_and_no_entry_twice() {
        assert_eq!(differing(&[1, 2, 3, 4], &[1, 5, 4]), (&[2, 3][..], &[5][..]));
        assert_eq!(differing(&[1, 1], &[1, 1, 1]), (&[][..], &[1][..]));
        assert_eq!(differing(&[7], &[]), (&[7][..], &[][..]));
        assert_eq!(differing(&[7, 8], &[7, 8]), (&[][..], &[][..]));
    }
}
