#version 330 core
// Light from the sky and from one sun, worked out at the corners: most triangles are small, and software draws it fast.

layout(location = 0) in vec3 position;
layout(location = NORMAL_LOC) in vec3 normal;
#ifdef COLOR_0_LOC
layout(location = COLOR_0_LOC) in vec4 color_0;
#endif
#ifdef TEXCOORD_0_LOC
layout(location = TEXCOORD_0_LOC) in vec2 texcoord_0;
out vec2 spot;
#endif
layout(location = INST_M_LOC) in mat4 inst_m;

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

out vec3 place;
out vec4 ink;
out vec3 sky;
out vec3 sun;
#ifdef DIRECTIONAL_LIGHT_SHADOWS
out vec4 in_light;
#endif

void main()
{
    vec4 there = M * (inst_m * vec4(position, 1.0));
    vec3 face = mat3(M) * (mat3(inst_m) * normal);
    face /= max(length(face), 1e-9);
    place = there.xyz;
    if (dot(face, cam_pos - place) < 0.0) face = -face;
    ink = material.base_color_factor;
#ifdef COLOR_0_LOC
    ink *= color_0;
#endif
#ifdef TEXCOORD_0_LOC
    spot = texcoord_0;
#endif
    sky = ambient_light * (0.66 + 0.34 * face.z) + material.emissive_factor;
    bool figure = material.metallic_factor > 0.1 && material.metallic_factor < 0.2;
    if (figure) sky += 0.55 * pow(1.0 - abs(dot(normalize(face), normalize(cam_pos - place))), 3.0);
    float slant = dot(face, -directional_lights[0].direction);
    sun = directional_lights[0].color * (directional_lights[0].intensity * max(slant, 0.0));
#ifdef DIRECTIONAL_LIGHT_SHADOWS
    in_light = directional_lights[0].light_matrix * vec4(place + face * 0.03, 1.0);
#endif
    // What is shown through what hides it is taken nearer by more than a figure is thick, so that no figure hides itself.
    if (behind > 0.0) there.xyz += normalize(cam_pos - there.xyz) * behind;
    gl_Position = P * (V * there);
    gl_Position.z -= material.roughness_factor * gl_Position.w;
}
