/* SPDX-License-Identifier: GPL-3.0-or-later
 * For first-main.C and first-other.C: functions that both have. */
struct Reader {
    virtual ~Reader() {}
    virtual int read(const int *a, int i) const { return a[i] + 1; }
};
struct Adder {
    virtual int add(const int *a, int i) const { return a[i]; }
    virtual int twice(int n) const { return n * 2; }
};
struct Both : Reader, Adder {
    int add(const int *a, int i) const override { return a[i] + 2; }
    int twice(int n) const override { return n * 3; }
};

inline __attribute__((noinline)) int halved(int n)
{
    return n / 2;
}

// Called by its name; throws, and has a variable that there is one of.
inline __attribute__((noinline)) int checked(const int *a, int i)
{
    static int calls;
    try {
        if (i % 8 == 3)
            throw i;
        return a[i] + calls++ * 0;
    } catch (int) {
        return a[i];
    }
}

int called_there();
Both *make();
Adder *as_adder(Both *);
Reader *as_reader(Both *);
