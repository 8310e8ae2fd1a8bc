/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As software-phases.c, by the same hand, which did not know the estimators. */
#include "nodes.h"

/* A Bloom filter is filled with addresses that are bad; then others are asked for. */
KIND(filter_is_asked, 1, 0, 280000, 1900000)
{
    enum { HASHES = 7 };
    size_t bits = 10 * n;
    unsigned char *filter = get(bits / 8 + 1);
    for (size_t k = 0; k < n; k++) {
        uint64_t hash = (2 * k + 1) * 0x9e3779b97f4a7c15u, step = hash >> 32 | 1;
        for (int i = 0; i < HASHES; i++, hash += step)
            filter[hash % bits / 8] |= (unsigned char)(1 << hash % bits % 8);
    }
    for (size_t k = 0; k < 4 * n; k++) {
        uint64_t hash = (uint64_t)(draw((uint32_t)(2 * n)) + 1) * 0x9e3779b97f4a7c15u, step = hash >> 32 | 1;
        int i;
#pragma algoprof loop name(hashes)
        for (i = 0; i < HASHES; i++, hash += step)
            if (!(filter[hash % bits / 8] & 1 << hash % bits % 8))
                break;
        sink += i == HASHES;
    }
}

/* Documents are put into an index, and then it is asked for those that have both of two words. */
KIND(documents_with_both, 1, 0, 28000, 400000)
{
    enum { WORDS = 5000 };
    struct postings {
        size_t used, room;
        uint32_t *document;
    } *word = get(WORDS * sizeof *word);
    for (uint32_t k = 0; k < n; k++)
        for (int i = 0; i < 40; i++) {
            struct postings *p = &word[draw(draw(draw(WORDS) + 1) + 1)];
            if (p->used > 0 && p->document[p->used - 1] == k)
                continue;
            if (p->used == p->room) {
                p->room = p->room ? 2 * p->room : 4;
                p->document = realloc(p->document, p->room * sizeof *p->document);
            }
            p->document[p->used++] = k;
        }
    for (size_t k = 0; k < 10000; k++) {
        const struct postings *a = &word[draw(draw(WORDS) + 1)], *b = &word[draw(draw(WORDS) + 1)];
        size_t i = 0, j = 0, both = 0;
#pragma algoprof loop name(both)
        while (i < a->used && j < b->used) {
            uint32_t one = a->document[i], other = b->document[j];
            both += one == other;
            i += one <= other;
            j += other <= one;
        }
        sink += (long)both;
    }
}

/* A picture is made narrower: the seam of least contrast is found row by row, and cut out, so many times. */
KIND(seams_are_cut, 1.5, 1, 270000, 1000000)
{
    size_t width = 1;
    while ((width + 1) * (width + 1) <= n)
        width++;
    size_t height = width, wide = width;
    unsigned char *dot = get(width * height);
    int *cost = get(width * height * sizeof *cost);
    for (size_t k = 0; k < width * height; k++)
        dot[k] = (unsigned char)(k % width / 16 * 10 + k / width / 8 + draw(12));
    for (size_t seam = 0; seam < wide / 5; seam++, width--) {
        for (size_t y = 0; y < height; y++) {
            const unsigned char *row = dot + y * wide;
            int *now = cost + y * wide;
            const int *above = y > 0 ? now - wide : NULL;
#pragma algoprof loop name(row)
            for (size_t x = 0; x < width; x++) {
                int contrast = abs(row[x] - row[x + 1 < width ? x + 1 : x]), least = 0;
                if (above) {
                    least = above[x];
                    if (x > 0 && above[x - 1] < least)
                        least = above[x - 1];
                    if (x + 1 < width && above[x + 1] < least)
                        least = above[x + 1];
                }
                now[x] = contrast + least;
            }
        }
        size_t x = 0;
        for (size_t i = 1; i < width; i++)
            x = cost[(height - 1) * wide + i] < cost[(height - 1) * wide + x] ? i : x;
        for (size_t y = height; y-- > 0;) {
            memmove(dot + y * wide + x, dot + y * wide + x + 1, width - x - 1);
            if (y == 0)
                break;
            const int *above = cost + (y - 1) * wide;
            size_t best = x;
            if (x > 0 && above[x - 1] < above[best])
                best = x - 1;
            if (x + 1 < width && above[x + 1] < above[best])
                best = x + 1;
            x = best;
        }
    }
    sink += cost[0];
}

