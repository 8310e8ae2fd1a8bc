/* A program with an allocator of its own, in another unit (-DALLOCATOR). */
#include <stddef.h>
#include <string.h>

#ifdef ALLOCATOR
static char room[1 << 20];
static size_t used;
__attribute__((noipa)) static void *carve(size_t n) { void *p = room + used; used += (n + 15) & ~(size_t)15; return p; }
__attribute__((noipa)) void *malloc(size_t n) { return carve(n); }
void *calloc(size_t n, size_t size) { return memset(carve(n * size), 0, n * size); }
void *realloc(void *p, size_t n) { void *q = malloc(n); return p ? memcpy(q, p, n) : q; }
void free(void *p) { (void)p; }
#else
#include <stdlib.h>
static void *volatile kept;
__attribute__((noipa)) static void grab(void) { kept = malloc(24); free(kept); }
__attribute__((noipa)) static void clear(void) { kept = calloc(3, 8); }
__attribute__((noipa)) static void widen(void) { kept = realloc(kept, 40); }
static int order(const void *a, const void *b) { grab(); return *(const char *)a - *(const char *)b; }
int main(void)
{
    char text[] = "contexts";
    for (int i = 0; i < 10; i++) {
        grab();
        clear();
        widen();
    }
    qsort(text, sizeof text - 1, 1, order);
    return 0;
}
#endif
