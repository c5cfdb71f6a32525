//! The text format of the playground: a head of named values, then the terrain and the danger in rows from the top, then links and walls on
//! edges, one a line.

use crate::board::{Board, Cell, Layout, MAX_SIDE, Pair, Ways};
use bevy::math::{IVec2, UVec2};

/// The first line of every file.
pub const TITLE: &str = "tilepath playground 1";

/// The board as text. Ground of cost 1 and cells without danger are dots, walls are `#`.
#[must_use]
pub fn write(board: &Board) -> String {
    let (size, start, goal) = (board.size(), board.start(), board.goal());
    let mut text = format!(
        "{TITLE}\nlayout {}\nsize {} {}\nstart {} {}\ngoal {} {}\nterrain\n",
        board.layout().name(),
        size.x,
        size.y,
        start.x,
        start.y,
        goal.x,
        goal.y
    );
    let letter = |value: u8, dot: u8| if value == dot { '.' } else { char::from(b'0' + value) };
    write_rows(&mut text, board, |cell| if cell.terrain == 0 { '#' } else { letter(cell.terrain, 1) });
    if board.danger().iter().any(|&danger| danger > 0) {
        text.push_str("danger\n");
        write_rows(&mut text, board, |cell| letter(cell.danger, 0));
    }
    let links = board.links().map(|link| {
        let sign = if link.is_two_way() { "<->" } else { "->" };
        (link.from(), sign, link.to())
    });
    write_pairs(&mut text, "links", links);
    let walls = board.edge_walls().map(|wall| {
        let sign = if wall.is_one_way() { "|>" } else { "|" };
        (wall.from(), sign, wall.to())
    });
    write_pairs(&mut text, "walls", walls);
    text
}

/// Writes two cells a line, if there are any.
fn write_pairs<'a>(text: &mut String, name: &str, pairs: impl Iterator<Item = (IVec2, &'a str, IVec2)>) {
    for (nth, (from, sign, to)) in pairs.enumerate() {
        if nth == 0 {
            text.extend([name, "\n"]);
        }
        text.push_str(&format!("{} {} {sign} {} {}\n", from.x, from.y, to.x, to.y));
    }
}

fn write_rows(text: &mut String, board: &Board, letter: impl Fn(Cell) -> char) {
    let size = board.size().as_ivec2();
    for y in (0..size.y).rev() {
        text.extend((0..size.x).filter_map(|x| board.cell(IVec2::new(x, y))).map(&letter));
        text.push('\n');
    }
}

/// What stands before the rows.
#[derive(Default)]
struct Head {
    layout: Layout,
    size: Option<IVec2>,
    start: Option<IVec2>,
    goal: Option<IVec2>,
}

/// Reads such a text.
///
/// # Errors
/// A sentence, with the number of the line where there is one.
pub fn read(text: &str) -> Result<Board, String> {
    let mut lines = text.lines().map(str::trim_end).enumerate().map(|(index, line)| (index + 1, line));
    if lines.next().map(|(_, line)| line) != Some(TITLE) {
        return Err(format!("line 1 is not {TITLE:?}"));
    }
    let head = read_head(&mut lines)?;
    let size = head.size.ok_or("the size is missing")?;
    if size.min_element() < 2 || size.max_element() > MAX_SIDE as i32 {
        return Err(format!("{} x {} cells: sides must be 2 to {MAX_SIDE}", size.x, size.y));
    }
    let mut board = Board::plain(UVec2::new(size.x as u32, size.y as u32)).in_layout(head.layout);
    read_rows(&mut lines, &mut board, "terrain", |cell, letter| {
        let terrain = match letter {
            '#' => 0,
            '.' => 1,
            _ => digit(letter)?,
        };
        Some(Cell { terrain, ..cell })
    })?;
    read_sections(&mut lines, &mut board)?;
    if head.start.is_some_and(|start| !board.set_start(start)) {
        return Err("the start is not on the map".into());
    }
    if head.goal.is_some_and(|goal| !board.set_goal(goal)) {
        return Err("the goal is not on the map".into());
    }
    Ok(board)
}

