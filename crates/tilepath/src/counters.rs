//! Numbers that only grow. A save in which one is close to the greatest number is refused: the game would soon count past it.

use serde::{Deserialize, Deserializer, de::Error};

/// Reads a number that a game counts up.
pub(crate) fn read<'de, N, D>(deserializer: D) -> Result<N, D::Error>
where
    N: Deserialize<'de> + Copy + Into<u64>,
    D: Deserializer<'de>,
{
    let count = N::deserialize(deserializer)?;
    let greatest = u64::MAX >> (u64::BITS - 8 * size_of::<N>() as u32);
    // What is left lasts for fifty days if it is counted sixty times a second.
    let limit = greatest - greatest / 16 - 1;
    match count.into() {
        found if found > limit => {
            Err(D::Error::custom(format!("a count of {found}: must be at most {limit}")))
        }
        _ => Ok(count),
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize)]
    struct Plain(u32, u64);

    #[derive(Deserialize, PartialEq, Debug)]
    struct Counts(
        #[serde(deserialize_with = "super::read")] u32,
        #[serde(deserialize_with = "super::read")] u64,
    );

    fn read(small: u32, large: u64) -> Result<Counts, String> {
        let bytes = serde_json::to_string(&Plain(small, large)).unwrap();
        serde_json::from_str(&bytes).map_err(|error| error.to_string())
    }

    #[test]
    fn counts_close_to_the_greatest_number_are_refused() {
        let (small, large) = (u32::MAX - (1 << 28), u64::MAX - (1 << 60));
        assert_eq!(read(small, large), Ok(Counts(small, large)));
        assert!(
            read(small + 1, 0).unwrap_err().contains("a count of 4026531840: must be at most 4026531839")
        );
        assert!(read(0, large + 1).unwrap_err().contains("a count of 17293822569102704640"));
    }
}
