/* pthread_exit inside the recursion, on threads of their own; the next thread
   finds everything as it was. */
/* target sink: instances 7, calls 59, longest 11 */
/* cut: the thread ends inside */
#include "twin.h"
#include <pthread.h>
#include <stdio.h>

static int sums[8];

__attribute__((algoprof)) static int sink(int n, int bottom)
{
    RECURSION("sink");
    if (n == bottom)
        pthread_exit(&sums[n]);
    return n == 0 ? 0 : sink(n - 1, bottom) + n;
}

static void *work(void *which)
{
    int bottom = *(int *)which;
    *(int *)which = sink(opaque(10), -1);
    *(int *)which += sink(opaque(8), bottom);
    return which;
}

int main(void)
{
    static int bottoms[3] = { 5, -1, 7 };
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        void *result;
        if (pthread_create(&thread, NULL, work, &bottoms[i]) != 0)
            return 1;
        pthread_join(thread, &result);
        printf("%d %d\n", bottoms[i], result == &bottoms[i]);
    }
    printf("%d\n", sink(opaque(10), -1));
    return 0;
}
