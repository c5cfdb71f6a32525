//! The file format of the MovingAI benchmark (Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012).

use crate::map::{Length, Map, MapError, Query};
use glam::IVec2;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every `NAME.map` below a folder that has a `NAME.map.scen` beside it, in order of their paths.
///
/// # Errors
/// [`MapError`] names the file that can't be read, or says that there is none.
pub fn read_folder(folder: &Path) -> Result<Vec<Map>, MapError> {
    let mut files = Vec::new();
    find_maps(folder, &mut files)?;
    files.sort();
    if files.is_empty() {
        return Err(MapError(format!("{}: no *.map with a *.map.scen beside it", folder.display())));
    }
    files.iter().map(|file| read_pair(file)).collect()
}

fn find_maps(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), MapError> {
    let failed = |error| MapError(format!("{}: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            find_maps(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "map") && scenario_of(&path).is_file()
        {
            files.push(path);
        }
    }
    Ok(())
}

fn scenario_of(map: &Path) -> PathBuf {
    map.with_extension("map.scen")
}

fn read_pair(file: &Path) -> Result<Map, MapError> {
    let read = |path: &Path| {
        fs::read_to_string(path).map_err(|error| MapError(format!("{}: {error}", path.display())))
    };
    let scenario = scenario_of(file);
    let broken = |path: &Path| MapError(format!("{}: not in MovingAI format", path.display()));
    let (size, free) = parse_map(&read(file)?).ok_or_else(|| broken(file))?;
    let queries = parse_scenario(&read(&scenario)?, size).ok_or_else(|| broken(&scenario))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into();
    Ok(Map { name, size, free, queries })
}

/// Four header lines, then rows of which `.`, `G` and `S` are free. Row 0 is y = 0, as the scenarios count.
fn parse_map(text: &str) -> Option<(IVec2, Vec<bool>)> {
    let rows: Vec<&[u8]> = text.lines().skip(4).map(|line| line.trim_end().as_bytes()).collect();
    let width = rows.first()?.len();
    let height = rows.iter().take_while(|row| !row.is_empty()).count();
    if rows[..height].iter().any(|row| row.len() != width) {
        return None;
    }
    let free =
        rows[..height].iter().flat_map(|row| row.iter().map(|tile| matches!(tile, b'.' | b'G' | b'S')));
    Some((IVec2::new(width as i32, height as i32), free.collect()))
}

fn parse_scenario(text: &str, size: IVec2) -> Option<Vec<Query>> {
    let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.trim().is_empty()).collect();
    let unit = 0.1_f64.powi(lines.iter().map(|line| decimals(line)).max().unwrap_or(0));
    lines.iter().map(|line| parse_query(line, size, unit)).collect()
}

/// Digits after the point of a line's last number. Most files leave out zeros at the end, so one line alone does not show how finely
/// lengths are written.
fn decimals(line: &str) -> i32 {
    let number = line.split_whitespace().next_back().and_then(|number| number.split_once('.'));
    number.map_or(0, |(_, decimals)| decimals.len() as i32)
}

/// Bucket, map, width, height, start x and y, goal x and y, optimal length to a `unit`, the sum of numbers in single precision.
/// Counted from the end, so that a map may have spaces in its name.
fn parse_query(line: &str, size: IVec2, unit: f64) -> Option<Query> {
    let fields: Vec<&str> = line.split_whitespace().rev().collect();
    let number = |at: usize| fields.get(at)?.parse::<i32>().ok();
    let cell = |at: usize| Some(IVec2::new(number(at)?, number(at - 1)?));
    let (start, goal) = (cell(4)?, cell(2)?);
    let inside = |cell: IVec2| cell.cmpge(IVec2::ZERO).all() && cell.cmplt(size).all();
    let tiles: f64 = fields.first()?.parse().ok()?;
    let length = Length { tiles, rounding: tiles * 1e-5 + unit / 2.0 };
    (inside(start) && inside(goal)).then_some(Query { start, goal, length: Some(length) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_top_row_first_whatever_ends_its_lines() {
        let text = "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.G@\r\nT.S\r\n";
        let (size, free) = parse_map(text).unwrap();
        assert_eq!(size, IVec2::new(3, 2));
        assert_eq!(free, [true, true, false, false, true, true]);
        assert!(parse_map("type octile\nheight 2\nwidth 3\nmap\n.G@\nT.\n").is_none());
    }

    #[test]
    fn a_scenario_is_read_whatever_parts_its_columns() {
        let text = "version 1\n0\ta b.map\t3\t2\t0\t0\t2\t1\t2.41\r\n0 a.map 3 2 0 0 2 0 2\n\n";
        let queries = parse_scenario(text, IVec2::new(3, 2)).unwrap();
        assert_eq!((queries[0].start, queries[0].goal), (IVec2::ZERO, IVec2::new(2, 1)));
        let lengths: Vec<Length> = queries.iter().filter_map(|query| query.length).collect();
        assert_eq!((lengths[0].tiles, lengths[1].tiles), (2.41, 2.0));
        assert!(lengths.iter().all(|length| (0.005..0.0051).contains(&length.rounding)));
        assert!(parse_scenario(text, IVec2::new(2, 2)).is_none());
    }
}
