/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of office programs: calendars, address books, mail, sheets and folders. */
#include "nodes.h"

/* A small number is more likely than a large one. */
static uint32_t skewed(uint32_t below)
{
    return draw(draw(below) + 1);
}

static inline int same_text(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* A meeting is booked if it overlaps none of its room's; otherwise another room is tried.  Old meetings are never archived. */
KIND(rooms_are_booked, 1.9, 1, 13500, 30000)
{
    enum { ROOMS = 40, HOURS = 9 };
    struct meeting {
        struct meeting *next;
        uint32_t from, to;
        char title[24];
        struct item item;
    } *booked[ROOMS] = { 0 };
    size_t refused = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t today = (uint32_t)(k / 150), from = (today + skewed(45)) * 4 * HOURS + draw(4 * HOURS - 4);
        uint32_t to = from + 2 + 2 * skewed(4), room = skewed(ROOMS);
        if (draw(8) == 0) {
            struct meeting **cancelled = &booked[room];
            for (uint32_t skip = skewed(60); skip > 0 && *cancelled; skip--)
                cancelled = &(*cancelled)->next;
            if (*cancelled)
                *cancelled = (*cancelled)->next;
            continue;
        }
        for (int tried = 0; tried < 4; tried++, room = (room + 1) % ROOMS) {
            struct meeting *at = booked[room];
#pragma algoprof loop name(meetings)
            while (at && (at->to <= from || at->from >= to))
                at = at->next;
            if (at) {
                refused++;
                continue;
            }
            struct meeting *meeting = get(sizeof *meeting);
            *meeting = (struct meeting){ booked[room], from, to };
            booked[room] = meeting;
            break;
        }
    }
    sink += (long)refused;
}

/* Address books of several telephones are imported: a contact with a known e-mail address is merged with the one that has it. */
KIND(contacts_with_one_address, 1.9, 1, 4500, 14000)
{
    static const char *const domain[] = { "example.com", "example.org", "mail.example.net", "office.example" };
    struct contact {
        char *address[3];
        int addresses, merged;
        struct item item;
    } **contact = get(n * sizeof *contact);
    size_t used = 0, imported = 0;
    for (size_t k = 0; k < n; k++) {
        char address[60];
        int known = k > n / 3 && draw(3) == 0;
        uint32_t person = known ? skewed((uint32_t)imported) : (uint32_t)imported++;
        snprintf(address, sizeof address, "%c.%s%u@%s", 'a' + (int)(person % 7), person % 3 ? "miller" : "mueller", person * 7919u % 100003u,
                 domain[person % 5 % 4]);
        struct contact *found = NULL;
#pragma algoprof loop name(contacts)
        for (size_t i = 0; i < used && !found; i++)
            for (int a = 0; a < contact[i]->addresses; a++)
                if (same_text(contact[i]->address[a], address))
                    found = contact[i];
        if (found) {
            found->merged++;
            if (found->addresses < 3 && draw(6) == 0) {
                found->address[found->addresses] = get(60);
                snprintf(found->address[found->addresses++], 60, "private%u@%s", person, domain[0]);
            }
            continue;
        }
        found = contact[used++] = get(sizeof *found);
        found->address[found->addresses++] = strcpy(get(strlen(address) + 1), address);
    }
    sink += (long)used;
}

/* A reply is put below the message that it names, which is looked for in its folder, newest first.  Some were never received. */
KIND(replies_find_their_message, 1.9, 1, 15000, 40000)
{
    enum { FOLDERS = 15 };
    struct message {
        struct message *older, *parent;
        char id[28];
        uint32_t replies;
        struct item item;
    } *newest[FOLDERS] = { 0 };
    size_t in_folder[FOLDERS] = { 0 }, orphans = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t folder = skewed(FOLDERS);
        struct message *message = get(sizeof *message), *parent = NULL;
        snprintf(message->id, sizeof message->id, "%08x.%u@list", (uint32_t)k * 2654435761u, folder);
        message->older = newest[folder];
        if (newest[folder] && draw(10) < 6) {
            char id[28] = "forgotten@elsewhere";
            const struct message *answered = newest[folder];
            for (uint32_t back = draw(skewed((uint32_t)in_folder[folder]) + 1); back > 0; back--)
                answered = answered->older;
            if (draw(15) > 0)
                strcpy(id, answered->id);
            parent = newest[folder];
#pragma algoprof loop name(messages)
            while (parent && !same_text(parent->id, id))
                parent = parent->older;
            if (parent)
                parent->replies++;
            else
                orphans++;
        }
        message->parent = parent;
        newest[folder] = message;
        in_folder[folder]++;
    }
    sink += (long)orphans;
}

