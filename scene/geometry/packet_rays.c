/* Rays in packets of 16, and whole looks at bodies, by Embree's public interface for C.
 *
 * The types are those of Embree 4 (github.com/RenderKit/embree, rtcore_ray.h and rtcore_common.h); its functions are handed in,
 * so that neither its headers nor its library are needed to compile this. packet_rays.py checks all sizes before it calls.
 */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WIDE 16
#define NONE UINT32_MAX

typedef struct {
    float x[WIDE], y[WIDE], z[WIDE], near[WIDE], way_x[WIDE], way_y[WIDE], way_z[WIDE], time[WIDE], far[WIDE];
    uint32_t mask[WIDE], id[WIDE], flags[WIDE];
} __attribute__((aligned(64))) Rays;

typedef struct {
    Rays ray;
    float normal_x[WIDE], normal_y[WIDE], normal_z[WIDE], u[WIDE], v[WIDE];
    uint32_t face[WIDE], mesh[WIDE], instance[WIDE], part[WIDE];
} __attribute__((aligned(64))) Hits;

typedef struct {
    uint32_t flags, features;
    void *context, *filter, *callback;
    float width;
} Arguments;

_Static_assert(sizeof(Rays) == 12 * 64 && offsetof(Rays, far) == 8 * 64, "RTCRay16");
_Static_assert(sizeof(Hits) == 21 * 64 && offsetof(Hits, mesh) == 18 * 64, "RTCRayHit16");
_Static_assert(offsetof(Arguments, context) == 8 && offsetof(Arguments, callback) == 24, "RTCIntersectArguments");

typedef void (*Intersect)(const int *valid, void *scene, Hits *hits, Arguments *arguments);
typedef void (*Occluded)(const int *valid, void *scene, Rays *rays, Arguments *arguments);

typedef struct { int on[WIDE]; } __attribute__((aligned(64))) Valid;

static const float ENDLESS = 1e37f;
static const Arguments SCATTERED = {0, UINT32_MAX, NULL, NULL, NULL, 0}, COHERENT = {1u << 16, UINT32_MAX, NULL, NULL, NULL, 0};

static void clear(Rays *rays) {
    memset(rays, 0, sizeof *rays);
    memset(rays->mask, 255, sizeof rays->mask);
}

static void clear_hits(Hits *hits) {
    clear(&hits->ray);
    memset(hits->normal_x, 0, 3 * sizeof hits->normal_x);
    memset(hits->face, 255, 4 * sizeof hits->face);
}

static void set(Rays *rays, int k, const float *start, const float *way, float far) {
    rays->x[k] = start[0], rays->y[k] = start[1], rays->z[k] = start[2];
    rays->way_x[k] = way[0], rays->way_y[k] = way[1], rays->way_z[k] = way[2], rays->far[k] = far;
}

/* What each ray meets first; reach, mesh, face and normal may be NULL. */
void first_hits(Intersect intersect, void *scene, int64_t count, const float *starts, const float *ways, const float *reach,
                float *far, int32_t *mesh, int32_t *face, float *normal) {
    Arguments arguments = SCATTERED;
    for (int64_t first = 0; first < count; first += WIDE) {
        int some = count - first < WIDE ? (int)(count - first) : WIDE;
        Hits hits;
        Valid valid = {{0}};
        clear_hits(&hits);
        for (int k = 0; k < some; k++) {
            set(&hits.ray, k, starts + 3 * (first + k), ways + 3 * (first + k), reach ? reach[first + k] : ENDLESS);
            valid.on[k] = -1;
        }
        intersect(valid.on, scene, &hits, &arguments);
        for (int k = 0; k < some; k++) {
            far[first + k] = hits.mesh[k] == NONE ? INFINITY : hits.ray.far[k];
            if (mesh) {
                mesh[first + k] = (int32_t)hits.mesh[k], face[first + k] = (int32_t)hits.face[k];
                float *n = normal + 3 * (first + k);
                n[0] = hits.normal_x[k], n[1] = hits.normal_y[k], n[2] = hits.normal_z[k];
            }
        }
    }
}

/* Whether each ray meets anything: 0, or else -1. */
void any_hits(Occluded occluded, void *scene, int64_t count, const float *starts, const float *ways, const float *reach,
              int32_t *met) {
    Arguments arguments = SCATTERED;
    for (int64_t first = 0; first < count; first += WIDE) {
        int some = count - first < WIDE ? (int)(count - first) : WIDE;
        Rays rays;
        Valid valid = {{0}};
        clear(&rays);
        for (int k = 0; k < some; k++) {
            set(&rays, k, starts + 3 * (first + k), ways + 3 * (first + k), reach ? reach[first + k] : ENDLESS);
            valid.on[k] = -1;
        }
        occluded(valid.on, scene, &rays, &arguments);
        for (int k = 0; k < some; k++) met[first + k] = rays.far[k] < 0 ? 0 : -1;
    }
}

