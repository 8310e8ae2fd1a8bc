/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops that users of a profiler would mark, by a hand that did not know the estimators; held out: no rule comes from these. */
#include "../programs/kinds.h"

/* Customers come to a shop; now and then a report sums up the orders of those of one city, or of those since some day. */
KIND(customers_of_a_city, 1, 0, 120000, 600000)
{
    enum { REPORTS = 300, CITIES = 200 };
    struct customer {
        uint32_t number, since;
        char name[26];
        uint16_t city;
        struct item item;
        uint32_t orders;
    } *customer = NULL;
    size_t used = 0, room = 0;
    for (size_t k = 0; k < n; k++) {
        if (used == room)
            customer = realloc(customer, (room = room ? 2 * room : 16) * sizeof *customer);
        struct customer *c = &customer[used++];
        *c = (struct customer){ .number = (uint32_t)k, .since = (uint32_t)(k / 50), .city = (uint16_t)draw(draw(CITIES) + 1) };
        c->orders = 1 + draw(20);
        if (k % (n / REPORTS + 1) != n / REPORTS)
            continue;
        uint16_t city = (uint16_t)draw(CITIES);
        uint32_t since = draw(3) ? 0 : draw(c->since + 1);
        long orders = 0;
#pragma algoprof loop name(customers)
        for (size_t i = 0; i < used; i++)
            if (customer[i].city == city && customer[i].since >= since)
                orders += customer[i].orders;
        sink += orders;
    }
}

struct account {
    struct account *left, *right;
    uint32_t number, level;
    long balance;
    char owner[24];
    struct item item;
};

static struct account *open_account(struct account *at, struct account *opened)
{
    if (!at)
        return opened;
    struct account **side = opened->number < at->number ? &at->left : &at->right, *up;
    *side = open_account(*side, opened);
    up = at->left;
    if (up && up->level == at->level) {
        at->left = up->right;
        up->right = at;
        at = up;
    }
    up = at->right;
    if (up && up->right && up->right->level == at->level) {
        at->right = up->left;
        up->left = at;
        up->level++;
        at = up;
    }
    return at;
}

/* A bank's accounts are in a balanced tree: those of the old bank are taken over, then more are opened, and money is booked. */
KIND(accounts_in_a_map, 1.1, 0, 30000, 200000)
{
    uint32_t *number = get(n * sizeof *number);
    struct account *root = NULL;
    for (size_t k = 0; k < n; k++) {
        struct account *opened = get(sizeof *opened);
        opened->level = 1;
        opened->number = number[k] = k < n / 2 ? 100000 + 7 * (uint32_t)k : draw(1u << 30);
        root = open_account(root, opened);
        for (int booking = 0; booking < 4 && k >= n / 2; booking++) {
            uint32_t to = draw(50) ? number[draw(draw((uint32_t)k) + 1)] : draw(1u << 30);
            struct account *at = root;
#pragma algoprof loop name(account)
            while (at && at->number != to)
                at = to < at->number ? at->left : at->right;
            if (at)
                at->balance += (long)draw(1000) - 500;
        }
    }
    sink += root->balance;
}

/* Sessions of a site's users are in a table; one that ends leaves a mark there, until there are too many, and it is made anew. */
KIND(sessions_come_and_go, 1, 0, 700000, 2500000)
{
    enum { FREE, OPEN, GONE };
    struct session {
        uint32_t token, user;
        struct item item;
        unsigned char is, language[3];
    } *table = get(64 * sizeof *table);
    size_t slots = 64, open = 0, taken = 0;
    uint32_t *token = get((n + 1) * sizeof *token);
    for (size_t k = 0; k < n; k++) {
        size_t most = k < n / 3 ? n / 60 : k < 2 * n / 3 ? n / 8 : n / 30;
        uint32_t what = draw(10), which = draw((uint32_t)open + 1), key = token[which];
        int log_in = open == 0 || (what < 3 && open < most), log_out = !log_in && (what < 2 || (what < 5 && open > most));
        if (log_in || which == open)
            key = draw(1u << 31);
        size_t at = key * 2654435769u >> 8 & (slots - 1);
#pragma algoprof loop name(session)
        for (size_t step = 1; table[at].is != FREE && (table[at].is == GONE || table[at].token != key); step++)
            at = (at + step) & (slots - 1);
        if (table[at].is == OPEN && log_out) {
            table[at].is = GONE;
            token[which] = token[--open];
        } else if (table[at].is == OPEN) {
            sink += ++table[at].user;
        } else if (log_in) {
            table[at].token = token[open++] = key;
            table[at].is = OPEN;
            taken++;
        }
        if (4 * taken < 3 * slots)
            continue;
        free(table);
        for (slots = 64; slots < 2 * open;)
            slots *= 2;
        table = get(slots * sizeof *table);
        for (taken = 0; taken < open; taken++) {
            size_t to = token[taken] * 2654435769u >> 8 & (slots - 1);
            for (size_t step = 1; table[to].is != FREE; step++)
                to = (to + step) & (slots - 1);
            table[to].token = token[taken];
            table[to].is = OPEN;
        }
    }
}