/* A text is edited by many at once: who sends an edit gets first what the others did since; who comes anew gets the whole history. */
KIND(edits_since_then, 1.9, 1, 60000, 300000)
{
    enum { WRITERS = 120 };
    struct edit {
        struct edit *next;
        uint32_t at, removed, inserted;
        struct item item;
    } *first = get(sizeof *first), *last = first, *seen[WRITERS];
    for (int i = 0; i < WRITERS; i++)
        seen[i] = first;
    for (size_t k = 0; k < n; k++) {
        uint32_t writer = draw(skewed(WRITERS) + 1), at = draw((uint32_t)k + 1);
        if (draw(6000) == 0)
            seen[writer] = first;
#pragma algoprof loop name(edits)
        for (const struct edit *e = seen[writer]->next; e; e = e->next)
            if (e->at <= at)
                at += e->inserted > e->removed || at > e->at + e->removed ? e->inserted - e->removed : 0;
        struct edit *edit = get(sizeof *edit);
        *edit = (struct edit){ .at = at, .removed = draw(4) == 0, .inserted = 1 + (draw(40) == 0 ? draw(50) : 0) };
        seen[writer] = last = last->next = edit;
    }
    sink += last->at;
}

/* The first format whose area has the cell is the cell's; what is pasted brings an area of its own, and covers older ones. */
KIND(formats_of_cells, 1.9, 1, 45000, 150000)
{
    enum { SHEETS = 6, COLUMNS = 60 };
    struct format {
        struct format *next;
        uint32_t top, bottom, left, right;
        uint32_t colour, font;
        struct item item;
    } *formats[SHEETS] = { 0 };
    uint32_t rows = (uint32_t)n / 10;
    for (size_t k = 0; k < n; k++) {
        uint32_t sheet = skewed(SHEETS), row = draw(3) ? skewed(rows) : rows * (uint32_t)(k / 1000) % rows, column = skewed(COLUMNS);
        if (draw(30) == 0) {
            struct format *pasted = get(sizeof *pasted), **at = &formats[sheet];
            *pasted = (struct format){ *at, row, row + skewed(60), column, column + skewed(8), draw(1 << 24), draw(9) };
            while (*at)
                if ((*at)->top >= pasted->top && (*at)->bottom <= pasted->bottom && (*at)->left >= pasted->left && (*at)->right <= pasted->right)
                    *at = (*at)->next;
                else
                    at = &(*at)->next;
            pasted->next = formats[sheet];
            formats[sheet] = pasted;
        }
        const struct format *at = formats[sheet];
#pragma algoprof loop name(formats)
        while (at && (row < at->top || row > at->bottom || column < at->left || column > at->right))
            at = at->next;
        sink += at ? (long)at->colour : 0;
    }
}

/* Tables are imported: in each row the fields are taken by the names of their columns, which are compared with the header's. */
KIND(columns_by_header, 1, 0, 9000, 60000)
{
    enum { FILES = 40, ROWS = 120, FIELDS = 14 };
    static const char *const what[] = { "amount", "customer", "customer_id", "date", "price_net", "price_gross" };
    struct column {
        const char *name;
        int type;
        struct item item;
    };
    long missing = 0;
    for (int file = 0; file < FILES; file++) {
        size_t columns = 4 + skewed((uint32_t)n / 10);
        struct column *header = get(columns * sizeof *header);
        for (size_t i = 0; i < columns; i++) {
            char *name = get(24);
            snprintf(name, 24, "%s_%u", what[draw(6)], (unsigned)i);
            header[i].name = name;
        }
        const char *field[FIELDS];
        for (int i = 0; i < FIELDS; i++)
            field[i] = i == 0 && draw(4) == 0 ? "discount" : header[draw(2) ? draw((uint32_t)columns) : skewed((uint32_t)columns)].name;
        for (int row = 0; row < ROWS; row++)
            for (int i = 0; i < FIELDS; i++) {
                size_t column = 0;
#pragma algoprof loop name(columns)
                while (column < columns && !same_text(header[column].name, field[i]))
                    column++;
                missing += column == columns;
            }
    }
    sink += missing;
}

