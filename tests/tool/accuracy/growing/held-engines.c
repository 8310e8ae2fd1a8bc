/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of engines: of games, patterns, pictures and modules. */
#include "nodes.h"

/* A small number is more likely than a large one. */
static uint32_t skewed(uint32_t below)
{
    return draw(draw(below) + 1);
}

/* Waves of enemies come, each larger; towers shoot at the nearest one of some kind; the dead are unlinked, and used again. */
KIND(towers_find_enemies, 1.9, 1, 4000, 12000)
{
    enum { KINDS = 5, TICKS = 240 };
    struct enemy {
        struct enemy *next;
        float x, y;
        int life;
        uint32_t sprite;
        struct item item;
    } *alive[KINDS] = { 0 }, *unused = NULL;
    size_t enemies = 0, shot = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        size_t most = n * (tick / 40 + 1) / 7, come = tick % 40 < 10 ? most / 8 : most / 100;
        for (; come > 0 && enemies < most; come--, enemies++) {
            uint32_t kind = skewed(KINDS);
            struct enemy *enemy = unused ? unused : get(sizeof *enemy);
            unused = unused ? unused->next : NULL;
            *enemy = (struct enemy){ .next = alive[kind], .x = (float)draw(2000), .y = (float)skewed(2000), .life = 1 + (int)skewed(5) };
            alive[kind] = enemy;
        }
        for (size_t tower = 0; tower < 20 + n / 100; tower++) {
            float x = (float)(tower * 37 % 2000), y = (float)(tower * 91 % 2000), nearest = 300 * 300;
            struct enemy *target = NULL;
#pragma algoprof loop name(enemies)
            for (struct enemy *e = alive[(tick + tower) % KINDS]; e; e = e->next) {
                float far = (e->x - x) * (e->x - x) + (e->y - y) * (e->y - y);
                if (e->life > 0 && far < nearest) {
                    nearest = far;
                    target = e;
                }
            }
            if (target)
                target->life--;
            shot += target != NULL;
        }
        for (int kind = 0; kind < KINDS; kind++)
            for (struct enemy **at = &alive[kind]; *at;) {
                struct enemy *e = *at;
                e->y += 2;
                if (e->life > 0 && e->y < 2000) {
                    at = &e->next;
                    continue;
                }
                *at = e->next;
                e->next = unused;
                unused = e;
                enemies--;
            }
    }
    sink += (long)shot;
}

/* Lines are searched for patterns, each of them one of many words: a letter leads from the set of states to the next set. */
KIND(states_of_patterns, 1, 0, 25000, 250000)
{
    enum { PATTERNS = 30, LINES = 30, LETTERS = 70 };
    struct state {
        uint32_t letters, step;
        unsigned char repeats, ends;
        struct item item;
    };
    size_t matches = 0;
    for (uint32_t pattern = 0; pattern < PATTERNS; pattern++) {
        uint32_t words = 1 + (draw(8) ? skewed((uint32_t)n / 200) : draw((uint32_t)n / 25)), states = 0, step = 0;
        struct state *state = get(12 * words * sizeof *state);
        uint32_t *start = get(words * sizeof *start), *now = get(24 * words * sizeof *now), *then = get(24 * words * sizeof *then);
        for (uint32_t word = 0; word < words; word++) {
            start[word] = states;
            for (uint32_t length = 2 + draw(10); length > 0; length--, states++) {
                state[states].letters = draw(12) ? 1u << skewed(26) : draw(3) ? 0x3ffffff : 0x3ff;
                state[states].repeats = draw(25) == 0;
                state[states].ends = length == 1;
            }
        }
        for (int line = 0; line < LINES; line++) {
            uint32_t active = 0;
            for (int letter = 0; letter < LETTERS; letter++) {
                uint32_t c = 1u << skewed(26), reached = 0;
                for (uint32_t word = 0; word < words; word++)
                    if (step == 0 || state[start[word]].step != step)
                        now[active++] = start[word];
                step++;
#pragma algoprof loop name(states)
                for (uint32_t i = 0; i < active; i++) {
                    const struct state *at = &state[now[i]];
                    if (!(at->letters & c))
                        continue;
                    matches += at->ends;
                    for (uint32_t to = now[i] + !at->repeats; !at->ends && to <= now[i] + 1; to++)
                        if (state[to].step != step) {
                            state[to].step = step;
                            then[reached++] = to;
                        }
                }
                uint32_t *other = now;
                now = then;
                then = other;
                active = reached;
            }
        }
        free(now);
        free(then);
    }
    sink += (long)matches;
}

