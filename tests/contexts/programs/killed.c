/* Says how often it has flushed, until it is killed.  Each call of work calls leaf ten times. */
#include <algoprof/algoprof.h>
#include <stdio.h>

static volatile int sum;
static void leaf(int i) { sum += i; }
static void work(void)
{
    for (int i = 0; i < 10; i++)
        leaf(i);
}
int main(void)
{
    for (int n = 1;; n++) {
        work();
        algoprof_flush();
        printf("%d\n", n);
        fflush(stdout);
        work();
    }
}
