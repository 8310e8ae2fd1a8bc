/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words of the same letters: each word's letters are compared with those of all groups so far. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Group {
    std::string letters;
    std::vector<std::string> words;
};
static unsigned long state = 77;

static unsigned next_random()
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return unsigned(state >> 33);
}

static std::string make_word()
{
    std::string word;
    unsigned length = 4 + next_random() % 5;
    while (word.size() < length)
        word += char('a' + next_random() % 20);
    return word;
}

static std::vector<std::string> make_words(int n)
{
    std::vector<std::string> words;
    for (int i = 0; i < n; i++) {
        words.push_back(make_word());
        if (i % 4 == 3)
            std::next_permutation(words.back().begin(), words.back().end());
    }
    return words;
}

static Group *find(std::vector<Group> &groups, const std::string &letters)
{
    for (size_t i = 0; i < groups.size(); i++)
        if (groups[i].letters == letters)
            return &groups[i];
    return nullptr;
}

static std::vector<Group> gather(const std::vector<std::string> &words)
{
    std::vector<Group> groups;
    for (const auto &word : words) {
        std::string letters = word;
        std::sort(letters.begin(), letters.end());
        Group *group = find(groups, letters);
        if (!group) {
            groups.push_back({ letters, {} });
            group = &groups.back();
        }
        group->words.push_back(word);
    }
    return groups;
}

static size_t longest(const std::vector<std::string> &words)
{
    size_t most = 0;
    for (const auto &word : words)
        most = std::max(most, word.size());
    return most;
}

static long vowels(const std::vector<std::string> &words)
{
    long n = 0;
    for (const auto &word : words)
        for (char c : word)
            n += c == 'a' || c == 'e' || c == 'i' || c == 'o';
    return n;
}

static size_t largest(const std::vector<Group> &groups)
{
    size_t most = 0;
    for (const auto &group : groups)
        most = std::max(most, group.words.size());
    return most;
}

int main(int argc, char **argv)
{
    auto words = make_words(argc > 1 ? std::atoi(argv[1]) : 100);
    auto groups = gather(words);
    std::sort(words.begin(), words.end());
    std::printf("%zu %zu %zu %ld %s\n", groups.size(), largest(groups), longest(words), vowels(words), words[0].c_str());
}
