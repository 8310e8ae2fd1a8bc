// By formula: C++'s heap, exceptions, and calls that may throw: their results
// are recorded on the way on.
/* exact allocated: instances 8, size 40, union 40 */
/* exact arrays: instances 8, size 40, union 40 */
/* exact thrown: instances 8, size 40, union 40 */
/* exact read: instances 8, size 8, union 8, external 60 */
/* exact grown: instances 8, size 40, union 40 */
#include "judge.h"
#include <cstdio>
#include <new>
#include <unistd.h>
#include <vector>

struct alignas(64) line
{
    int v[16];
};
struct failure
{
    int code;
};
static volatile long dropped;

struct guard
{
    ~guard() { dropped = dropped + 1; }
};

int numbers[10], ends[2];
char text[8];

__attribute__((noinline)) static void fail(int code)
{
    throw failure { code };
}

int main()
{
    long sum = 0;
    int right, left;
    if (pipe(ends))
        return 1;
    right = ends[0], left = ends[1];
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(allocated)
        for (int i = 0; i < n; i++) {
            int *p = new int(numbers[i]);
            line *q = new line;
            q->v[3] = *p;
            asm volatile("" : "+r"(p), "+r"(q) : : "memory");
            sum += *p + q->v[3];
            delete p;
            delete q;
        }
#pragma algoprof loop name(arrays)
        for (int i = 0; i < n; i++) {
            long *p = new (std::nothrow) long[n];
            p[i] = numbers[i];
            asm volatile("" : "+r"(p) : : "memory");
            sum += p[i];
            delete[] p;
        }
#pragma algoprof loop name(thrown)
        for (int i = 0; i < n; i++)
            try {
                fail(numbers[i]);
            } catch (const failure &f) {
                sum += f.code;
            }
        (void)!write(left, "0123456789012345678901234567890123456789012345678901234567890", 60);
#pragma algoprof loop name(read)
        for (int i = 0; i < n; i++) {
            guard g;
            sum += read(right, text, opaque(6));
            sum += text[opaque(5)];
        }
#pragma algoprof loop name(grown)
        for (int i = 0; i < 1; i++) {
            std::vector<long> all;
            for (int j = 0; j < n; j++)
                all.push_back(numbers[j]);
            sum += all[opaque(7)];
        }
    }
    std::printf("%ld\n", sum);
}
