// Callers while and after exceptions go through frames.
#include <stdexcept>

volatile unsigned total;
static unsigned data[256];

extern "C" __attribute__((noipa)) void helper(unsigned n)
{
    unsigned s = 0;
#pragma algoprof loop name(helper)
    for (unsigned i = 0; i < n; i++)
        s += data[i & 255] ^ i;
    total += s;
}

extern "C" __attribute__((noipa)) void cleaned(void) { helper(201); total++; }
extern "C" __attribute__((noipa)) void caught(void) { helper(202); total++; }
extern "C" __attribute__((noipa)) void after(void) { helper(203); total++; }

struct guard {
    ~guard() { cleaned(); }
};

extern "C" __attribute__((noipa)) void thrower(int n)
{
    guard g;
    if (n)
        throw std::runtime_error("so");
    total++;
}

extern "C" __attribute__((noipa)) void catcher(void)
{
    try {
        thrower(1);
    } catch (const std::runtime_error &) {
        caught();
    }
    after();
    total++;
}

int main()
{
    catcher();
}
