// The whole crowd in one mesh: each agent is a square whose place is read from a buffer. From afar it is a dot, from near a picture.

#import bevy_sprite::mesh2d_view_bindings::{globals, view}

struct Crowd {
    // The colour of each kind.
    colors: array<vec4<f32>, 3>,
    // The side of a cell in world units.
    cell: f32,
    // How far agents keep aside from each other's paths: 1, or 0 if each has a cell to itself.
    aside: f32,
}

// Of each agent: x, y, its kind (below 0: nobody), and a number of its own from 0 to 1.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<storage, read> agents: array<vec4<f32>>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var pictures: texture_2d_array<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var pictures_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var<uniform> crowd: Crowd;

struct Vertex {
    // The corner of the square, -1 or 1, and the number of the agent.
    @location(0) position: vec3<f32>,
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) at: vec2<f32>,
    @location(1) @interpolate(flat) kind: u32,
    // Half the side of the square in pixels.
    @location(2) @interpolate(flat) half: f32,
    // From 0, a dot, to 1, a picture.
    @location(3) @interpolate(flat) near: f32,
}

@vertex
fn vertex(vertex: Vertex) -> Corner {
    let agent = agents[u32(vertex.position.z)];
    var out: Corner;
    if agent.z < 0.0 {
        out.position = vec4(0.0, 0.0, -1.0, 1.0);
        return out;
    }
    let pixels = 0.5 * view.viewport.z * view.clip_from_world[0][0];
    let cell = pixels * crowd.cell;
    out.near = smoothstep(9.0, 13.0, cell);
    // A picture fills most of its cell; a dot is never too small to see.
    let dot_half = max(0.30 * cell, 1.2) + 0.5;
    out.half = mix(dot_half, 0.56 * cell, out.near);
    let swing = sin(globals.time * 9.0 + agent.w * 61.0) * out.near;
    let stretch = vec2(1.0 - 0.05 * swing, 1.0 + 0.05 * swing);
    // Agents on the same path must not hide each other: each keeps two or three pixels to its own side of it, seen from afar.
    let width = max(0.64 * cell, 5.0) / pixels;
    let aside = (vec2(fract(agent.w * 7.13), fract(agent.w * 31.7)) - 0.5) * width * crowd.aside;
    let middle = agent.xy + aside + vec2(0.0, swing * 0.04 * crowd.cell);
    let world = middle + vertex.position.xy * stretch * out.half / pixels;
    out.position = view.clip_from_world * vec4(world, 6.0, 1.0);
    out.at = vertex.position.xy;
    out.kind = u32(agent.z);
    return out;
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4<f32> {
    let uv = vec2(0.5 + 0.5 * in.at.x, 0.5 - 0.5 * in.at.y);
    let picture = textureSample(pictures, pictures_sampler, uv, in.kind);
    let radius = in.half - 0.5;
    let distance = length(in.at) * in.half;
    let cover = clamp(radius + 0.5 - distance, 0.0, 1.0);
    let shade = 1.0 - 0.55 * smoothstep(0.55, 1.0, distance / radius) * smoothstep(1.2, 2.5, radius);
    let spot = vec4(crowd.colors[in.kind].rgb * shade, cover);
    return mix(spot, picture, in.near);
}
