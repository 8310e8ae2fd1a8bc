// SPDX-License-Identifier: GPL-3.0-or-later
// A mail template: placeholders are replaced one after the other, and each is looked for in the whole text; then the text is logged.
#include <cstdio>
#include <string>
#include "rnd.h"
static bool replace_first(std::string &text, const std::string &key, const std::string &by)
{
    size_t at = std::string::npos;
#pragma algoprof loop name(strrep)
    for (size_t i = 0; i + key.size() <= text.size(); i++)
        if (text[i] == key[0] && text.compare(i, key.size(), key) == 0) {
            at = i;
            break;
        }
    if (at == std::string::npos)
        return false;
    text.replace(at, key.size(), by);
    return true;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::string t;
    unsigned done = 0;
    for (unsigned i = 0; i < n; i++) {
        t += std::string(10 + rnd_n(80), 'a' + i % 26) + (rnd_n(4) ? " " : " $") + "{" + std::to_string(i) + "}, ";
        if (rnd_n(3) == 0)
            t += "$"
                 "{" +
                 std::to_string(rnd_n(n)) + "}\n";
    }
    for (unsigned i = 0; i < n; i++) {
        std::string k = "$"
                        "{" +
                        std::to_string(rnd_n(5) ? i : rnd_n(n)) + "}";
        while (replace_first(t, k, "value " + std::to_string(i * 17)))
            done++;
    }
    std::printf("%u %zu\n", done, t.size());
}
