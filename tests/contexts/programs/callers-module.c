/* A module that has a target of its own; the test makes several, each with another number of iterations. */
volatile unsigned seen;

__attribute__((noipa)) static void module_helper(unsigned n)
{
#pragma algoprof loop name(module)
    for (unsigned i = 0; i < n; i++)
        seen += i;
}

__attribute__((noipa)) void enter(void)
{
    for (volatile unsigned i = 0; i < N % 7; i++)       /* code that is not alike */
        seen ^= N;
    module_helper(N);
    seen++;
}
