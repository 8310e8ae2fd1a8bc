/* SPDX-License-Identifier: GPL-3.0-or-later
 * Held out: written last, judged only.  Do not tune anything on these. */
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
#include "kinds.h"

struct entry {
    std::string name;
    int value;
};

KIND(vector_looked_up, 2, 1, 60, 1200)
{
    std::vector<entry> all;
    for (size_t k = 0; k < n; k++) {
        std::string name = "key" + std::to_string(draw(4 * n));
        size_t i = 0;
#pragma algoprof loop
        for (; i < all.size(); i++)
            if (all[i].name == name)
                break;
        if (i == all.size())
            all.push_back({ name, (int)k });
    }
    sink += (long)all.size();
}

KIND(list_of_values, 2, 1, 100, 2000)
{
    std::list<item> all;
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(1u << 30);
        bool known = false;
#pragma algoprof loop
        for (const item &one : all)
            if (one.key == key) {
                known = true;
                break;
            }
        if (!known)
            all.push_back(item { key });
    }
    sink += (long)all.size();
}

KIND(map_insertions, 1, 0, 300, 6000)
{
    std::map<int, item> all;
#pragma algoprof loop
    for (size_t k = 0; k < n; k++)
        all[(int)draw(1u << 30)].key++;
    sink += (long)all.size();
}

KIND(erase_front, 1, 1, 200, 4000)
{
    std::vector<item> all(n);
#pragma algoprof loop
    while (!all.empty())
        all.erase(all.begin());
    sink += (long)all.size();
}

KIND(words_counted, 1, 0, 300, 8000)
{
    std::unordered_map<std::string, int> count;
    std::vector<std::string> words;
    for (size_t k = 0; k < n; k++)
        words.push_back("w" + std::to_string(draw(n)));
    for (const std::string &word : words) {
        unsigned long hash = 5381;
#pragma algoprof loop
        for (char c : word)
            hash = hash * 33 + (unsigned char)c;
        count[word] += (int)(hash & 1);
    }
    sink += (long)count.size();
}