struct box {
    float low[3], high[3];
    struct box *side[2];
    struct item item;
};

static struct box *box_of(struct box **leaf, size_t leaves)
{
    if (leaves == 1)
        return leaf[0];
    struct box *box = get(sizeof *box);
    box->side[0] = box_of(leaf, leaves / 2);
    box->side[1] = box_of(leaf + leaves / 2, leaves - leaves / 2);
    for (int axis = 0; axis < 3; axis++) {
        const struct box *a = box->side[0], *b = box->side[1];
        box->low[axis] = a->low[axis] < b->low[axis] ? a->low[axis] : b->low[axis];
        box->high[axis] = a->high[axis] > b->high[axis] ? a->high[axis] : b->high[axis];
    }
    return box;
}

static uint32_t place_of(const struct box *box)
{
    uint32_t place = 0;
    for (int bit = 9; bit >= 0; bit--)
        for (int axis = 0; axis < 3; axis++)
            place = place << 1 | ((uint32_t)box->low[axis] >> bit & 1);
    return place;
}

static int by_place(const void *a, const void *b)
{
    uint32_t left = place_of(*(struct box *const *)a), right = place_of(*(struct box *const *)b);
    return (left > right) - (left < right);
}

/* Scenes of stones in a tree of boxes: a ray goes through those that it meets, and are not behind the nearest stone so far. */
KIND(rays_through_boxes, 1.1, 0, 2500, 50000)
{
    enum { SCENES = 5, WIDTH = 100, HEIGHT = 60 };
    for (size_t scene = 1; scene <= SCENES; scene++) {
        size_t stones = 1 + n * scene * scene / (SCENES * SCENES);
        struct box **stone = get(stones * sizeof *stone), *tree;
        for (size_t i = 0; i < stones; i++) {
            stone[i] = get(sizeof **stone);
            for (int axis = 0; axis < 3; axis++) {
                stone[i]->low[axis] = axis == 1 ? (float)skewed(300) : (float)draw(1000);
                stone[i]->high[axis] = stone[i]->low[axis] + 2 + (float)skewed(20);
            }
        }
        qsort(stone, stones, sizeof *stone, by_place);
        tree = box_of(stone, stones);
        for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
            float eye[3] = { 500, 200, -10 }, slope[3], nearest = 1e9f;
            slope[0] = 1 / ((float)(pixel % WIDTH - WIDTH / 2) / WIDTH + 0.001f);
            slope[1] = 1 / ((float)(pixel / WIDTH - HEIGHT / 2) / WIDTH - 0.101f);
            slope[2] = 1;
            const struct box *waiting[64];
            int left = 0;
            waiting[left++] = tree;
#pragma algoprof loop name(boxes)
            while (left > 0) {
                const struct box *box = waiting[--left];
                float in = 0, out = nearest;
                for (int axis = 0; axis < 3; axis++) {
                    float a = (box->low[axis] - eye[axis]) * slope[axis], b = (box->high[axis] - eye[axis]) * slope[axis];
                    in = (a < b ? a : b) > in ? (a < b ? a : b) : in;
                    out = (a < b ? b : a) < out ? (a < b ? b : a) : out;
                }
                if (in > out)
                    continue;
                if (!box->side[0]) {
                    nearest = in;
                    continue;
                }
                waiting[left++] = box->side[1];
                waiting[left++] = box->side[0];
            }
            sink += (long)nearest & 1;
        }
    }
}

