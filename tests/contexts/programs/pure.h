/* Functions that GCC knows to read only: declared so, and found so. */
int declared(int n) __attribute__((const));
int here(const int *a, int n);
int there(const int *a, int n);

inline __attribute__((noinline)) int half(int n) { return n / 2; }
inline __attribute__((noinline)) int twice(int n) { return half(4 * n); }