/* The words that are nearest to a misspelt one: those of its length, of one letter more or less, with nearly its letters. */
KIND(words_are_suggested, 1, 0, 28000, 100000)
{
    enum { LENGTHS = 16, DOCUMENTS = 60 };
    struct word {
        uint32_t letters;
        char text[LENGTHS];
        struct item item;
    } **of_length[LENGTHS];
    size_t words[LENGTHS] = { 0 };
    for (int i = 0; i < LENGTHS; i++)
        of_length[i] = get(n * sizeof *of_length[i]);
    for (size_t k = 0; k < n; k++) {
        struct word *word = get(sizeof *word);
        size_t length = 3 + draw(5) + draw(5) + skewed(4);
        for (size_t i = 0; i < length; i++) {
            word->text[i] = (char)('a' + (i % 2 ? skewed(26) : draw(6) * 4));
            word->letters |= 1u << (word->text[i] - 'a');
        }
        of_length[length][words[length]++] = word;
        if (k < n / 2 || k % (n / 2 / DOCUMENTS + 1))
            continue;
        for (int wrong = 0; wrong < 8; wrong++) {
            size_t typed = 4 + draw(4) + draw(4), best = 99;
            if (words[typed] == 0)
                continue;
            struct word misspelt = *of_length[typed][skewed((uint32_t)words[typed])];
            misspelt.text[draw((uint32_t)typed)] = 'e';
            for (size_t size = typed - 1; size <= typed + 1; size++)
#pragma algoprof loop name(words)
                for (size_t i = 0; i < words[size]; i++) {
                    const struct word *w = of_length[size][i];
                    size_t differ = 0;
                    if (__builtin_popcount(w->letters ^ misspelt.letters) > 3)
                        continue;
                    for (size_t letter = 0; letter < size && differ < best; letter++)
                        differ += w->text[letter] != misspelt.text[letter];
                    best = differ < best ? differ : best;
                }
            sink += (long)best;
        }
    }
}

/* Programs watch folders and what is below them: all that are told of an event are found by their paths.  Folders come and go. */
KIND(folders_are_watched, 1.9, 1, 6000, 18000)
{
    struct watch {
        struct watch *next;
        char path[44];
        uint32_t told;
        struct item item;
    } *watches = NULL;
    size_t folders = 0, removed = 0;
    for (size_t k = 0; k < n; k++) {
        char path[64];
        int made = folders < n / 12 ? draw(6) == 0 : draw(60) == 0;
        uint32_t folder = made ? (uint32_t)folders++ : skewed((uint32_t)folders + 1);
        snprintf(path, sizeof path, "/home/user%u/project%u/%s%u/", folder % 3, folder % 50, folder % 4 ? "src" : "doc", folder);
        if (made) {
            struct watch *watch = get(sizeof *watch);
            strcpy(watch->path, path);
            watch->next = watches;
            watches = watch;
        }
        strcat(path, "file");
#pragma algoprof loop name(watches)
        for (struct watch *w = watches; w; w = w->next) {
            size_t i = 0;
            while (w->path[i] && w->path[i] == path[i])
                i++;
            w->told += !w->path[i];
        }
        if (draw(50) > 0)
            continue;
        for (struct watch **at = &watches; *at; at = &(*at)->next)
            if (!strncmp((*at)->path, path, strlen((*at)->path))) {
                *at = (*at)->next;
                removed++;
                break;
            }
    }
    sink += (long)removed;
}

/* Answers of a server are lists, whose elements are asked for by their number, each time from the first on. */
KIND(elements_by_number, 1.9, 1, 12000, 40000)
{
    enum { ANSWERS = 60 };
    struct value {
        struct value *next, *child;
        int type;
        double number;
        struct item item;
    };
    for (int answer = 0; answer < ANSWERS; answer++) {
        struct value root = { 0 }, **end = &root.child;
        size_t length = answer % 6 ? 1 + skewed((uint32_t)n / 20) : n / 20 + draw((uint32_t)n / 6);
        for (size_t i = 0; i < length; i++, end = &(*end)->next) {
            *end = get(sizeof **end);
            (*end)->number = draw(1000);
            (*end)->child = draw(4) ? NULL : get(sizeof **end);
        }
        double sum = 0;
        for (size_t i = 0; i < length; i++) {
            const struct value *at = root.child;
            size_t number = i;
#pragma algoprof loop name(elements)
            while (at && number > 0) {
                at = at->next;
                number--;
            }
            sum += at->number;
        }
        sink += (long)sum;
        for (struct value *at = root.child, *next; at && answer % 3 > 0; at = next) {
            next = at->next;
            free(at->child);
            free(at);
        }
    }
}

