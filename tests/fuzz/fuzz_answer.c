/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A receiver's answer: two bytes of a status, then lines of its header, up to an empty
 * one, and its body, in pieces. */
#include <stdlib.h>
#include <string.h>

#include "../../upload/send.c"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sender sender;
    long status = size >= 2 ? data[0] * 4 + data[1] % 4 : 0;
    bool body = false;
    sender.answer_size = 0;
    sender.answer[0] = '\0';
    sender.retry_after = -1;
    for (size_t at = size >= 2 ? 2 : size; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end ? (size_t)(end - data) + 1 - at : size - at;
        char *line = malloc(n);         /* its end is seen */
        if (!line)
            abort();
        memcpy(line, data + at, n);
        if ((body ? take_answer : take_header)(line, 1, n, &sender) != n)
            abort();
        body |= n == 1 || (n == 2 && line[0] == '\r');
        free(line);
        at += n;
        if (sender.answer_size >= sizeof sender.answer || sender.answer[sender.answer_size] != '\0' ||
            sender.retry_after < -1 || sender.retry_after > SCHEDULE_LONGEST_WAIT)
            abort();
    }
    enum send_kind kind = judge_status(&sender, status);
    if ((status >= 200 && status < 300) != (kind == SEND_DONE) && status != 412 && status != 409)
        abort();
    return 0;
}
