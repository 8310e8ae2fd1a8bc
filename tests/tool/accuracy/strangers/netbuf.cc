// SPDX-License-Identifier: GPL-3.0-or-later
// A client that appends what arrives to a string and looks for the end of the message from the start each time.
#include <cstdio>
#include <string>
#include "rnd.h"
static long end_of_message(const std::string &b)
{
    int nl = 0;
#pragma algoprof loop name(netbuf)
    for (size_t i = 0; i < b.size(); i++) {
        if (b[i] == '\r')
            continue;
        if (b[i] != '\n')
            nl = 0;
        else if (++nl == 2)
            return long(i);
    }
    return -1;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]), messages = 0;
    rnd_seed(atoi(argv[2]));
    size_t bytes = 0;
    std::string in;
    unsigned left = 5; // pieces of the present message; some messages are long
    for (unsigned i = 0; i < n; i++) {
        in += "Header-" + std::to_string(i) + ": " + std::string(20 + rnd_n(60), 'v') + "\r\n";
        if (!--left || i == n - 1) {
            in += "\r\n";
            left = rnd_n(30) ? 3 + rnd_n(40) : 1 + rnd_n(n / 3);
        }
        long e = end_of_message(in);
        if (e >= 0) {
            messages++;
            bytes += e;
            in.erase(0, e + 1);
        }
    }
    std::printf("%u %zu\n", messages, bytes);
}
