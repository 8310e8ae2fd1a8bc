/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libpq, loaded when the first PostgreSQL database is opened.  Linked, it would bring two dozen
 * libraries into every run of the tool.
 */
#ifndef ALGOPROF_STORE_LIBPQ_H
#define ALGOPROF_STORE_LIBPQ_H

#include <libpq-fe.h>

#include "base/util.h"

#define LIBPQ_FUNCTIONS(F) \
    F(PQclear) F(PQconnectPoll) F(PQconnectStart) F(PQerrorMessage) F(PQexec) F(PQfinish) F(PQftype) \
    F(PQgetResult) F(PQgetisnull) F(PQgetlength) F(PQgetvalue) F(PQnfields) F(PQputCopyData) \
    F(PQputCopyEnd) F(PQresultErrorMessage) F(PQresultStatus) F(PQsendQueryParams) F(PQsetClientEncoding) \
    F(PQsetNoticeProcessor) F(PQsetSingleRowMode) F(PQsocket) F(PQstatus)

#define LIBPQ_MEMBER(function) __typeof__(function) *function;
struct libpq {
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
};
#undef LIBPQ_MEMBER

/* All members are set after libpq_load returned 0. */
extern struct libpq libpq;

/* Returns 0, or -1 with an error that names the missing library or function.  Not for several threads at once. */
int libpq_load(struct err *err);

#endif