/* What has to be drawn anew: an area that touches one of its window's list takes it over, and is compared with all again. */
KIND(areas_are_drawn_anew, 1.9, 1, 80000, 200000)
{
    enum { WINDOWS = 10 };
    struct area {
        struct area *next;
        int left, top, right, bottom;
        struct item item;
    } *list[WINDOWS] = { 0 }, *unused = NULL;
    size_t frames = 0, drawn = 0;
    for (size_t k = 0, in_frame; k < n; frames++) {
        in_frame = draw(20) ? 5 + skewed(400) : n / 90 + skewed((uint32_t)n / 40);
        for (; in_frame > 0 && k < n; in_frame--, k++) {
            uint32_t window = skewed(WINDOWS);
            int left = (int)draw(3800), top = (int)draw(2100);
            struct area area = { NULL, left, top, left + 4 + (int)skewed(30), top + 4 + (int)skewed(20) }, **at;
            do {
                at = &list[window];
#pragma algoprof loop name(areas)
                while (*at && ((*at)->left > area.right || (*at)->right < area.left || (*at)->top > area.bottom || (*at)->bottom < area.top))
                    at = &(*at)->next;
                struct area *touched = *at;
                if (!touched)
                    break;
                area.left = touched->left < area.left ? touched->left : area.left;
                area.top = touched->top < area.top ? touched->top : area.top;
                area.right = touched->right > area.right ? touched->right : area.right;
                area.bottom = touched->bottom > area.bottom ? touched->bottom : area.bottom;
                *at = touched->next;
                touched->next = unused;
                unused = touched;
            } while (1);
            struct area *made = unused ? unused : get(sizeof *made);
            unused = unused ? unused->next : NULL;
            *made = area;
            *at = made;
        }
        for (int window = 0; window < WINDOWS; window++)
            while (list[window]) {
                struct area *area = list[window];
                list[window] = area->next;
                area->next = unused;
                unused = area;
                drawn++;
            }
    }
    sink += (long)(drawn / frames);
}

/* Modules start when all that they need has started: the first such one of those that wait, then the next, from the start. */
KIND(modules_wait, 1.9, 1, 13000, 40000)
{
    enum { PROGRAMS = 12 };
    struct module {
        struct module *next, *needs[4];
        int started;
        char name[20];
        struct item item;
    };
    for (int program = 0; program < PROGRAMS; program++) {
        size_t modules = program == 7 ? n / 3 : 5 + skewed((uint32_t)n / 4);
        struct module **module = get(modules * sizeof *module), *waiting = NULL;
        for (size_t i = 0; i < modules; i++) {
            module[i] = get(sizeof *module[i]);
            snprintf(module[i]->name, sizeof module[i]->name, "module%u", (unsigned)i);
            for (uint32_t need = skewed(5), with = 0; with < need && i > 0; with++)
                module[i]->needs[with] = module[draw(3) ? skewed((uint32_t)i) : i - 1 - skewed((uint32_t)(i < 9 ? i : 9))];
        }
        for (size_t i = modules; i > 0; i--) {
            size_t other = draw((uint32_t)i);
            struct module *next = module[other];
            module[other] = module[i - 1];
            next->next = waiting;
            waiting = next;
        }
        while (waiting) {
            struct module **at = &waiting, *m;
#pragma algoprof loop name(waiting)
            for (; (m = *at); at = &m->next) {
                int need = 0;
                while (need < 4 && (!m->needs[need] || m->needs[need]->started))
                    need++;
                if (need == 4)
                    break;
            }
            m->started = 1;
            *at = m->next;
        }
        free(module);
    }
}

/* Bodies are kept sorted by their left ends, and compared with those that begin before they end.  More of them join with time. */
KIND(bodies_that_touch, 1, 0, 6000, 25000)
{
    enum { FRAMES = 40 };
    struct body {
        float left, right, low, high, speed;
        struct item item;
    } **body = get(n * sizeof *body);
    size_t bodies = 0, touch = 0;
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        size_t most = frame < 24 ? n / 4 + n * frame / 32 : n;
        for (; bodies < most; bodies++) {
            struct body *b = body[bodies] = get(sizeof *b);
            b->left = (float)(draw(3) ? draw(8) * (uint32_t)n + skewed(2000) : draw(10 * (uint32_t)n));
            b->right = b->left + 4 + (float)skewed(60);
            b->low = (float)skewed(1000);
            b->high = b->low + 4 + (float)skewed(60);
            b->speed = (float)draw(9) - 4;
        }
        for (size_t i = 0; i < bodies; i++) {
            struct body *b = body[i];
            size_t to = i;
            b->left += b->speed;
            b->right += b->speed;
            for (; to > 0 && body[to - 1]->left > b->left; to--)
                body[to] = body[to - 1];
            body[to] = b;
        }
        for (size_t i = 0; i < bodies; i++) {
            const struct body *b = body[i];
#pragma algoprof loop name(bodies)
            for (size_t other = i + 1; other < bodies && body[other]->left <= b->right; other++)
                touch += body[other]->low <= b->high && body[other]->high >= b->low;
        }
    }
    sink += (long)touch;
}
