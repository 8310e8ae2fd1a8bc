/* SPDX-License-Identifier: MIT
 *
 * A word counter.  Each word is brought to lower case by a loop whose
 * condition asks for the word's length, and the length is counted anew each
 * time: for one word of n letters the caller's loop costs n, the callee's n^2.
 * The one long word of each run makes both visible.
 *
 *     main LETTERS [SEED]
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

class Word {
public:
    static constexpr std::size_t capacity = 1 << 16;

    explicit Word(const std::string &text) { std::strncpy(letters, text.c_str(), capacity - 1); }

    std::size_t length() const
    {
        std::size_t n = 0;

#pragma algoprof loop name(word_length)
        while (letters[n])
            n++;
        return n;
    }

    void lower()
    {
#pragma algoprof loop name(word_lower)
        for (std::size_t i = 0; i < length(); i++)
            if (letters[i] >= 'A' && letters[i] <= 'Z')
                letters[i] += 'a' - 'A';
    }

    std::string text() const { return letters; }

private:
    char letters[capacity] = "";
};

unsigned long state;

unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state >> 33) % below;
}

} // namespace

int main(int argc, char **argv)
{
    long length = argc > 1 ? std::atol(argv[1]) : 100;
    std::map<std::string, int> counts;
    unsigned long checksum = 0;
    std::string text;

    if (length < 1 || static_cast<std::size_t>(length) >= Word::capacity)
        return 2;
    state = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
    for (long i = 0; i < length; i++)
        text += static_cast<char>((draw(2) ? 'a' : 'A') + draw(26));
    Word word(text);
    word.lower();
    counts[word.text()]++;
    for (const auto &entry : counts)
        for (char c : entry.first)
            checksum = checksum * 31 + static_cast<unsigned char>(c);
    std::printf("words %zu checksum %lx\n", counts.size(), checksum);
    return 0;
}
