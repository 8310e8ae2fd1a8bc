/* SPDX-License-Identifier: MIT */
#include "send.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>

#include "machine.h"
#include "object_url.h"

#define CONNECT_SECONDS 30L
#define SLOW_SECONDS 60L        /* without a byte */
#define TOTAL_SECONDS 600L
#define REDIRECTS 5L
#define ANSWER_ROOM 4096        /* of an answer's header and body, to look for a word */

struct sender {
    CURL *curl;
    const struct object *object;
    size_t sent;
    char answer[ANSWER_ROOM];
    size_t answer_size;
    int64_t retry_after;
    struct paused_asked asked;
    struct schedule_recent recent;
};

static size_t give(char *to, size_t size, size_t n, void *data)
{
    struct sender *s = data;
    size_t left = s->object->size - s->sent, take = size * n < left ? size * n : left;
    memcpy(to, s->object->bytes + s->sent, take);
    s->sent += take;
    return take;
}

static int rewind_to(void *data, curl_off_t offset, int origin)
{
    struct sender *s = data;
    if (origin != SEEK_SET || offset < 0 || (size_t)offset > s->object->size)
        return CURL_SEEKFUNC_FAIL;
    s->sent = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

static size_t take_answer(char *from, size_t size, size_t n, void *data)
{
    struct sender *s = data;
    size_t room = ANSWER_ROOM - 1 - s->answer_size, take = size * n < room ? size * n : room;
    memcpy(s->answer + s->answer_size, from, take);
    s->answer_size += take;
    s->answer[s->answer_size] = '\0';
    return size * n;
}

/* Whether a header's line is of that name, with its colon; then its value, cut to the room. */
static bool header_value(const char *name, const char *line, size_t size, char *value, size_t room)
{
    size_t len = strlen(name);
    if (size <= len || strncasecmp(line, name, len) != 0)
        return false;
    snprintf(value, room, "%.*s", (int)(size - len), line + len);
    return true;
}

/* A new status line begins the next answer: after a redirection, or a 100. */
static size_t take_header(char *from, size_t size, size_t n, void *data)
{
    struct sender *s = data;
    char value[192];
    if (size * n >= 5 && strncmp(from, "HTTP/", 5) == 0) {
        s->answer_size = 0;
        s->retry_after = -1;
        s->asked.n = 0;
    }
    if (header_value("Retry-After:", from, size * n, value, sizeof value))
        s->retry_after = schedule_retry_after(value, host_now());
    if (header_value(ASPOOL_PAUSE_HEADER, from, size * n, value, sizeof value))
        paused_take(&s->asked, value);
    return take_answer(from, size, n, data);
}

static int progress(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)data, (void)a, (void)b, (void)c, (void)d;
    return host_stopping();
}

struct sender *sender_new(void)
{
    struct sender *sender = calloc(1, sizeof *sender);
    if (sender && !(sender->curl = curl_easy_init())) {
        free(sender);
        return NULL;
    }
    return sender;
}

struct schedule_recent *sender_recent(struct sender *sender)
{
    return &sender->recent;
}

void sender_free(struct sender *sender)
{
    if (sender)
        curl_easy_cleanup(sender->curl);
    free(sender);
}

/* As the curl program finds them; libcurl itself does not look at the first. */
static const char *environment_ca(void)
{
    const char *ca = getenv("CURL_CA_BUNDLE");
    if (!ca || !*ca)
        ca = getenv("SSL_CERT_FILE");
    return ca && *ca ? ca : NULL;
}

static void set_safety(CURL *curl, const struct send_options *options)
{
    const char *ca = options->ca ? options->ca : environment_ca();
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, REDIRECTS);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, ca);
    if (options->proxy)
        curl_easy_setopt(curl, CURLOPT_PROXY, options->proxy);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, SLOW_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, TOTAL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
}

static struct curl_slist *make_headers(const struct object *object)
{
    char type[64];
    snprintf(type, sizeof type, "Content-Type: %s", object->type);
    /* Objects are small; and the first of a name stays. */
    const char *const lines[] = { type, "Expect:", "If-None-Match: *" };
    struct curl_slist *list = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct curl_slist *more = curl_slist_append(list, lines[i]);
        if (!more) {
            curl_slist_free_all(list);
            return NULL;
        }
        list = more;
    }
    return list;
}

