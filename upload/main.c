/* SPDX-License-Identifier: MIT
 *
 * algoprof-upload: sends the logs of shipped programs.  docs/spool.md is the agreement. */
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <curl/curl.h>

#include "common/mistyped.h"
#include "machine.h"
#include "spool_pass.h"

#define USUAL_INTERVAL 900

enum exit_code {
    EXIT_FINE = 0,
    EXIT_USAGE = 2,
    EXIT_LEFT = 3,
};

struct options {
    struct send_options send;
    const char *spool, *dump_to;
    bool dry_run, daemon, withdraw;
    long interval;              /* seconds; 0: not given */
    char **apps;
    size_t n_apps;
};

enum { KEY_PRESIGN = 0x100, KEY_SPOOL, KEY_CA, KEY_PROXY, KEY_HTTP, KEY_DUMP, KEY_DAEMON,
       KEY_INTERVAL, KEY_WITHDRAW, KEY_ROUND, KEY_PAUSE };

static const struct argp_option option_table[] = {
    { "url", 'u', "URL", 0, "Where to; %s stands for an object's name, else it is appended", 0 },
    { "presign-command", KEY_PRESIGN, "CMD", 0,
      "Instead: CMD NAME prints the URL to PUT the object NAME to", 0 },
    { "spool", KEY_SPOOL, "DIR", 0, "This folder instead of the application's", 0 },
    { "cacert", KEY_CA, "FILE", 0, "Certificates to verify the receiver with", 0 },
    { "proxy", KEY_PROXY, "URL", 0, "Proxy; else by the environment, as curl", 0 },
    { "insecure-http", KEY_HTTP, NULL, 0, "Allow http to other machines", 0 },
    { "round", KEY_ROUND, NULL, 0, "Send two significant digits of sizes and costs only", 0 },
    { "obey-pause", KEY_PAUSE, NULL, 0, "The receiver may ask that no logs are written for some days", 0 },
    { "dry-run", 'n', NULL, 0, "Only show what would be sent", 0 },
    { "dump-to", KEY_DUMP, "DIR", 0, "With --dry-run: write those bytes to files in DIR", 0 },
    { "daemon", KEY_DAEMON, NULL, 0, "Stay, and look again and again", 0 },
    { "interval", KEY_INTERVAL, "SECONDS", 0, "With --daemon: how often (900)", 0 },
    { "withdraw", KEY_WITHDRAW, NULL, 0,
      "Withdraw consent for APP: remove what is unsent, ask the receiver to delete the rest", 0 },
    { "verbose", 'v', NULL, 0, "Tell what is done", 0 },
    { 0 }
};

