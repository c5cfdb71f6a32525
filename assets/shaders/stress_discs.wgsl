// All agents of the example `stress` in one mesh: each is a square whose place is read from a texture, and shows a disc with an eye.

#import bevy_sprite::mesh2d_view_bindings::view

// Two texels for each agent. The first: x, y, and the direction in which it looks. The second: red, green, blue, and its state: from 0, it walks,
// to 1, it rests; two more if it is stuck; below 0 there is none.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var discs: texture_2d<f32>;
// Agents in a row of the texture.
const ROW: u32 = 512u;
// In x the side of the place of an agent in world units. In y how far agents keep aside from each other's paths: 1, or 0 if they do not.
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<uniform> place: vec4<f32>;

struct Vertex {
    // The corner of the square, -1 or 1, and the number of the agent.
    @location(0) position: vec3<f32>,
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    // From the centre of the disc, in pixels: along its direction, and to the left of it.
    @location(0) at: vec2<f32>,
    @location(1) @interpolate(flat) look: vec4<f32>,
    // The radius of the disc in pixels.
    @location(2) @interpolate(flat) radius: f32,
}

@vertex
fn vertex(vertex: Vertex) -> Corner {
    let number = u32(vertex.position.z);
    let texel = vec2(2u * (number % ROW), number / ROW);
    let disc = textureLoad(discs, texel, 0);
    let look = textureLoad(discs, texel + vec2(1u, 0u), 0);
    let pixels = 0.5 * view.viewport.z * view.clip_from_world[0][0];
    var out: Corner;
    if look.w < 0.0 {
        out.position = vec4(0.0, 0.0, -1.0, 1.0);
        return out;
    }
    out.radius = max(0.42 * pixels * place.x, 1.5);
    // There is room for a ring round it.
    let at = vertex.position.xy * (1.35 * out.radius + 1.0);
    let ahead = disc.zw;
    out.at = vec2(dot(at, ahead), dot(at, vec2(-ahead.y, ahead.x)));
    out.look = look;
    // Agents on the same path must not hide each other: each keeps to its own side of it, seen from afar by two or three pixels. The golden
    // ratio spreads the numbers of agents that come in together.
    let own = fract(vertex.position.z * 0.618034);
    let width = max(0.64 * pixels * place.x, 5.0) * place.y;
    let aside = (vec2(fract(own * 7.13), fract(own * 31.7)) - 0.5) * width;
    out.position = view.clip_from_world * vec4(disc.xy + (at + aside) / pixels, 6.0, 1.0);
    return out;
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4<f32> {
    let is_stuck = step(1.5, in.look.w);
    let rest = in.look.w - 2.0 * is_stuck;
    let distance = length(in.at);
    let cover = clamp(in.radius + 0.5 - distance, 0.0, 1.0);
    // Darker at the rim, and dim while it rests.
    let rim = 1.0 - 0.45 * smoothstep(0.62, 0.98, distance / in.radius) * smoothstep(1.5, 4.0, in.radius);
    let body = in.look.rgb * rim * mix(1.0, 0.30, rest);
    // The eye is too small to see on small discs.
    let eye_at = in.at - vec2(0.46 * in.radius, 0.0);
    let eye = clamp(0.30 * in.radius + 0.5 - length(eye_at), 0.0, 1.0) * smoothstep(2.0, 4.0, in.radius) * (1.0 - rest);
    let color = mix(body, vec3(0.008, 0.012, 0.02), 0.9 * eye);
    // A white ring marks those that are stuck.
    let width = max(0.10 * in.radius, 0.6);
    let ring = clamp(width + 0.5 - abs(distance - 1.15 * in.radius), 0.0, 1.0) * is_stuck;
    return mix(vec4(color, cover), vec4(1.0, 1.0, 1.0, 1.0), ring);
}
