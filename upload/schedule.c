/* SPDX-License-Identifier: MIT */
#include "schedule.h"

#include <string.h>

#include <curl/curl.h>

int64_t schedule_delay(unsigned failures, double fraction)
{
    int64_t delay = SCHEDULE_FIRST_DELAY;
    for (unsigned i = 1; i < failures && delay < SCHEDULE_LAST_DELAY; i++)
        delay *= 2;
    if (delay > SCHEDULE_LAST_DELAY)
        delay = SCHEDULE_LAST_DELAY;
    return (int64_t)((double)delay * (0.75 + 0.5 * fraction));
}

int64_t schedule_retry_after(const char *value, int64_t now)
{
    int64_t wait = 0;
    value += strspn(value, " \t");
    size_t digits = strspn(value, "0123456789");
    if (digits > 0) {
        if (value[digits + strspn(value + digits, " \t\r\n")] != '\0')
            return -1;
        for (size_t i = 0; i < digits && wait < SCHEDULE_LONGEST_WAIT; i++)
            wait = wait * 10 + (value[i] - '0');
    } else {
        time_t date = curl_getdate(value, NULL);
        if (date == (time_t)-1)
            return -1;
        wait = (int64_t)date - now;
    }
    if (wait < 0)
        return 0;
    return wait < SCHEDULE_LONGEST_WAIT ? wait : SCHEDULE_LONGEST_WAIT;
}

/* Times are whole seconds: 61 apart is a minute at least. */
int64_t schedule_recent_wait(const struct schedule_recent *recent, int64_t now)
{
    int64_t oldest = recent->times[recent->next];
    if (oldest == 0 || oldest > now || now - oldest >= 61)
        return 0;
    return oldest + 61 - now;
}

void schedule_recent_add(struct schedule_recent *recent, int64_t now)
{
    recent->times[recent->next] = now;
    recent->next = (recent->next + 1) % SCHEDULE_PER_MINUTE;
}

bool schedule_is_due(int64_t moment, int64_t now)
{
    return moment <= now || moment - now > SCHEDULE_LONGEST_WAIT + SCHEDULE_LONGEST_WAIT / 4;
}