/* Those without an argument. */
static bool *flag_of(struct options *o, int key)
{
    switch (key) {
    case KEY_HTTP:
        return &o->send.insecure_http;
    case KEY_ROUND:
        return &o->send.round;
    case KEY_PAUSE:
        return &o->send.obey_pause;
    case 'n':
        return &o->dry_run;
    case KEY_DAEMON:
        return &o->daemon;
    case KEY_WITHDRAW:
        return &o->withdraw;
    case 'v':
        return &say_verbose;
    default:
        return NULL;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    char *end;
    bool *flag = flag_of(o, key);
    if (flag) {
        *flag = true;
        return 0;
    }
    switch (key) {
    case 'u':
        o->send.url = arg;
        return 0;
    case KEY_PRESIGN:
        o->send.presign = arg;
        return 0;
    case KEY_SPOOL:
        o->spool = arg;
        return 0;
    case KEY_CA:
        o->send.ca = arg;
        return 0;
    case KEY_PROXY:
        o->send.proxy = arg;
        return 0;
    case KEY_DUMP:
        o->dump_to = arg;
        return 0;
    case KEY_INTERVAL:
        errno = 0;
        o->interval = strtol(arg, &end, 10);
        if (errno || *end || end == arg || o->interval < 1 || o->interval > 7 * 86400)
            argp_failure(state, EXIT_USAGE, 0, "--interval: '%s' is not 1 to 604800 seconds", arg);
        return 0;
    case ARGP_KEY_ARGS:
        o->apps = state->argv + state->next;
        o->n_apps = (size_t)(state->argc - state->next);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "[APP...]",
    "Send the logs that shipped programs left in their spools; without APP all of the user's.\v"
    "Nothing is sent that the user has not agreed to, and at most 15 objects a minute. What cannot be "
    "sent is tried again at later passes, after 15 minutes to 8 hours, 6 times. "
    "Exit status: 0 fine, 2 wrong usage, 3 could not send all.",
    NULL, NULL, NULL
};

static int complain(const char *text)
{
    say("%s; see --help", text);
    return -1;
}

/* --dump-to before the spools are looked at: there may be nothing to write. */
static int check_folder(const char *folder)
{
    DIR *there = opendir(folder);
    if (!there) {
        say("--dump-to %s: %s", folder, strerror(errno));
        return -1;
    }
    closedir(there);
    return 0;
}

static int check_options(const struct options *o)
{
    char place[256];
    struct err err;
    if (o->send.url && o->send.presign)
        return complain("either --url or --presign-command");
    if (o->dump_to && !o->dry_run)
        return complain("--dump-to goes with --dry-run");
    if (o->interval && !o->daemon)
        return complain("--interval goes with --daemon");
    if (o->daemon && (o->dry_run || o->withdraw))
        return complain("--daemon goes neither with --dry-run nor --withdraw");
    if (o->withdraw && o->n_apps == 0 && !o->spool)
        return complain("--withdraw of which APP?");
    if (o->spool && o->n_apps > 1)
        return complain("--spool is the folder of one APP");
    for (size_t i = 0; i < o->n_apps; i++)
        if (!spool_is_app(o->apps[i]))
            return complain("an APP is 1 to 64 letters, digits, '.', '_', '-', the first no dot");
    if (o->send.url && send_place(&o->send, "name", place, sizeof place, &err) != 0)
        return complain(err.text);
    return o->dump_to ? check_folder(o->dump_to) : 0;
}

static enum pass_result worse(enum pass_result a, enum pass_result b)
{
    return a > b ? a : b;
}

/* *stands: consent could not be taken back, so that a pass would go on sending. */
static enum pass_result withdraw(const char *path, const char *app, bool *stands)
{
    struct spool spool;
    struct err err;
    int64_t when;
    enum spool_result opened = spool_open(&spool, path, app, &err);
    *stands = opened == SPOOL_ERROR;
    if (opened == SPOOL_NONE)
        return PASS_FINE;       /* the pass tells */
    int result = opened == SPOOL_FINE ? agree_withdraw(&spool, &err) : -1;
    if (result != 0)
        say("%s: %s", app, err.text);
    if (opened == SPOOL_FINE) {
        *stands = spool_consent(&spool) != CONSENT_NONE && !spool_withdrawn(&spool, &when);
        spool_close(&spool);
    }
    return result == 0 ? PASS_FINE : PASS_LEFT;
}

static enum pass_result run_one(const struct options *o, struct sender *sender, const char *path,
                                const char *app)
{
    if (o->dry_run)
        return pass_show(path, app, &o->send, o->dump_to);
    bool stands = false;
    enum pass_result result = o->withdraw ? withdraw(path, app, &stands) : PASS_FINE;
    return stands ? result : worse(result, pass_run(path, app, &o->send, sender));
}

static enum pass_result run_below(const struct options *o, struct sender *sender, const char *parent,
                                  const char *app)
{
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s/%s", parent, app) >= sizeof path)
        return PASS_USAGE;
    return run_one(o, sender, path, app);
}

static enum pass_result run_all(const struct options *o, struct sender *sender, const char *parent)
{
    enum pass_result result = PASS_FINE;
    DIR *folder = opendir(parent);
    if (!folder && errno != ENOENT) {
        say("%s: %s", parent, strerror(errno));
        return PASS_LEFT;
    }
    for (struct dirent *entry; folder && !host_stopping() && (entry = readdir(folder));)
        if (spool_is_app(entry->d_name) && entry->d_type != DT_REG)
            result = worse(result, run_below(o, sender, parent, entry->d_name));
    if (folder)
        closedir(folder);
    return result;
}

/* --spool: the folder's own name is the application's, unless it is told. */
static enum pass_result run_given(const struct options *o, struct sender *sender)
{
    char path[4096];
    size_t len = strlen(o->spool);
    while (len > 1 && o->spool[len - 1] == '/')
        len--;
    snprintf(path, sizeof path, "%.*s", (int)len, o->spool);
    const char *slash = strrchr(path, '/');
    const char *app = o->n_apps ? o->apps[0] : slash ? slash + 1 : path;
    if (spool_is_app(app))
        return run_one(o, sender, path, app);
    say("%s: not named as an application: name it, too", o->spool);
    return PASS_USAGE;
}

static enum pass_result run(const struct options *o, struct sender *sender)
{
    char parent[3072];
    struct err err;
    enum pass_result result = PASS_FINE;
    if (o->spool)
        return run_given(o, sender);
    if (spool_parent(parent, sizeof parent, &err) != 0) {
        say("%s", err.text);
        return PASS_USAGE;
    }
    if (o->n_apps == 0)
        return run_all(o, sender, parent);
    for (size_t i = 0; i < o->n_apps && !host_stopping(); i++)
        result = worse(result, run_below(o, sender, parent, o->apps[i]));
    return result;
}

/* A little longer each time, by chance: many machines shall not come at once. */
static void stay(const struct options *o, struct sender *sender)
{
    long interval = o->interval ? o->interval : USUAL_INTERVAL;
    do
        run(o, sender);
    while (host_sleep(interval + (int64_t)((double)interval * 0.1 * host_fraction())));
}

int main(int argc, char **argv)
{
    struct options o = { 0 };
    struct mistyped option;
    enum pass_result result = PASS_FINE;
    umask(077);
    argp_err_exit_status = EXIT_USAGE;
    argp_program_version = "algoprof-upload " UPLOAD_VERSION;
    if (mistyped_option(&argp, argc, argv, false, &option)) {
        say("no option '--%s'; did you mean '--%s'?", option.typed, option.meant);
        return EXIT_USAGE;
    }
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (check_options(&o) != 0)
        return EXIT_USAGE;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct sender *sender = sender_new();
    if (!sender) {
        say("out of memory");
        return EXIT_LEFT;
    }
    host_catch_signals();
    if (o.daemon)
        stay(&o, sender);
    else
        result = run(&o, sender);
    sender_free(sender);
    curl_global_cleanup();
    if (fflush(stdout) != 0) {
        say("cannot write the output: %s", strerror(errno));
        result = worse(result, PASS_LEFT);
    }
    return result == PASS_FINE ? EXIT_FINE : result == PASS_USAGE ? EXIT_USAGE : EXIT_LEFT;
}
