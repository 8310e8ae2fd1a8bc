/* SPDX-License-Identifier: MIT
 * What is said when the process ends. */
#include "base/options.h"
#include "base/text.h"
#include "base/say.h"
#include "core/state.h"
#include "log/log.h"
#include "process/process.h"
#include "sample/sample.h"

void rt_exit_message(bool written, uint64_t instances)
{
    static char text[4096 + 512] RT_LARGE, complaint[256] RT_LARGE;
    struct rt_out line = { text, 0, sizeof text, false };
    if (!rt_options.verbose)
        return;
    rt_put_text(&line, "algoprof: ");
    if (written) {
        rt_put_text(&line, rt_file_name());
        rt_put_text(&line, ": ");
        rt_put_number(&line, instances);
        rt_put_text(&line, instances == 1 ? " instance of " : " instances of ");
        rt_put_number(&line, rt_target_count);
        rt_put_text(&line, rt_target_count == 1 ? " target" : " targets");
    } else {
        rt_put_text(&line, "no log written");
        if (*rt_file_name()) {
            rt_put_text(&line, ": cannot make ");
            rt_put_text(&line, rt_file_name());
        }
    }
    size_t n = rt_options_complaint(complaint, sizeof complaint - 1);
    complaint[n] = '\0';
    rt_put_text(&line, n ? "; malformed and ignored:" : "");
    rt_put_text(&line, complaint);
    rt_put_text(&line, "\n");
    rt_say(text, line.len);
}