/* Whether anything lies between starts and ends, or on ways from starts, as told on the table; middle is where the scene's origin
 * lies there. */
void blocked(Occluded occluded, void *scene, int64_t count, const double *middle, const double *starts, const double *ends,
             int ways, uint8_t *met) {
    Arguments arguments = SCATTERED;
    for (int64_t first = 0; first < count; first += WIDE) {
        int some = count - first < WIDE ? (int)(count - first) : WIDE;
        Rays rays;
        Valid valid = {{0}};
        clear(&rays);
        for (int k = 0; k < some; k++) {
            const double *here = starts + 3 * (first + k), *there = ends + 3 * (first + k);
            float start[3], way[3];
            for (int i = 0; i < 3; i++) {
                start[i] = (float)(here[i] - middle[i]);
                way[i] = (float)(ways ? there[i] : there[i] - here[i]);
            }
            set(&rays, k, start, way, 1.0f);
            valid.on[k] = -1;
        }
        occluded(valid.on, scene, &rays, &arguments);
        for (int k = 0; k < some; k++) met[first + k] = rays.far[k] < 0;
    }
}

/* A view of a body, as in view_directions.py: eye and room in the frame of the terrain's scene, eye_own in that of the body's.
 * The room is x, y, radius, floor and ceiling, as of ShooterSurroundings; a radius below 0 is none. */
typedef struct {
    void *body;
    double eye[3], room[5];
    float eye_own[3], axes[9], turn[9], window[4];
    int32_t first, last;
} View;

/* A figure that may stand before a body: the eye and the axes of the table in its own frame. */
typedef struct {
    void *body;
    float eye[3], turn[9];
    int32_t number;
} Between;

/* Directions in which the body was met, waiting to be followed through what may be before it. */
typedef struct {
    int count, cell[2 * WIDE];
    float way[2 * WIDE][3], reach[2 * WIDE];
} Queue;

typedef struct {
    Intersect intersect;
    void *terrain;
    const int32_t *numbers;
    const Between *between;
    float contact;
} Scene;

enum { NOTHING, SEEN, HIDDEN };

int64_t view_size(void) { return sizeof(View); }
int64_t between_size(void) { return sizeof(Between); }

static void turned(const float *matrix, const float *vector, float *result) {
    for (int i = 0; i < 3; i++)
        result[i] = matrix[3 * i] * vector[0] + matrix[3 * i + 1] * vector[1] + matrix[3 * i + 2] * vector[2];
}

static void direction(const View *view, float across, float up, float *way) {
    float azimuth = view->window[0] + across * view->window[1], sine = view->window[2] + up * view->window[3];
    float cosine = sqrtf(fmaxf(0.0f, 1.0f - sine * sine)), x = cosine * cosf(azimuth), y = cosine * sinf(azimuth);
    for (int i = 0; i < 3; i++) way[i] = x * view->axes[i] + y * view->axes[3 + i] + sine * view->axes[6 + i];
}

/* How far a ray goes before it leaves the room, as ShooterSurroundings.ways_out has it. */
static double way_out(const View *view, const float *way) {
    const double *room = view->room, x = view->eye[0] - room[0], y = view->eye[1] - room[1];
    double height = view->eye[2] - room[3], above = room[4] - view->eye[2], c = x * x + y * y - room[2] * room[2];
    if (room[2] < 0 || c > 0 || height < 0 || above < 0) return 0;
    double a = fmax((double)way[0] * way[0] + (double)way[1] * way[1], 1e-12), b = way[0] * x + way[1] * y;
    double side = (-b + sqrt(fmax(b * b - a * c, 0.0))) / a;
    return fmin(side, fmin(height / fmax(-way[2], 1e-12), above / fmax(way[2], 1e-12)));
}