static void set_object(struct sender *s, const char *url, struct curl_slist *headers)
{
    curl_easy_setopt(s->curl, CURLOPT_URL, url);
    curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(s->curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(s->curl, CURLOPT_USERAGENT, "algoprof-upload/" UPLOAD_VERSION);
    curl_easy_setopt(s->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)s->object->size);
    curl_easy_setopt(s->curl, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(s->curl, CURLOPT_READDATA, s);
    curl_easy_setopt(s->curl, CURLOPT_SEEKFUNCTION, rewind_to);
    curl_easy_setopt(s->curl, CURLOPT_SEEKDATA, s);
    curl_easy_setopt(s->curl, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(s->curl, CURLOPT_WRITEDATA, s);
    curl_easy_setopt(s->curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(s->curl, CURLOPT_HEADERDATA, s);
}

/* 409 is said for an object that is there (then with a word for it), for two at the
 * same moment, and by nginx for a missing folder: only the first is as good as done. */
static enum send_kind judge_status(const struct sender *s, long status)
{
    if (status >= 200 && status < 300)
        return SEND_DONE;
    switch (status) {
    case 412:                   /* our If-None-Match */
        return SEND_DONE;
    case 409:
        return strstr(s->answer, "AlreadyExists") ? SEND_DONE : SEND_FAILED;
    case 429:
    case 503:
        return SEND_BUSY;
    case 407:                   /* a proxy's */
        return SEND_UNREACHABLE;
    case 408:
    case 425:
        return SEND_FAILED;
    default:
        return status >= 400 && status < 500 ? SEND_REFUSED : SEND_FAILED;
    }
}

static enum send_kind judge_error(CURLcode code)
{
    switch (code) {
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_TOO_MANY_REDIRECTS:
        return SEND_FAILED;
    case CURLE_ABORTED_BY_CALLBACK:
        return SEND_STOPPED;
    default:
        return SEND_UNREACHABLE;
    }
}

/* A redirection may have made a GET of our PUT, whose answer says nothing. */
static bool was_put(CURL *curl)
{
    char *method = NULL;
    return curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_METHOD, &method) != CURLE_OK || !method ||
           strcmp(method, "PUT") == 0;
}

/* What the receiver itself said: libcurl verified its certificate, or there is no answer. */
static bool was_verified(CURL *curl)
{
    char *scheme = NULL;
    long trouble = 1;
    return curl_easy_getinfo(curl, CURLINFO_SCHEME, &scheme) == CURLE_OK && scheme &&
           strcasecmp(scheme, "https") == 0 &&
           curl_easy_getinfo(curl, CURLINFO_SSL_VERIFYRESULT, &trouble) == CURLE_OK && trouble == 0;
}

static void perform(struct sender *s, const char *url, const char *place,
                    const struct send_options *options, struct send_outcome *outcome)
{
    char why[CURL_ERROR_SIZE] = "";
    struct curl_slist *headers = make_headers(s->object);
    curl_easy_reset(s->curl);
    set_safety(s->curl, options);
    set_object(s, url, headers);
    curl_easy_setopt(s->curl, CURLOPT_ERRORBUFFER, why);
    s->sent = s->answer_size = 0;
    s->answer[0] = '\0';
    s->retry_after = -1;
    s->asked.n = 0;
    CURLcode code = headers ? curl_easy_perform(s->curl) : CURLE_OUT_OF_MEMORY;
    curl_easy_getinfo(s->curl, CURLINFO_RESPONSE_CODE, &outcome->status);
    /* An answer counts even if the line was cut before we had sent, or read, it all. */
    if (code == CURLE_OK || outcome->status / 100 == 2 || outcome->status >= 400) {
        outcome->kind = was_put(s->curl) ? judge_status(s, outcome->status) : SEND_FAILED;
        outcome->retry_after = s->retry_after;
        if (was_verified(s->curl))
            outcome->asked = s->asked;
        snprintf(outcome->text, sizeof outcome->text, "%s: status %ld", place, outcome->status);
    } else {
        outcome->status = 0;
        outcome->kind = judge_error(code);
        snprintf(outcome->text, sizeof outcome->text, "%s: %s", place,
                 *why ? why : curl_easy_strerror(code));
    }
    curl_slist_free_all(headers);
}

void send_object(struct sender *sender, const struct send_options *options,
                 const struct object *object, struct send_outcome *outcome)
{
    char place[256];
    bool temporary;
    struct err err;
    *outcome = (struct send_outcome){ .kind = SEND_IMPOSSIBLE, .retry_after = -1 };
    sender->object = object;
    char *url = url_of_object(options, object->name, &temporary, &err);
    if (url && url_check(url, options->insecure_http, place, sizeof place, &err) == 0) {
        perform(sender, url, place, options, outcome);
    } else {
        if (!url && temporary)
            outcome->kind = SEND_UNREACHABLE;
        snprintf(outcome->text, sizeof outcome->text, "%s", err.text);
    }
    free(url);
}