/// Reads what follows the terrain: danger, links and walls on edges, each of which may be missing.
fn read_sections<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    board: &mut Board,
) -> Result<(), String> {
    // What a line without a name of its own is.
    let mut section = "";
    while let Some((number, line)) = lines.next() {
        let refuse = |what| format!("line {number}: {line:?} is {what}");
        match (line, section) {
            ("", _) => {}
            ("links" | "walls", _) => section = line,
            ("danger", _) => read_rows(lines, board, "danger", |cell, letter| {
                let danger = if letter == '.' { 0 } else { digit(letter)? };
                Some(Cell { danger, ..cell })
            })?,
            (_, "links") => read_link(board, line).ok_or_else(|| refuse("no link of this map"))?,
            (_, "walls") => read_wall(board, line).ok_or_else(|| refuse("no wall between neighbours"))?,
            _ => return Err(refuse("not \"danger\", \"links\" or \"walls\"")),
        }
    }
    Ok(())
}

/// Reads a link; `None` if the board can't have it.
fn read_link(board: &mut Board, line: &str) -> Option<()> {
    let (from, sign, to) = pair_of_cells(line)?;
    let ways = match sign {
        "<->" => Ways::Both,
        "->" => Ways::One,
        _ => return None,
    };
    let pair = Pair::of(from, to);
    if !board.may_link(pair) {
        return None;
    }
    board.set_link(pair, Some(ways.link(from, to)));
    Some(())
}

/// Reads a wall on an edge; `None` if the board can't have it.
fn read_wall(board: &mut Board, line: &str) -> Option<()> {
    let (from, sign, to) = pair_of_cells(line)?;
    let ways = match sign {
        "|" => Ways::Both,
        "|>" => Ways::One,
        _ => return None,
    };
    let pair = Pair::of(from, to);
    if !board.has_edge(pair) {
        return None;
    }
    board.set_edge_wall(pair, Some(ways.edge_wall(from, to)));
    Some(())
}

/// Two cells with a sign between them.
fn pair_of_cells(line: &str) -> Option<(IVec2, &str, IVec2)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[x, y, sign, to_x, to_y] = words.as_slice() else { return None };
    let cell = |x: &str, y: &str| Some(IVec2::new(x.parse().ok()?, y.parse().ok()?));
    Some((cell(x, y)?, sign, cell(to_x, to_y)?))
}

fn read_head<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Head, String> {
    let mut head = Head::default();
    loop {
        let (number, line) = lines.next().ok_or("the terrain is missing")?;
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "" => {}
            "terrain" => return Ok(head),
            "layout" => {
                let known = Layout::ALL.into_iter().find(|layout| layout.name() == value);
                head.layout = known.ok_or_else(|| format!("line {number}: there is no layout {value:?}"))?;
            }
            "size" => head.size = Some(pair(value, number)?),
            "start" => head.start = Some(pair(value, number)?),
            "goal" => head.goal = Some(pair(value, number)?),
            _ => return Err(format!("line {number}: {name:?} is not known")),
        }
    }
}

/// The value of a digit, 1 to 9.
fn digit(letter: char) -> Option<u8> {
    letter.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as u8)
}

fn pair(value: &str, line: usize) -> Result<IVec2, String> {
    let mut numbers = value.split_whitespace().map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Ok(IVec2::new(x, y)),
        _ => Err(format!("line {line}: {value:?} is not a pair of whole numbers")),
    }
}

