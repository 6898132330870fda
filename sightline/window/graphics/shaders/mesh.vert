#version 330 core
// Light from the sky and from one sun, worked out at the corners: most triangles are small, and software draws it fast.
// Each kind of thing has a program of its own (`gl_renderer`).

layout(location = 0) in vec3 position;
layout(location = NORMAL_LOC) in vec3 normal;
#ifdef COLOR_0_LOC
layout(location = COLOR_0_LOC) in vec4 color_0;
#endif
#ifdef TEXCOORD_0_LOC
layout(location = TEXCOORD_0_LOC) in vec2 texcoord_0;
#endif

struct Sun {
    vec3 color;
    float intensity;
    vec3 direction;
#ifdef DIRECTIONAL_LIGHT_SHADOWS
    sampler2D shadow_map;
    mat4 light_matrix;
#endif
};

// The roughness is how much nearer to the eye something is drawn than it is, so that it lies upon what is behind it.
struct Material {
    vec3 emissive_factor;
    vec4 base_color_factor;
    float metallic_factor;
    float roughness_factor;
#ifdef HAS_BASE_COLOR_TEX
    sampler2D base_color_texture;
#endif
};

uniform mat4 M;
uniform mat4 V;
uniform mat4 P;
uniform vec3 cam_pos;
uniform vec3 ambient_light;
uniform Sun directional_lights[MAX_DIRECTIONAL_LIGHTS];
uniform Material material;
uniform float behind;

out vec4 ink;
#ifdef SPOTTED
out vec2 spot;
#endif
#ifdef PLACED
out vec3 place;
#endif
#ifndef UNLIT
out vec3 sky;
out vec3 sun;
#endif
#ifdef SHADED
out vec3 in_light;
#endif

void main()
{
    vec4 there = M * vec4(position, 1.0);
    ink = material.base_color_factor;
#ifdef COLOR_0_LOC
    ink *= color_0;
#endif
#ifdef SPOTTED
    spot = texcoord_0;
#endif
#ifdef PLACED
    place = there.xyz;
#endif
#ifdef UNLIT
    ink.rgb += material.emissive_factor;
#else
    vec3 face = mat3(M) * normal;
    face /= max(length(face), 1e-9);
    if (dot(face, cam_pos - there.xyz) < 0.0) face = -face;
    sky = ambient_light * (0.66 + 0.34 * face.z) + material.emissive_factor;
#ifdef FIGURE
    sky += 0.55 * pow(1.0 - abs(dot(face, normalize(cam_pos - there.xyz))), 3.0);
#endif
#ifdef BAKED
    sky *= 0.3 + 0.9 * ink.a;
#endif
    float slant = dot(face, -directional_lights[0].direction);
    sun = directional_lights[0].color * (directional_lights[0].intensity * max(slant, 0.0));
#ifdef SHADED
    vec4 lit_from = directional_lights[0].light_matrix * vec4(there.xyz + face * 0.03, 1.0);
    in_light = lit_from.xyz / lit_from.w * 0.5 + 0.5;
#endif
#endif
    // What is shown through what hides it is taken nearer by more than a figure is thick, so that no figure hides itself.
    if (behind > 0.0) there.xyz += normalize(cam_pos - there.xyz) * behind;
    gl_Position = P * (V * there);
    gl_Position.z -= material.roughness_factor * gl_Position.w;
}
