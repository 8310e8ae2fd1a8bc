/* SPDX-License-Identifier: MIT */
#include "object_url.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>

#include <curl/curl.h>

#define URL_MAX 8192

static char *expand(const char *url, const char *name)
{
    const char *here = strstr(url, "%s");
    size_t room = strlen(url) + strlen(name) + 2;
    char *result = malloc(room);
    if (result && here)
        snprintf(result, room, "%.*s%s%s", (int)(here - url), url, name, here + 2);
    else if (result)
        snprintf(result, room, "%s%s%s", url, url[0] && url[strlen(url) - 1] == '/' ? "" : "/", name);
    return result;
}

char *url_read(FILE *out, struct err *err)
{
    char *url = calloc(1, URL_MAX);
    if (!url) {
        err_set(err, "out of memory");
        return NULL;
    }
    bool got = fgets(url, URL_MAX, out) != NULL;
    /* The rest, so that the command can end well. */
    while (fgetc(out) != EOF)
        ;
    url[strcspn(url, "\r\n")] = '\0';
    if (!got || !*url) {
        err_set(err, "the command that signs gave no URL");
        free(url);
        return NULL;
    }
    return url;
}

/* The name is digits and letters: nothing in it for the shell. */
static char *ask_command(const char *command, const char *name, struct err *err)
{
    char *line = NULL, *url = NULL;
    if (asprintf(&line, "%s %s", command, name) < 0) {
        err_set(err, "out of memory");
        return NULL;
    }
    FILE *out = popen(line, "re");
    free(line);
    if (out)
        url = url_read(out, err);
    int status = out ? pclose(out) : -1;
    if (status != 0) {
        err_set(err, "the command that signs gave no URL (status %d)",
                status > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : status);
        free(url);
        url = NULL;
    }
    return url;
}

char *url_of_object(const struct send_options *options, const char *name, bool *temporary,
                 struct err *err)
{
    *temporary = true;
    if (options->presign)
        return ask_command(options->presign, name, err);
    *temporary = false;
    char *url = options->url ? expand(options->url, name) : NULL;
    if (!url)
        err_set(err, "nowhere to send to: --url, or url = in the operator's file");
    return url;
}

static bool is_loopback(const char *host)
{
    struct in_addr v4;
    struct in6_addr v6;
    char text[64];
    if (strcasecmp(host, "localhost") == 0)
        return true;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == 127;
    snprintf(text, sizeof text, "%s", host[0] == '[' ? host + 1 : host);
    text[strcspn(text, "]")] = '\0';
    return inet_pton(AF_INET6, text, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

static int check_parts(CURLU *parts, bool insecure_http, char *place, size_t room, struct err *err)
{
    char *scheme = NULL, *host = NULL, *port = NULL, *path = NULL;
    int result = -1;
    if (curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) != 0 ||
        curl_url_get(parts, CURLUPART_HOST, &host, 0) != 0 ||
        curl_url_get(parts, CURLUPART_PATH, &path, 0) != 0) {
        err_set(err, "no URL that can be used");
    } else {
        curl_url_get(parts, CURLUPART_PORT, &port, 0);
        snprintf(place, room, "%s://%s%s%s%s", scheme, host, port ? ":" : "", port ? port : "", path);
        if (strcmp(scheme, "https") == 0)
            result = 0;
        else if (strcmp(scheme, "http") != 0)
            err_set(err, "%s: neither https nor http", place);
        else if (insecure_http || is_loopback(host))
            result = 0;
        else
            err_set(err, "%s: http to another machine is not safe; use https, or --insecure-http", place);
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(path);
    return result;
}

int url_check(const char *url, bool insecure_http, char *place, size_t room, struct err *err)
{
    CURLU *parts = curl_url();
    if (!parts)
        return err_set(err, "out of memory");
    CURLUcode code = curl_url_set(parts, CURLUPART_URL, url, 0);
    int result = code == 0 ? check_parts(parts, insecure_http, place, room, err)
                           : err_set(err, "no URL that can be used: %s", curl_url_strerror(code));
    curl_url_cleanup(parts);
    return result;
}

int send_place(const struct send_options *options, const char *name, char *place, size_t room,
               struct err *err)
{
    bool temporary;
    if (options->presign) {
        snprintf(place, room, "the URL that is signed for %s", name);
        return 0;
    }
    char *url = url_of_object(options, name, &temporary, err);
    int result = url ? url_check(url, options->insecure_http, place, room, err) : -1;
    free(url);
    return result;
}