struct score {
    float points;
    char player[16];
    struct item item;
};

static void sort_scores(struct score *score, size_t n, struct score *left)
{
    if (n < 2)
        return;
    size_t half = n / 2, i = 0, j = half, to = 0;
    sort_scores(score, half, left);
    sort_scores(score + half, n - half, left);
    memcpy(left, score, half * sizeof *score);
#pragma algoprof loop name(merge)
    while (i < half && j < n)
        score[to++] = score[j].points > left[i].points ? score[j++] : left[i++];
    memcpy(score + to, left + i, (half - i) * sizeof *score);
}

/* The best players of a game: each month there are more scores, put behind those that are sorted, and all are sorted by merging. */
KIND(scores_are_sorted, 1.1, 0, 80000, 400000)
{
    enum { MONTHS = 6 };
    struct score *score = get(n * sizeof *score), *left = get(n * sizeof *left);
    size_t used = 0;
    for (size_t month = 1; month <= MONTHS; month++) {
        for (; used < n * month / MONTHS; used++) {
            score[used].points = (float)draw(draw(1000000) + 1) / 10;
            snprintf(score[used].player, sizeof score->player, "%u", (unsigned)used);
        }
        sort_scores(score, used, left);
        for (size_t i = 0; i < used / 100; i++)
            score[draw((uint32_t)used)].points += 100;
    }
    sink += (long)score[0].points;
}

/* Tables with commas are read as a whole, each twice as long as the one before it, and cut into fields, of which some are quoted. */
KIND(fields_of_a_sheet, 1, 0, 4000000, 16000000)
{
    enum { COLUMNS = 12 };
    char *text = NULL;
    for (size_t length = n / 16; length <= n; length *= 2) {
        size_t used = 0, fields = 0, rows = 0;
        text = realloc(text, length + 2000);
        for (uint32_t column = 0; used < length || column > 0; column = (column + 1) % COLUMNS) {
            uint32_t letters = column % 4 == 3 ? draw(200) : column % 4 == 2 ? 8 : 1 + draw(12), quoted = column % 4 == 3;
            if (quoted)
                text[used++] = '"';
            for (uint32_t i = 0; i < letters; i++, used++)
                text[used] = quoted && draw(12) == 0 ? ',' : (char)((quoted ? 'a' : '0') + (used * 7 + letters) % 10);
            if (quoted)
                text[used++] = '"';
            text[used++] = column == COLUMNS - 1 ? '\n' : ',';
        }
        for (size_t at = 0, end; at < used; at = end + 1) {
            int quoted = 0;
#pragma algoprof loop name(field)
            for (end = at; end < used && (quoted || (text[end] != ',' && text[end] != '\n')); end++)
                quoted ^= text[end] == '"';
            fields++;
            rows += text[end] == '\n';
        }
        sink += (long)(fields + rows);
    }
}