/* Follows the first of the queue, a packet of them at most, and says what of the body is seen and who hides the rest. */
static void follow(const Scene *scene, const View *view, Queue *queue, int8_t *labels, int16_t *blame) {
    int some = queue->count < WIDE ? queue->count : WIDE;
    Arguments arguments = COHERENT;
    Hits hits;
    Valid valid = {{0}};
    float nearest[WIDE], offset[WIDE];
    int16_t who[WIDE];
    clear_hits(&hits);
    for (int k = 0; k < some; k++) {
        const float *way = queue->way[k];
        float limit = queue->reach[k] + scene->contact, start[3];
        double out = way_out(view, way);
        for (int i = 0; i < 3; i++) start[i] = (float)(view->eye[i] + way[i] * out);
        offset[k] = (float)out;
        nearest[k] = limit;
        set(&hits.ray, k, start, way, fmaxf(limit - offset[k], 0.0f));
        valid.on[k] = -1;
    }
    scene->intersect(valid.on, scene->terrain, &hits, &arguments);
    for (int k = 0; k < some; k++) {
        who[k] = hits.mesh[k] == NONE ? -1 : (int16_t)scene->numbers[hits.mesh[k]];
        if (hits.mesh[k] != NONE) nearest[k] = fminf(hits.ray.far[k] + offset[k], nearest[k]);
    }
    for (int j = view->first; j < view->last; j++) {
        const Between *figure = &scene->between[j];
        clear_hits(&hits);
        for (int k = 0; k < some; k++) {
            float way[3];
            turned(figure->turn, queue->way[k], way);
            set(&hits.ray, k, figure->eye, way, fmaxf(nearest[k], 0.0f));
        }
        scene->intersect(valid.on, figure->body, &hits, &arguments);
        for (int k = 0; k < some; k++)
            if (hits.mesh[k] != NONE && hits.ray.far[k] < nearest[k]) nearest[k] = hits.ray.far[k], who[k] = (int16_t)figure->number;
    }
    for (int k = 0; k < some; k++) labels[queue->cell[k]] = who[k] < 0 ? SEEN : HIDDEN, blame[queue->cell[k]] = who[k];
    queue->count -= some;
    memmove(queue->cell, queue->cell + some, queue->count * sizeof *queue->cell);
    memmove(queue->way, queue->way + some, queue->count * sizeof *queue->way);
    memmove(queue->reach, queue->reach + some, queue->count * sizeof *queue->reach);
}

/* Looks for the body in some cells and puts those with the body into the queue. */
static void meet(const Scene *scene, const View *view, int size, const float *places, const int *cells, int some, Queue *queue,
                 int8_t *labels, int16_t *blame) {
    Arguments arguments = COHERENT;
    Hits hits;
    Valid valid = {{0}};
    float ways[WIDE][3];
    clear_hits(&hits);
    for (int k = 0; k < some; k++) {
        direction(view, places[cells[k]], places[size * size + cells[k]], ways[k]);
        set(&hits.ray, k, view->eye_own, ways[k], ENDLESS);
        valid.on[k] = -1;
    }
    scene->intersect(valid.on, view->body, &hits, &arguments);
    for (int k = 0; k < some; k++) {
        labels[cells[k]] = NOTHING, blame[cells[k]] = -1;
        if (hits.mesh[k] == NONE) continue;
        int last = queue->count++;
        queue->cell[last] = cells[k], queue->reach[last] = hits.ray.far[k];
        turned(view->turn, ways[k], queue->way[last]);
    }
    if (queue->count >= WIDE) follow(scene, view, queue, labels, blame);
}

/* Looks into cells (count, size, size) of views: labels and blame of those that are cast, at places (2, size, size). */
void look(Intersect intersect, void *terrain, const int32_t *numbers, const Between *between, float contact, int64_t count,
          int32_t size, const View *views, const float *places, const uint8_t *cast, int8_t *labels, int16_t *blame) {
    Scene scene = {intersect, terrain, numbers, between, contact};
    for (int64_t i = 0; i < count; i++, cast += size * size, labels += size * size, blame += size * size) {
        Queue queue = {0};
        int cells[WIDE], some = 0;
        /* In tiles of 4 x 4 cells, whose rays go nearly the same way. */
        for (int top = 0; top < size; top += 4)
            for (int left = 0; left < size; left += 4)
                for (int inner = 0; inner < 16; inner++) {
                    int row = top + inner / 4, column = left + inner % 4, cell = row * size + column;
                    if (row < size && column < size && cast[cell]) cells[some++] = cell;
                    if (some == WIDE) meet(&scene, &views[i], size, places, cells, some, &queue, labels, blame), some = 0;
                }
        if (some) meet(&scene, &views[i], size, places, cells, some, &queue, labels, blame);
        while (queue.count) follow(&scene, &views[i], &queue, labels, blame);
    }
}
