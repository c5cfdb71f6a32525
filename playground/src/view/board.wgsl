// The board: each cell has one texel. Squares or hexagons in rows, with lines between cells where they are large enough.

#import bevy_sprite::{
    mesh2d_vertex_output::VertexOutput,
    mesh2d_view_bindings::view,
}
#ifdef TONEMAP_IN_SHADER
#import bevy_core_pipeline::tonemapping
#endif

// Columns, rows, 1 for hexagons, pixels in the width of a cell.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> board: vec4<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var cells: texture_2d<f32>;

const TILE: f32 = 32.0;
// Between regular hexagons one tile wide: half the height of a hexagon, and the distance of rows.
const HALF_HEIGHT: f32 = 0.57735027;
const ROW: f32 = 0.8660254;

fn centre_of(cell: vec2<f32>) -> vec2<f32> {
    let odd = cell.y - 2.0 * floor(cell.y / 2.0);
    return vec2<f32>(0.5 + cell.x + 0.5 * odd, HALF_HEIGHT + ROW * cell.y);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let at = in.world_position.xy / TILE;
    var cell = floor(at);
    // How far the nearest edge is, in tiles.
    var edge = 0.0;
    if board.z < 0.5 {
        let inside = at - cell;
        edge = min(min(inside.x, 1.0 - inside.x), min(inside.y, 1.0 - inside.y));
    } else {
        let low = floor((at.y - HALF_HEIGHT) / ROW);
        var first = 1e9;
        var second = 1e9;
        for (var row = 0.0; row < 2.0; row += 1.0) {
            let y = low + row;
            let odd = y - 2.0 * floor(y / 2.0);
            let x = floor(at.x - 0.5 * odd);
            for (var column = -1.0; column < 2.0; column += 1.0) {
                let next = vec2<f32>(x + column, y);
                let away = distance(at, centre_of(next));
                if away < first {
                    second = first;
                    first = away;
                    cell = next;
                } else if away < second {
                    second = away;
                }
            }
        }
        // Both centres are one tile apart.
        edge = (second * second - first * first) / 2.0;
    }
    if cell.x < 0.0 || cell.y < 0.0 || cell.x >= board.x || cell.y >= board.y {
        discard;
    }
    var colour = textureLoad(cells, vec2<i32>(cell), 0);
    if board.w >= 6.0 {
        let strength = clamp((board.w - 6.0) / 8.0, 0.0, 1.0) * 0.55;
        let line = 1.0 - smoothstep(0.35, 1.1, edge * board.w);
        colour = mix(colour, vec4<f32>(0.12, 0.13, 0.15, 1.0), line * strength);
    }
#ifdef TONEMAP_IN_SHADER
    colour = tonemapping::tone_mapping(colour, view.color_grading);
#endif
    return colour;
}
