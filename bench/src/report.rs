//! Tables in Markdown and rows in CSV.

use crate::{
    clock::{geometric_mean, mean, median, quantile},
    measure::Figures,
    scenario::Case,
};
use std::fmt::Write;

/// What was measured on one map: its name, its cells, and each entrant's figures.
#[derive(Clone, Debug)]
pub struct MapFigures {
    /// The map.
    pub map: String,
    /// How many cells it has.
    pub cells: usize,
    /// One for each entrant that took part.
    pub figures: Vec<Figures>,
}

/// The figures of the entrant of a name, map by map.
pub fn of<'a>(maps: &'a [MapFigures], name: &'a str) -> impl Iterator<Item = (&'a MapFigures, &'a Figures)> {
    maps.iter().flat_map(move |map| {
        map.figures
            .iter()
            .filter(move |figures| figures.entrant.name == name)
            .map(move |figures| (map, figures))
    })
}

/// The table of one case: a row for each entrant.
pub fn markdown(case: &Case, maps: &[MapFigures]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for figures in maps.iter().flat_map(|map| &map.figures) {
        if !names.contains(&figures.entrant.name) {
            names.push(figures.entrant.name);
        }
    }
    let mut table = format!("### {} (`{}`, {} maps)\n\n", case.title, case.name, maps.len());
    table += "| entrant | × pathfinding | median µs | 95th µs | ns/expansion | expansions | mean excess | worst excess | wrong | map B/cell | scratch B/cell |\n";
    table += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for name in names {
        let row: Vec<_> = of(maps, name).collect();
        let _ = writeln!(table, "| {name} | {} |", cells(&row).join(" | "));
    }
    table
}

/// Prints the last two rows of a table of ratios. Figures that are not finite do not count.
pub fn print_mean_and_worst(columns: &[Vec<f64>]) {
    let of = |summary: fn(&[f64]) -> f64| {
        let known = |column: &Vec<f64>| {
            column.iter().copied().filter(|figure| figure.is_finite()).collect::<Vec<_>>()
        };
        columns.iter().map(|column| format!("{:.2}", summary(&known(column)))).collect::<Vec<_>>().join(" | ")
    };
    println!("| mean | {} |", of(geometric_mean));
    println!("| worst | {} |", of(|values| values.iter().copied().fold(0.0, f64::max)));
}

/// All columns but the name, over all maps of one entrant.
fn cells(row: &[(&MapFigures, &Figures)]) -> [String; 10] {
    let pool = |values: fn(&Figures) -> &Vec<f64>| -> Vec<f64> {
        row.iter().flat_map(|(_, figures)| values(figures)).copied().collect()
    };
    let nanoseconds = pool(|figures| &figures.nanoseconds);
    let expanded = pool(|figures| &figures.expanded);
    let excess = pool(|figures| &figures.excess);
    let bytes = |bytes: fn(&Figures) -> usize| {
        median(&row.iter().map(|(map, figures)| bytes(figures) as f64 / map.cells as f64).collect::<Vec<_>>())
    };
    [
        number(geometric_mean(&row.iter().map(|(_, figures)| figures.speed_up).collect::<Vec<_>>())),
        number(median(&nanoseconds) / 1e3),
        number(quantile(&nanoseconds, 0.95) / 1e3),
        number(nanoseconds.iter().sum::<f64>() / expanded.iter().sum::<f64>()),
        number(mean(&expanded)),
        percent(mean(&excess)),
        percent(excess.iter().copied().fold(0.0, f64::max)),
        row.iter().map(|(_, figures)| figures.wrong).sum::<usize>().to_string(),
        number(bytes(|figures| figures.map_bytes)),
        number(bytes(|figures| figures.scratch_bytes)),
    ]
}

/// Three significant digits; a dash if there is no number.
pub fn number(value: f64) -> String {
    match value {
        value if !value.is_finite() => "–".into(),
        value if value.abs() >= 100.0 => format!("{value:.0}"),
        value if value.abs() >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

fn percent(share: f64) -> String {
    match share {
        share if !share.is_finite() => "–".into(),
        0.0 => "0".into(),
        share => format!("{:.2} %", share * 100.0),
    }
}

/// The first row of the CSV file.
pub const CSV_HEADER: &str = "map,case,entrant,queries,speed_up,total_ms,median_us,p95_us,ns_per_expansion,mean_expansions,mean_excess,worst_excess,wrong,map_bytes_per_cell,scratch_bytes_per_cell\n";

/// One row for each map and entrant.
pub fn csv(case: &Case, maps: &[MapFigures]) -> String {
    let mut rows = String::new();
    for map in maps {
        for figures in &map.figures {
            let time = &figures.nanoseconds;
            let per_expansion = time.iter().sum::<f64>() / figures.expanded.iter().sum::<f64>();
            let columns = [
                figures.speed_up,
                figures.seconds * 1e3,
                median(time) / 1e3,
                quantile(time, 0.95) / 1e3,
                per_expansion,
                mean(&figures.expanded),
                mean(&figures.excess),
                figures.excess.iter().copied().fold(0.0, f64::max),
                figures.wrong as f64,
                figures.map_bytes as f64 / map.cells as f64,
                figures.scratch_bytes as f64 / map.cells as f64,
            ];
            let text = |value: &f64| if value.is_finite() { format!("{value:.6}") } else { String::new() };
            let columns: Vec<String> = columns.iter().map(text).collect();
            let name = figures.entrant.name;
            let _ =
                writeln!(rows, "{},{},\"{name}\",{},{}", map.map, case.name, time.len(), columns.join(","));
        }
    }
    rows
}
