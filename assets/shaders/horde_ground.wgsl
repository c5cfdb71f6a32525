// The board in one quad: the tile of each cell from a texture array, and the danger as a soft glow over it.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Ground {
    // Width and height of the board in cells.
    size: vec2<f32>,
    // The side of a cell in world units.
    cell: f32,
    // The opacity of the danger, 0 to 1.
    danger: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var tiles: texture_2d_array<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var tiles_sampler: sampler;
// Of each cell: the floor tile, the tile over it, the opacity of that, and 1 for a wall.
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var cells: texture_2d<u32>;
// The danger of each cell, 1 for the most.
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var danger: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(4) var danger_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var<uniform> ground: Ground;

fn danger_color(level: f32) -> vec3<f32> {
    let calm = vec3(0.85, 0.62, 0.05);
    let hot = vec3(0.90, 0.20, 0.02);
    let worst = vec3(0.75, 0.02, 0.05);
    return mix(mix(calm, hot, smoothstep(0.0, 0.45, level)), worst, smoothstep(0.4, 1.0, level));
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    // Cells from the lower left corner of the board.
    let at = in.world_position.xy / ground.cell + ground.size / 2.0;
    let across = dpdx(at);
    let down = dpdy(at);
    let cell = clamp(vec2<i32>(floor(at)), vec2(0), vec2<i32>(ground.size) - 1);
    let uv = vec2(fract(at.x), 1.0 - fract(at.y));
    let here = textureLoad(cells, cell, 0);
    let flip = vec2(1.0, -1.0);
    var color = textureSampleGrad(tiles, tiles_sampler, uv, here.r, across * flip, down * flip).rgb;
    let over = textureSampleGrad(tiles, tiles_sampler, uv, here.g, across * flip, down * flip).rgb;
    color = mix(color, over, f32(here.b) / 255.0);

    let level = textureSampleLevel(danger, danger_sampler, at / ground.size, 0.0).r;
    let glow = ground.danger * min(level * 4.0, 0.26 + 0.4 * level) * select(1.0, 0.35, here.a == 1u);
    return vec4(mix(color, danger_color(level), clamp(glow, 0.0, 0.62)), 1.0);
}
