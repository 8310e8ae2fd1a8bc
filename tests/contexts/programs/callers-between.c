/* A target in a unit of its own, -DHELPER. */
long helper(const int *a, int n);

#ifdef HELPER
long helper(const int *a, int n)
{
    long s = 0;
#pragma algoprof loop name(sum)
    for (int i = 0; i < n; i++)
        s += a[i] ^ i;
    return s;
}
#else
static int a[64];
static volatile long total;
__attribute__((noipa)) static void ask(int n) { total += helper(a, n); }
int main(void)
{
    for (int i = 0; i < 20; i++)
        ask(64);
    return 0;
}
#endif
