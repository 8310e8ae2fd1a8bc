/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Debugging information and source files from the debuginfod servers that
 * $DEBUGINFOD_URLS names, by build-id.  Its client library is loaded when it is
 * needed; it keeps a cache of its own (see debuginfod-find (1)).  Servers that do not
 * answer for ten seconds, or as long as $DEBUGINFOD_TIMEOUT says, are not asked again:
 * both variables of this process are changed for that.
 */
#ifndef OFFLINE_SOURCE_SERVER_H
#define OFFLINE_SOURCE_SERVER_H

#include <elfutils/debuginfod.h>
#include <stdbool.h>

/* Of one thread, and one at a time. */
struct source_server;

/* NULL: no server is named, or the client library (libdebuginfod1) is not there. */
struct source_server *source_server_new(void);
void source_server_free(struct source_server *server);

/* Where the local copy is of the debugging information of a build (its id in
 * hexadecimal), or of a source file by its path as compiled; malloc'ed.  NULL: no
 * server has it.  May wait for the network. */
char *source_server_debug(struct source_server *server, const char *build);
char *source_server_file(struct source_server *server, const char *build, const char *path);

/* Before another client asks the same servers: it waits no longer, either.  server,
 * client: or NULL. */
void source_server_watch(struct source_server *server, debuginfod_client *client);
/* Behind that: did it find what it asked for? */
void source_server_answered(struct source_server *server, bool found);

#endif