/* When a log is full, its older parts are counted among all files of the folder; the oldest one goes, if there are enough. */
KIND(logs_are_rotated, 1.9, 1, 2800, 14000)
{
    enum { SERVICES = 80 };
    struct file {
        struct file *next;
        char name[28];
        uint32_t day, bytes;
        struct item item;
    } *files = NULL, *unused = NULL;
    char prefix[16];
    for (size_t k = 0; k < n; k++) {
        uint32_t service = skewed(SERVICES), kept = service % 9 == 4 ? UINT32_MAX : 5 + service * service % 90, parts = 0;
        snprintf(prefix, sizeof prefix, "service%u.", service);
        struct file *oldest = NULL;
#pragma algoprof loop name(files)
        for (struct file *f = files; f; f = f->next) {
            size_t i = 0;
            while (prefix[i] && prefix[i] == f->name[i])
                i++;
            if (prefix[i])
                continue;
            parts++;
            if (!oldest || f->day < oldest->day)
                oldest = f;
        }
        if (parts >= kept) {
            struct file **at = &files;
            while (*at != oldest)
                at = &(*at)->next;
            *at = oldest->next;
            oldest->next = unused;
            unused = oldest;
        }
        struct file *file = unused ? unused : get(sizeof *file);
        unused = unused ? unused->next : NULL;
        *file = (struct file){ .next = files, .day = (uint32_t)k, .bytes = draw(1 << 20) };
        snprintf(file->name, sizeof file->name, "%s%u", prefix, (unsigned)k);
        files = file;
    }
    sink += (long)files->bytes;
}

/* Who is in two groups gets a mail once: each member of the first is looked for in the second.  Members join and leave. */
KIND(members_of_both_groups, 1.9, 1, 12000, 45000)
{
    enum { GROUPS = 50, MAILS = 260 };
    struct group {
        size_t used, room;
        struct member {
            uint32_t person, since;
            struct item item;
        } *member;
    } group[GROUPS];
    for (size_t g = 0; g < GROUPS; g++) {
        group[g] = (struct group){ .room = 10 + n / (4 + 3 * g) };
        group[g].member = get(group[g].room * sizeof *group[g].member);
    }
    for (int mail = 0; mail < MAILS; mail++) {
        for (struct group *g = group; g < group + GROUPS; g++)
            for (size_t change = 0; change < 2 + g->room / (mail < MAILS / 3 ? 70 : 400); change++)
                if (g->used > 0 && draw(4) == 0) {
                    size_t left = draw((uint32_t)g->used);
                    g->member[left] = g->member[--g->used];
                } else if (g->used < g->room) {
                    g->member[g->used].person = skewed((uint32_t)n);
                    g->member[g->used++].since = (uint32_t)mail;
                }
        const struct group *first = &group[draw(GROUPS)], *second = &group[draw(2) ? skewed(GROUPS) : draw(GROUPS)];
        size_t both = 0;
        for (size_t i = 0; i < first->used; i++) {
            size_t place = 0;
#pragma algoprof loop name(members)
            while (place < second->used && second->member[place].person != first->member[i].person)
                place++;
            both += place < second->used;
        }
        sink += (long)both;
    }
}

/* Letters are made of templates: the next place to fill is looked for from the start of what there is, until there is none. */
KIND(letters_are_filled, 1.9, 1, 120000, 400000)
{
    enum { LETTERS = 9 };
    for (size_t letter = 1; letter <= LETTERS; letter++) {
        size_t length = letter % 3 ? n / 40 + skewed((uint32_t)n / 8) : n * letter / LETTERS, places = 0;
        char *text = get(2 * length + 100);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(i % 7 == 3 ? ' ' : 'a' + (i * 31 + letter) % 26);
        for (size_t at = 20; at + 400 < length; at += 150 + sizeof(struct item) + skewed(500), places++)
            memcpy(text + at, draw(3) ? "{{name}}" : "{{city}}", 8);
        for (;;) {
            size_t at = 0;
#pragma algoprof loop name(text)
            while (at < length && (text[at] != '{' || text[at + 1] != '{'))
                at++;
            if (at == length)
                break;
            char value[40];
            int written = snprintf(value, sizeof value, "%s%u", text[at + 2] == 'n' ? "Smith" : "Springfield ", skewed(100000));
            memmove(text + at + written, text + at + 8, length - at - 8 + 1);
            memcpy(text + at, value, (size_t)written);
            length = length + (size_t)written - 8;
        }
        sink += (long)(length + places);
        free(text);
    }
}