fn read_rows<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    board: &mut Board,
    name: &str,
    cell_of: impl Fn(Cell, char) -> Option<Cell>,
) -> Result<(), String> {
    let size = board.size().as_ivec2();
    for y in (0..size.y).rev() {
        let (number, line) = lines.next().ok_or_else(|| format!("rows of {name} are missing"))?;
        let count = line.chars().count();
        if count != size.x as usize {
            return Err(format!("line {number}: {count} cells, not {}", size.x));
        }
        for (x, letter) in (0..).zip(line.chars()) {
            let at = IVec2::new(x, y);
            let cell = board.cell(at).and_then(|cell| cell_of(cell, letter));
            board.set(at, cell.ok_or_else(|| format!("line {number}: {letter:?} is no {name}"))?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, generate};

    /// Adds links and walls of both kinds.
    fn join_cells(board: &mut Board) {
        for (ways, x) in [(Ways::Both, 1), (Ways::One, 4)] {
            let [a, b, c] = [[x, 1], [x + 1, 1], [0, 3]].map(IVec2::from);
            for [from, to] in [[b, c], [c, a]] {
                board.set_link(Pair::of(from, to), Some(ways.link(from, to)));
            }
            board.set_edge_wall(Pair::of(a, b), Some(ways.edge_wall(b, a)));
        }
        assert_eq!((board.links().count(), board.edge_walls().count()), (4, 2));
    }

    #[test]
    fn a_file_without_links_and_walls_is_as_it_always_was() {
        let text = "tilepath playground 1\nlayout square\nsize 3 2\nstart 0 0\ngoal 2 1\nterrain\n.#.\n..2\ndanger\n...\n.4.\n";
        let board = read(text).unwrap();
        assert_eq!((board.links().count(), board.edge_walls().count()), (0, 0));
        assert_eq!(write(&board), text);
        let joined = format!("{text}links\n0 0 -> 2 1\n0 1 <-> 2 0\nwalls\n0 0 | 0 1\n2 0 |> 1 0\n");
        assert_eq!(write(&read(&joined).unwrap()), joined);
    }

    #[test]
    fn what_is_written_is_read_back_as_it_was() {
        for generator in Generator::ALL {
            for layout in Layout::ALL {
                let mut board = generate(generator, [31, 18].into(), 5, layout);
                assert_eq!(read(&write(&board)), Ok(board.clone()));
                // A start in a wall comes from a file, too.
                board.set(board.start(), Cell::WALL);
                join_cells(&mut board);
                assert_eq!(read(&write(&board)), Ok(board));
            }
        }
    }

    #[test]
    fn bad_files_are_refused_with_a_sentence() {
        let mut board = generate(Generator::Hills, [6, 4].into(), 1, Layout::Square);
        join_cells(&mut board);
        let good = write(&board);
        for (from, to, why) in [
            (TITLE, "tilepath", "line 1"),
            ("size 6 4", "size 6", "line 3"),
            ("size 6 4", "size 6 4 1", "line 3"),
            ("size 6 4", "size 600 4", "600 x 4"),
            ("size 6 4", "size -6 4", "-6 x 4"),
            ("size 6 4", "", "the size is missing"),
            ("size 6 4", "size 7 4", "6 cells, not 7"),
            ("layout square", "layout round", "round"),
            ("start ", "begin ", "begin"),
            ("goal ", "goal 99", "not on the map"),
            ("terrain\n", "terrain\n?", "cells"),
            ("links", "stairs", "not \"danger\""),
            ("links\n", "links\n1 1 -> 1 1\n", "no link"),
            ("links\n", "links\n1 1 -> 6 1\n", "no link"),
            ("links\n", "links\n1 1 | 5 1\n", "no link"),
            ("links\n", "links\n1 1 -> 5\n", "no link"),
            ("walls\n", "walls\n1 1 | 3 1\n", "no wall"),
            ("walls\n", "walls\n1 1 -> 2 1\n", "no wall"),
        ] {
            let error = read(&good.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(why), "{error} for {to:?}");
        }
        for bytes in 0..good.len() {
            // Cut off anywhere: an error or a map, no panic.
            let _ = read(&good[..bytes]);
        }
    }

    #[test]
    fn random_text_does_no_harm() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut board = generate(Generator::Caves, [9, 9].into(), 1, Layout::Hex);
        join_cells(&mut board);
        let good = write(&board);
        for _ in 0..3000 {
            let mut bytes = good.clone().into_bytes();
            for _ in 0..random.usize(1..6) {
                let at = random.usize(0..bytes.len());
                bytes[at] = random.u8(10..128);
            }
            let _ = read(&String::from_utf8_lossy(&bytes));
        }
    }
}