/* A page's elements are read; then each gets the styles of its class, if one of those around it has the style's other class. */
KIND(styles_of_elements, 1, 0, 300000, 4000000)
{
    enum { CLASSES = 60, STYLES = 100, MOST_OPEN = 64 };
    struct element {
        struct element *parent;
        int class;
        struct item item;
    } *element = get(n * sizeof *element), *open[MOST_OPEN];
    struct style {
        int class, around;
    } style[STYLES];
    int depth = 0;
    for (int i = 0; i < STYLES; i++)
        style[i] = (struct style){ (int)draw(CLASSES), (int)draw(CLASSES) };
    for (size_t k = 0; k < n; k++) {
        element[k].parent = depth > 0 ? open[depth - 1] : NULL;
        element[k].class = (int)draw(CLASSES);
        if (depth < MOST_OPEN && draw(2))
            open[depth++] = &element[k];
        else
            for (uint32_t i = draw(3); i > 0 && depth > 1; i--)
                depth--;
    }
    for (size_t k = 0; k < n; k++)
        for (int i = 0; i < STYLES; i++) {
            if (style[i].class != element[k].class)
                continue;
            const struct element *at = element[k].parent;
#pragma algoprof loop name(around)
            while (at && at->class != style[i].around)
                at = at->parent;
            element[k].item.key += at != NULL;
        }
    sink += element[n - 1].item.key;
}

/* A text is measured, and then broken into lines so that they are even: a word looks back as far as a line reaches. */
KIND(lines_are_broken, 1, 0, 1950000, 7500000)
{
    enum { WIDTH = 80 };
    struct word {
        int width, from;
        long cost;
    } *word = get((n + 1) * sizeof *word);
    for (size_t k = 1; k <= n; k++)
        word[k].width = 1 + (int)draw(6) + (int)draw(6);
    for (size_t k = 1; k <= n; k++) {
        int used = -1;
        long best = 1L << 60;
#pragma algoprof loop name(back)
        for (size_t i = k; i > 0; i--) {
            used += 1 + word[i].width;
            if (used > WIDTH)
                break;
            long cost = word[i - 1].cost + (long)(WIDTH - used) * (WIDTH - used);
            if (cost < best) {
                best = cost;
                word[k].from = (int)(i - 1);
            }
        }
        word[k].cost = best;
    }
    sink += word[n].cost;
}

/* A picture of boxes is painted, and then packed row by row into runs of equal dots. */
KIND(picture_in_runs, 1, 0, 48000000, 160000000)
{
    size_t width = 1;
    while (width * width < n)
        width++;
    size_t height = n / width;
    unsigned char *dot = get(width * height), *packed = get(2 * width * height / 4 + 1024);
    size_t used = 0;
    for (size_t k = 0; k < 50 + n / 1000; k++) {
        size_t x = draw((uint32_t)width), y = draw((uint32_t)height);
        size_t w = 1 + (k < 50 ? draw((uint32_t)width / 3) : draw(60)), h = 1 + (k < 50 ? draw((uint32_t)height / 3) : draw(30));
        for (size_t row = y; row < y + h && row < height; row++)
            memset(dot + row * width + x, (int)(k % 200), x + w < width ? w : width - x);
    }
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width;) {
            const unsigned char *from = dot + y * width + x;
            size_t left = width - x < 255 ? width - x : 255, length = 1;
#pragma algoprof loop name(run)
            while (length < left && from[length] == *from)
                length++;
            packed[used] = (unsigned char)length;
            packed[used + 1] = *from;
            used = used + 2 < width * height / 2 ? used + 2 : 0;
            x += length;
        }
    sink += (long)used;
}

/* A source text is there; it is cut into names, numbers and signs, and the names are counted. */
KIND(names_are_cut, 1, 0, 5500000, 60000000)
{
    char *text = get(n + 1);
    struct item *count = get(4096 * sizeof *count);
    for (size_t k = 0, left = 0; k < n; k++) {
        if (left > 0) {
            text[k] = (char)(draw(8) ? 'a' + draw(26) : '_');
            left--;
        } else if (draw(3) == 0)
            text[k] = " \n();=+*"[draw(8)];
        else if (k == 0 || text[k - 1] < 'A') {
            text[k] = (char)('a' + draw(26));
            left = draw(12);
        } else
            text[k] = ' ';
    }
    for (size_t at = 0; at < n;) {
        uint32_t hash = 0;
        if (text[at] < 'A') {
            at++;
            continue;
        }
#pragma algoprof loop name(letters)
        while (text[at] >= 'a' || text[at] == '_')
            hash = hash * 31 + (unsigned char)text[at++];
        count[hash % 4096].key++;
    }
    sink += count[1].key;
}
