/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that reads XML by expat: counts elements, attributes and letters, with and without namespaces. */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

struct counts {
    long elements, attributes, letters, depth, deepest;
};

static void XMLCALL
start (void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct counts *c = data;
    (void) name;
    c->elements++;
    for (; *attributes; attributes += 2)
        c->attributes++;
    if (++c->depth > c->deepest)
        c->deepest = c->depth;
}

static void XMLCALL
end (void *data, const XML_Char *name)
{
    struct counts *c = data;
    (void) name;
    c->depth--;
}

static void XMLCALL
letters (void *data, const XML_Char *text, int length)
{
    struct counts *c = data;
    (void) text;
    c->letters += length;
}

static int
parse (const char *name, XML_Parser parser)
{
    static char buffer[16384];
    struct counts c = {0};
    FILE *file = fopen (name, "rb");
    if (!file || !parser)
        return 1;
    XML_SetUserData (parser, &c);
    XML_SetElementHandler (parser, start, end);
    XML_SetCharacterDataHandler (parser, letters);
    size_t got;
    do {
        got = fread (buffer, 1, sizeof buffer, file);
        if (XML_Parse (parser, buffer, (int) got, got < sizeof buffer) == XML_STATUS_ERROR) {
            fprintf (stderr, "%s:%lu: %s\n", name, (unsigned long) XML_GetCurrentLineNumber (parser),
                     XML_ErrorString (XML_GetErrorCode (parser)));
            return 1;
        }
    } while (got == sizeof buffer);
    printf ("%ld elements, %ld attributes, %ld letters, %ld deep\n", c.elements, c.attributes, c.letters, c.deepest);
    XML_ParserFree (parser);
    fclose (file);
    return 0;
}

int
main (int argc, char **argv)
{
    return argc < 2 || parse (argv[1], XML_ParserCreate (NULL)) || parse (argv[1], XML_ParserCreateNS (NULL, '|'));
}
