//! Traces written as JSON.

use super::record::Trace;
use glam::DVec2;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of the format.
const VERSION: &str = "1.4.0";

impl Trace {
    /// The text of a JSON file with this trace, one event per line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut file = format!(
            "{{\n\"version\": \"{VERSION}\",\n\"views\": {{\"main\": {}}},\n\"pivot\": {},\n\"events\": [",
            self.view(),
            json!({"x": "${{ $.x }}", "y": "${{ $.y }}", "scale": 1})
        );
        // A graph's lines begin at the nodes that others are reached from.
        let places: BTreeMap<u64, DVec2> = self.events.iter().map(|event| (event.id, event.at)).collect();
        for (nth, event) in self.events.iter().enumerate() {
            let mut fields = json!({"type": event.kind.name(), "id": event.id, "pId": event.parent});
            let costs = [("f", event.f), ("g", event.g), ("h", event.h)];
            let from = event.parent.and_then(|parent| places.get(&parent)).unwrap_or(&event.at);
            let lines = self.corners.is_empty();
            let places = [("x", Some(event.at.x)), ("y", Some(event.at.y))];
            let starts = [("px", Some(from.x).filter(|_| lines)), ("py", Some(from.y).filter(|_| lines))];
            for (name, value) in costs.into_iter().chain(places).chain(starts) {
                if let Some(value) = value {
                    fields[name] = number(value);
                }
            }
            file.push_str(if nth > 0 { ",\n" } else { "\n" });
            file.push_str(&fields.to_string());
        }
        file.push_str("\n]\n}\n");
        file
    }

    /// How Posthoc draws each event: a polygon for a cell, a line and a circle for a node of a graph.
    fn view(&self) -> Value {
        if self.corners.is_empty() {
            let from = json!({"x": "${{ $.px }}", "y": "${{ $.py }}"});
            let to = json!({"x": "${{ $.x }}", "y": "${{ $.y }}"});
            return json!([
                {"$": "path", "points": [from, to], "fill": "${{ color[$.type] }}", "line-width": 0.2},
                {"$": "circle", "x": "${{ $.x }}", "y": "${{ $.y }}", "radius": 0.5, "fill": "${{ color[$.type] }}"},
            ]);
        }
        let corner = |&at: &DVec2| json!({"x": format!("${{{{ $.x + ({}) }}}}", at.x), "y": format!("${{{{ $.y + ({}) }}}}", at.y)});
        let points: Vec<Value> = self.corners.iter().map(corner).collect();
        json!([{"$": "polygon", "points": points, "fill": "${{ color[$.type] }}"}])
    }
}

/// The value as a JSON number: an integer if the value is whole.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}
