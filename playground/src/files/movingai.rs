//! The format of the MovingAI benchmark: maps, and the queries of scenarios.
//!
//! *Source:* Sturtevant, "Benchmarks for Grid-Based Pathfinding" (IEEE TCIAIG 4(2), 2012).

use crate::board::{Board, Cell, MAX_SIDE};
use bevy::math::{IVec2, UVec2};

/// Reads a `.map`: `.`, `G` and `S` are ground, `@`, `O`, `T` and `W` walls. The top row comes first.
///
/// # Errors
/// A sentence, with the number of the line where there is one.
pub fn read_map(text: &str) -> Result<Board, String> {
    let mut lines = text.lines().map(str::trim_end).enumerate().map(|(index, line)| (index + 1, line));
    let (mut width, mut height) = (None, None);
    loop {
        let (number, line) = lines.next().ok_or("the line \"map\" is missing")?;
        let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let side = || value.trim().parse::<u32>().map_err(|_| format!("line {number}: {value:?} is no side"));
        match name {
            "type" => {}
            "height" => height = Some(side()?),
            "width" => width = Some(side()?),
            "map" => break,
            _ => return Err(format!("line {number}: {name:?} is not known")),
        }
    }
    let size = UVec2::new(width.ok_or("the width is missing")?, height.ok_or("the height is missing")?);
    if size.min_element() < 2 || size.max_element() > MAX_SIDE {
        return Err(format!("{} x {} cells: sides must be 2 to {MAX_SIDE}", size.x, size.y));
    }
    let mut board = Board::plain(size);
    for y in (0..size.y as i32).rev() {
        let (number, line) = lines.next().ok_or("rows are missing")?;
        let count = line.chars().count();
        if count != size.x as usize {
            return Err(format!("line {number}: {count} cells, not {}", size.x));
        }
        for (x, letter) in (0..).zip(line.chars()) {
            let cell = match letter {
                '.' | 'G' | 'S' => Cell::PLAIN,
                '@' | 'O' | 'T' | 'W' => Cell::WALL,
                _ => return Err(format!("line {number}: {letter:?} is no terrain")),
            };
            board.set(IVec2::new(x, y), cell);
        }
    }
    Ok(board)
}

/// The board as a `.map`. The format knows neither costs nor danger.
#[must_use]
pub fn write_map(board: &Board) -> String {
    let size = board.size().as_ivec2();
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", size.y, size.x);
    for y in (0..size.y).rev() {
        let cells = (0..size.x).filter_map(|x| board.cell(IVec2::new(x, y)));
        text.extend(cells.map(|cell| if cell.terrain == 0 { '@' } else { '.' }));
        text.push('\n');
    }
    text
}

/// Start and goal of the last query of a `.scen`, which is the longest, on a map so high. Rows count from the top there.
///
/// # Errors
/// A sentence.
pub fn read_last_query(text: &str, height: u32) -> Result<[IVec2; 2], String> {
    if !text.starts_with("version") {
        return Err("line 1 is not \"version 1\"".into());
    }
    let last = text.lines().skip(1).filter(|line| !line.trim().is_empty()).last();
    let line = last.ok_or("there is no query")?;
    let numbers: Vec<i32> =
        line.split_whitespace().skip(4).take(4).map_while(|part| part.parse().ok()).collect();
    match *numbers.as_slice() {
        [start_x, start_y, goal_x, goal_y] => {
            let cell = |x: i32, y: i32| IVec2::new(x, (height as i32 - 1).saturating_sub(y));
            Ok([cell(start_x, start_y), cell(goal_x, goal_y)])
        }
        _ => Err(format!("{line:?} is no query")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n.@TG\n....\nOWS.\n";

    #[test]
    fn a_map_is_read_with_its_top_row_first_and_written_back() {
        let board = read_map(MAP).unwrap();
        assert_eq!(board.size(), UVec2::new(4, 3));
        let wall = |x, y| board.cell(IVec2::new(x, y)).map(|cell| cell.terrain == 0);
        assert_eq!([wall(0, 2), wall(1, 2), wall(2, 2), wall(3, 2)], [false, true, true, false].map(Some));
        assert_eq!([wall(0, 0), wall(1, 0), wall(2, 0), wall(3, 0)], [true, true, false, false].map(Some));
        let again = read_map(&write_map(&board)).unwrap();
        assert_eq!(again.terrain(), board.terrain());
    }

    #[test]
    fn the_last_query_of_a_scenario_is_found_with_rows_from_below() {
        let text = "version 1\n0\ta.map\t4\t3\t0\t0\t3\t0\t3\n1\ta.map\t4\t3\t0\t1\t3\t2\t4.5\n";
        assert_eq!(read_last_query(text, 3), Ok([IVec2::new(0, 1), IVec2::new(3, 0)]));
        assert!(read_last_query("version 1\n", 3).is_err());
        assert!(read_last_query("version 1\n0 a 1 1 x 2 3 4 5\n", 3).is_err());
        assert!(read_last_query("hello", 3).is_err());
    }

    #[test]
    fn bad_maps_are_refused_with_a_sentence() {
        for (from, to, why) in [
            ("height 3", "height three", "line 2"),
            ("height 3", "height 4", "rows are missing"),
            ("width 4", "width 5", "4 cells, not 5"),
            ("width 4", "width 9999", "9999 x 3"),
            ("width 4", "", "is not known"),
            ("....", "..?.", "'?'"),
            ("map\n", "", "is not known"),
        ] {
            let error = read_map(&MAP.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(why), "{error} for {to:?}");
        }
        for bytes in 0..MAP.len() {
            let _ = read_map(&MAP[..bytes]);
        }
    }
}
