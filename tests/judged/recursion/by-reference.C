/* Results by invisible reference: classes with constructors and destructors,
   whose addresses are kept. */
/* target all: instances 2, calls 46, longest 5 */
/* target reversed: instances 3, calls 28, longest 17 */
/* target self: instances 2, calls 17, longest 11 */
#include "twin.h"
#include <cstdio>
#include <string>
#include <vector>

__attribute__((algoprof)) static std::vector<std::string> all(int depth, char letter)
{
    RECURSION("all");
    std::vector<std::string> result;
    if (depth == 0)
        result.emplace_back(1, letter);
    else
        for (int side = 0; side < 2; side++)
            for (std::string &s : all(depth - 1, static_cast<char>(letter + side)))
                result.push_back(s + letter);
    return result;
}

__attribute__((algoprof)) static std::string reversed(std::string s)
{
    RECURSION("reversed");
    if (s.empty())
        return s;
    char first = s[0];
    return reversed(s.substr(1)) + first;
}

/* Knows where it lives. */
struct Self {
    const Self *here;
    int n;

    explicit Self(int i) : here(this), n(i) {}
    Self(const Self &other) : here(this), n(other.n) {}
};

__attribute__((algoprof)) static Self self(int n)
{
    RECURSION("self");
    return n == 0 ? Self(1) : self(n - 1);
}

int main()
{
    for (const std::string &s : all(opaque(4), 'a'))
        std::printf("%s ", s.c_str());
    std::printf("%zu\n", all(opaque(3), 'k').size());
    for (const char *s : { "recursive", "", "0123456789abcdef" })
        std::printf("%s\n", reversed(s).c_str());
    for (int n = 10; n > 0; n -= 5) {
        Self s = self(opaque(n));
        std::printf("%d %d\n", s.here == &s, s.n);
    }
    return 0;
}
