/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=*" } */
/* The first loop is gone on with behind the second, too: by its variables GCC takes it for two,
   one in the other.  It is one target. */
int data[100], part, sum;

void f(int n, int last)
{
    part = 0;
    for (int i = 0; i < n;) { /* { dg-note "loop in 'f' profiled" } */
        sum += data[i];
        i += 3;
        if (++part == last)
            while (i < n) /* { dg-note "loop in 'f' profiled" } */
                sum += data[i++];
    }
}

int other(const char *, int);

/* Gone on with in four places, and taken for three. */
int g(const char *p, const char *end, int options)
{
    int n = 0, last = 0;
    while (p < end) { /* { dg-note "loop in 'g' profiled" } */
        int c = (unsigned char)*p++;
        if (options & 2) {
            if (c == ' ')
                continue;
            if (c == '#') {
                while (p < end) { /* { dg-note "loop in 'g' profiled" } */
                    if (*p == '\n') {
                        p++;
                        break;
                    }
                    p++;
                    if (options & 1)
                        while (p < end && (*p & 0xc0) == 0x80) /* { dg-note "loop in 'g' profiled" } */
                            p++;
                }
                continue;
            }
        }
        if (c == '(' && end - p >= 2 && p[0] == '?' && p[1] == '#') {
            while (++p < end && *p != ')') /* { dg-note "loop in 'g' profiled" } */
                ;
            if (p >= end)
                return -1;
            p++;
            continue;
        }
        last = c;
        n += other(p, last);
    }
    return n;
}