/* A scheduler: of the tasks that are ready that one runs which deserves it most; there are more of them in the second half. */
KIND(tasks_that_are_ready, 2, 1, 60000, 200000)
{
    struct task {
        struct task *next;
        int left, share;
        uint32_t ran;
        char name[16];
        struct item item;
    } *ready = NULL, **asleep = get(n * sizeof *asleep);
    size_t tasks = 0, sleeping = 0;
    for (size_t tick = 0; tick < n; tick++) {
        if (tasks < 4 || (draw(30) == 0 && tasks < (tick < n / 2 ? n / 500 : n / 100))) {
            struct task *task = get(sizeof *task);
            *task = (struct task){ .next = ready, .left = 5, .share = 5 + (int)draw(20) };
            ready = task;
            tasks++;
        }
        if (sleeping > 0 && draw(8) < 3) {
            struct task **woken = &asleep[draw((uint32_t)sleeping)];
            (*woken)->next = ready;
            ready = *woken;
            *woken = asleep[--sleeping];
        }
        struct task **best = &ready;
        int most = -1;
#pragma algoprof loop name(ready)
        for (struct task **at = &ready; *at; at = &(*at)->next)
            if ((*at)->left > 0 && (*at)->left + (*at)->share > most) {
                most = (*at)->left + (*at)->share;
                best = at;
            }
        if (most < 0)
            for (struct task *at = ready; at; at = at->next)
                at->left = at->share / 2;
        struct task *task = *best;
        if (!task)
            continue;
        task->left -= task->left > 0;
        task->ran++;
        if (draw(3) == 0) {
            *best = task->next;
            asleep[sleeping++] = task;
        } else if (draw(300) == 0) {
            *best = task->next;
            free(task);
            tasks--;
        }
    }
    sink += (long)tasks;
}

/* Heat spreads from the middle of a plate, of several materials; only the square that it has reached is computed, row by row. */
KIND(heat_of_a_plate, 1.5, 1, 150000, 500000)
{
    struct cell {
        float heat, conducts;
        struct item item;
    };
    size_t side = 32;
    while (side * side < n)
        side++;
    struct cell *now = get(side * side * sizeof *now), *next = get(side * side * sizeof *next);
    for (size_t i = 0; i < side * side; i++)
        now[i].conducts = next[i].conducts = (i / 40) % 3 ? 0.2f : 0.1f;
    for (size_t step = 1; step < side / 2 + 20; step++) {
        size_t reach = step + 4 < side / 2 - 1 ? step + 4 : side / 2 - 1, from = side / 2 - reach, to = side / 2 + reach;
        now[side / 2 * side + side / 2].heat = 1000;
        for (size_t y = from; y < to; y++) {
            const struct cell *row = now + y * side;
            struct cell *out = next + y * side;
#pragma algoprof loop name(row)
            for (size_t x = from; x < to; x++) {
                float around = row[x - 1].heat + row[x + 1].heat + row[x - side].heat + row[x + side].heat;
                out[x].heat = row[x].heat + row[x].conducts * (around - 4 * row[x].heat);
            }
        }
        struct cell *last = now;
        now = next;
        next = last;
    }
    sink += (long)now[side / 2 * side + side / 2 + 1].heat;
}

/* Linear equations, n of them, are solved: below the largest of a column, rows get rid of their first number. */
KIND(equations_are_solved, 1.5, 1, 400, 900)
{
#if VARIANT == 1
    typedef double real;
#else
    typedef float real;
#endif
    real **row = get(n * sizeof *row);
    for (size_t i = 0; i < n; i++) {
        row[i] = get((n + 1) * sizeof **row);
        for (size_t j = 0; j <= n; j++)
            row[i][j] = (real)draw(1000) / 100 + (i == j ? (real)n : 0);
    }
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (row[i][k] * row[i][k] > row[best][k] * row[best][k])
                best = i;
        real *pivot = row[best];
        row[best] = row[k];
        row[k] = pivot;
        for (size_t i = k + 1; i < n; i++) {
            real *to = row[i], factor = to[k] / pivot[k];
#pragma algoprof loop name(numbers)
            for (size_t j = k; j <= n; j++)
                to[j] -= factor * pivot[j];
        }
    }
    sink += (long)(row[n - 1][n] / row[n - 1][n - 1] * 1000);
}

/* Pages of a database are kept in frames; a hand goes round for one that was not used of late. The pool is made larger twice. */
KIND(frames_of_a_pool, 1, 0, 800000, 2500000)
{
    struct frame {
        uint32_t page;
        unsigned char used, dirty, pinned;
        struct item item;
        uint64_t change;
    } *frame = NULL;
    size_t frames = 0, hand = 0, pages = n / 8 + 8, scan = 0, written = 0;
    uint32_t *where = get(pages * sizeof *where);
    for (size_t k = 0; k < n; k++) {
        size_t wanted = k < n / 4 ? n / 160 + 4 : k < n / 2 ? n / 80 + 4 : n / 40 + 4;
        if (frames < wanted) {
            frame = realloc(frame, wanted * sizeof *frame);
            for (; frames < wanted; frames++)
                frame[frames] = (struct frame){ .page = UINT32_MAX };
        }
        uint32_t page = scan > 0 ? (uint32_t)(scan % pages) : draw(draw(draw((uint32_t)pages) + 1) + 1);
        scan = scan > 0 ? (scan + 1) % (pages / 2) : draw(200000) == 0;
        uint32_t in = where[page];
        if (frame[in].page != page) {
#pragma algoprof loop name(hand)
            while (frame[hand].used || frame[hand].pinned) {
                frame[hand].used = 0;
                hand = (hand + 1) % frames;
            }
            written += frame[hand].dirty;
            frame[hand] = (struct frame){ .page = page, .pinned = page < 3 };
            in = where[page] = (uint32_t)hand;
            hand = (hand + 1) % frames;
        }
        frame[in].used = 1;
        frame[in].dirty |= draw(5) == 0;
        frame[in].change = k;
    }
    sink += (long)written;
}

