/* Included by sites.c, once for each OWN. */
static void OWN(alpha)(struct walk *w, int depth)
{
    if (goes(w, depth, 60))
        OWN(beta)(w, depth - 1);
    if (goes(w, depth, 25))
        OTHER(beta)(w, depth - 1);
    if (goes(w, depth, 25))
        OWN(alpha)(w, depth - 1);
    work(w, 1);
}
static void OWN(beta)(struct walk *w, int depth)
{
    work(w, 2);
    for (unsigned i = 0, n = draw(w) % 3; i < n; i++)
        if (goes(w, depth, 45))
            OWN(gamma)(w, depth - 1);
    if (goes(w, depth, 15))
        OTHER(delta)(w, depth - 1);
    if (goes(w, depth, 5))
        OWN(alpha)(w, depth - 1);
    work(w, 3);
}
static void OWN(gamma)(struct walk *w, int depth)
{
    if (goes(w, depth, 70)) {
        unsigned r = draw(w);
        any[r % 24 / 2](w, depth - 1);
    }
    if (goes(w, depth, 25))
        OWN(alpha)(w, depth - 1);
    else if (goes(w, depth, 25))
        OTHER(alpha)(w, depth - 1);
}
static void OWN(delta)(struct walk *w, int depth)
{
    int list[3] = { (int)draw(w), 7, depth };
    if (goes(w, depth, 50))
        qsort(list, 3, sizeof *list, compare);
    if (goes(w, depth, 60))
        OWN(gamma)(w, depth - 1);
    work(w, list[0]);
}
