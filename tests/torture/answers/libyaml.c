/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that reads YAML by libyaml, as events and as documents, and writes both again. */
#include <yaml.h>
#include <stdio.h>

static long written;

static int
count (void *data, unsigned char *buffer, size_t size)
{
    (void) data;
    (void) buffer;
    written += (long) size;
    return 1;
}

static int
failed (const char *name, const yaml_parser_t *parser)
{
    fprintf (stderr, "%s:%zu: %s\n", name, parser->problem_mark.line + 1, parser->problem ? parser->problem : "?");
    return 1;
}

static int
begin (yaml_parser_t *parser, yaml_emitter_t *emitter, FILE *file)
{
    if (!yaml_parser_initialize (parser) || !yaml_emitter_initialize (emitter))
        return 1;
    yaml_parser_set_input_file (parser, file);
    yaml_emitter_set_output (emitter, count, NULL);
    return 0;
}

static void
end (yaml_parser_t *parser, yaml_emitter_t *emitter)
{
    yaml_parser_delete (parser);
    yaml_emitter_delete (emitter);
}

static int
events (const char *name, FILE *file)
{
    yaml_parser_t parser;
    yaml_emitter_t emitter;
    if (begin (&parser, &emitter, file))
        return 1;
    for (int more = 1; more;) {
        yaml_event_t event;
        if (!yaml_parser_parse (&parser, &event))
            return failed (name, &parser);
        more = event.type != YAML_STREAM_END_EVENT;
        if (!yaml_emitter_emit (&emitter, &event))
            return 1;
    }
    end (&parser, &emitter);
    return 0;
}

static int
documents (const char *name, FILE *file)
{
    yaml_parser_t parser;
    yaml_emitter_t emitter;
    if (begin (&parser, &emitter, file))
        return 1;
    yaml_emitter_open (&emitter);
    for (;;) {
        yaml_document_t document;
        if (!yaml_parser_load (&parser, &document))
            return failed (name, &parser);
        if (!yaml_document_get_root_node (&document))
            break;
        if (!yaml_emitter_dump (&emitter, &document))
            return 1;
    }
    yaml_emitter_close (&emitter);
    end (&parser, &emitter);
    return 0;
}

int
main (int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen (argv[1], "rb") : NULL;
    if (!file || events (argv[1], file))
        return 1;
    rewind (file);
    if (documents (argv[1], file))
        return 1;
    printf ("%ld bytes\n", written);
    return 0;
}