struct spelling {
    char letters[20];
    struct item item;
};

static struct spelling some_word(void)
{
    static const char *part[] = { "an", "ber", "co", "de", "er", "fi", "ga", "ho", "in", "la", "mo", "ne", "or", "pa", "ri", "st" };
    struct spelling word = { 0 };
    for (uint32_t i = 2 + draw(5); i > 0; i--)
        strcat(word.letters, part[draw(16)]);
    return word;
}

static int by_letters(const void *a, const void *b)
{
    return strcmp(((const struct spelling *)a)->letters, ((const struct spelling *)b)->letters);
}

/* A dictionary is read and sorted; then the words of a letter are looked for in it; a few that are missing are put in. */
KIND(words_are_spelt, 1.1, 0, 20000, 200000)
{
    struct spelling *word = get((n + 300) * sizeof *word), *often = get((n / 20 + 1) * sizeof *often);
    size_t words = n, added = 0;
    for (size_t i = 0; i < n; i++)
        word[i] = some_word();
    for (size_t i = 0; i <= n / 20; i++)
        often[i] = word[draw((uint32_t)n)];
    qsort(word, n, sizeof *word, by_letters);
    for (size_t k = 0; k < 4 * n; k++) {
        uint32_t pick = draw(20);
        struct spelling typed = pick ? often[draw(draw((uint32_t)(n / 20 + 1)) + 1)] : some_word();
        if (pick == 1)
            typed = word[draw((uint32_t)words)];
        size_t low = 0, high = words;
        int found = 0;
#pragma algoprof loop name(halves)
        while (low < high && !found) {
            size_t mid = (low + high) / 2;
            int order = strcmp(typed.letters, word[mid].letters);
            found = order == 0;
            if (order < 0)
                high = mid;
            else
                low = mid + 1;
        }
        sink += found;
        if (found || added == 300 || draw(20))
            continue;
        memmove(&word[low + 1], &word[low], (words - low) * sizeof *word);
        word[low] = typed;
        words++;
        added++;
    }
}

/* A page of a browser is loaded, and then changed by scripts: an element is looked for by its name through the whole tree. */
KIND(elements_by_name, 1, 0, 20000, 100000)
{
    struct element {
        struct element *parent, *first, *last, *next;
        uint32_t name, kind;
        char *text;
        struct item item;
    } root = { 0 }, **element = get(n * sizeof *element), *inside = &root;
    for (size_t k = 0; k < n; k++) {
        struct element *e = element[k] = get(sizeof *e);
        *e = (struct element){ .name = 1 + (uint32_t)k, .kind = draw(40), .text = draw(2) ? get(10 + draw(80)) : NULL };
        for (uint32_t up = draw(4); up > 0 && inside->parent; up--)
            inside = inside->parent;
        if (k > n / 2 && draw(10) == 0)
            inside = element[draw((uint32_t)k)];
        e->parent = inside;
        *(inside->last ? &inside->last->next : &inside->first) = e;
        inside->last = e;
        inside = e;
        if (k % (k < n / 2 ? n / 100 : n / 1000) != 0)
            continue;
        uint32_t name = draw(4) ? 1 + draw((uint32_t)k + 1) : UINT32_MAX;
        const struct element *at = &root;
#pragma algoprof loop name(elements)
        while (at && at->name != name)
            if (at->first) {
                at = at->first;
            } else {
                while (at && !at->next)
                    at = at->parent;
                at = at ? at->next : NULL;
            }
        sink += at ? (long)at->kind : 0;
    }
}
