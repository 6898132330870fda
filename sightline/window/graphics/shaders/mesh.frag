#version 330 core
// Colour times light. Each kind of thing, and each way to draw it, has a program of its own (`gl_renderer`): where nothing can be left
// out, software finds out before it works out a colour whether anything else is before it.

struct Sun {
    vec3 color;
    float intensity;
    vec3 direction;
#ifdef DIRECTIONAL_LIGHT_SHADOWS
    sampler2D shadow_map;
    mat4 light_matrix;
#endif
};

struct Material {
    vec3 emissive_factor;
    vec4 base_color_factor;
    float metallic_factor;
    float roughness_factor;
#ifdef HAS_BASE_COLOR_TEX
    sampler2D base_color_texture;
#endif
};

uniform Sun directional_lights[MAX_DIRECTIONAL_LIGHTS];
uniform Material material;
uniform float cut;
uniform float grid;
// Where larger pixels are drawn while the board moves, shadows are sharp, and patterns left out.
// Where terrain is cut away before somebody who is selected: a place in the window, its depth, and how far about it; 0 for nowhere.
uniform float hole_x;
uniform float hole_y;
uniform float hole_depth;
uniform float hole_wide;

in vec4 ink;
#ifdef PLACED
in vec3 place;
#endif
#ifdef SPOTTED
in vec2 spot;
#endif
#ifndef UNLIT
in vec3 sky;
in vec3 sun;
#endif
#ifdef SHADED
in vec3 in_light;
#endif

out vec4 frag_color;

#ifdef SHADED
float lit()
{
    vec3 there = in_light;
    if (there.x < 0.0 || there.x > 1.0 || there.y < 0.0 || there.y > 1.0) return 1.0;
#ifdef COARSE
    ivec2 at = ivec2(there.xy * vec2(textureSize(directional_lights[0].shadow_map, 0)));
    return there.z - 0.0012 > texelFetch(directional_lights[0].shadow_map, at, 0).r ? 0.0 : 1.0;
#else
    vec2 texel = 1.0 / textureSize(directional_lights[0].shadow_map, 0);
    float sum = 0.0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            sum += there.z - 0.0012 > texture(directional_lights[0].shadow_map, there.xy + vec2(i, j) * texel).r ? 0.0 : 1.0;
    return sum / 9.0;
#endif
}
#endif

#ifdef GROUND
// How near a line is that comes every so many inches, 0 to 1; none where the lines would run together.
float line(float inches)
{
    vec2 width = max(fwidth(place.xy), 1e-5);
    vec2 off = abs(fract(place.xy / inches + 0.5) - 0.5) * inches;
    vec2 near = 1.0 - smoothstep(width * 0.2, width * 1.0, off);
    float apart = inches / max(width.x, width.y);
    return max(near.x, near.y) * clamp(apart / 8.0 - 0.5, 0.0, 1.0);
}
#endif

#ifdef PATTERNED
// The paint of terrain with its pattern, by `surface_patterns`: 1 stripes, 2 chequer plate. Far off, a pattern goes out into its mean.
vec3 patterned(vec3 paint)
{
    float worn = dot(paint, vec3(0.3, 0.55, 0.15)) / 0.62;
    if (spot.x > 0.5 && spot.x < 1.5) {
        float wide = fwidth(spot.y) / 0.5;
        float stripe = smoothstep(-wide, wide, abs(fract(spot.y) - 0.5) - 0.25);
        stripe = mix(stripe, 0.5, clamp(wide * 2.0 - 0.6, 0.0, 1.0));
        return mix(paint, worn * mix(vec3(0.80, 0.62, 0.12), vec3(0.13, 0.12, 0.12), stripe), 0.8);
    }
    if (spot.x > 1.5) {
        vec2 at = mat2(cos(spot.y), -sin(spot.y), sin(spot.y), cos(spot.y)) * place.xy / 0.24;
        float far = max(fwidth(at.x), fwidth(at.y));
        vec2 in_cell = fract(at) - 0.5;
        if (mod(floor(at.x) + floor(at.y), 2.0) > 0.5) in_cell.x = -in_cell.x;
        float across = (in_cell.x - in_cell.y) / 0.17, along = (in_cell.x + in_cell.y) / 0.62;
        float bump = 1.0 - smoothstep(0.5, 1.0, across * across + along * along);
        return paint * (1.0 + clamp(1.4 - 2.5 * far, 0.0, 1.0) * (0.30 * bump - 0.07));
    }
    return paint;
}
#endif

void main()
{
#ifdef CUT
    if (place.z > cut) discard;
#endif
#ifdef HOLE
    if (gl_FragCoord.z < hole_depth && distance(gl_FragCoord.xy, vec2(hole_x, hole_y)) < hole_wide) {
        // A trace of it stays, so that nobody takes it for open space.
        ivec2 near = ivec2(gl_FragCoord.xy) / 2;
        if ((near.x & 1) + (near.y & 1) > 0) discard;
    }
#endif
    vec4 paint = ink;
#ifdef HAS_BASE_COLOR_TEX
    paint *= texture(material.base_color_texture, spot);
    if (paint.a < 0.5) discard;
#endif
#ifdef PATTERNED
    paint.rgb = patterned(paint.rgb);
#endif
#ifdef UNLIT
    frag_color = paint;
#else
#ifdef SHADED
    vec3 colour = paint.rgb * (sky + sun * lit());
#else
    vec3 colour = paint.rgb * (sky + sun);
#endif
#ifdef GROUND
    if (grid > 0.0) colour *= 1.0 - grid * max(0.22 * line(1.0), 0.42 * line(12.0));
#endif
    frag_color = vec4(colour, paint.a);
#endif
}
