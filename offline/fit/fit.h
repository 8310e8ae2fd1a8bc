/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fits cost against size: which class of cost function, its exponent with a 95 %
 * interval, and which other classes the same data do not exclude.  How, and
 * what the answer is worth: docs/methods.md.
 */
#ifndef OFFLINE_FIT_H
#define OFFLINE_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In order of growth; the values are bit numbers of fit.set. */
enum fit_class {
    FIT_NONE,       /* cannot be told: the warnings say why */
#define COST_CLASS(id, number, name, term, power, logs) FIT_##id,
#define COST_EXPONENTIAL(id, number, name) FIT_##id,    /* any base */
#include "algoprof/cost_classes.def"
    FIT_POWER,      /* "n^b": a power that is none of the above */
};

/* Bit numbers of fit.warnings; texts and codes are in fit_warning_texts.c. */
enum fit_warning {
    FIT_FEW_SIZES,      /* fewer than 5 different sizes: no class */
    FIT_CLOSE_SIZES,    /* largest size less than twice the smallest: no class */
    FIT_FALLS,          /* cost falls with size: no class */
    FIT_TWO_REGIMES,    /* grows differently below and above some size: no class */
    FIT_WEAK,           /* fewer than 8 sizes, or a range below 10 */
    FIT_SCATTERED,      /* sigma > 0.5: cost is not mostly decided by size */
    FIT_AMBIGUOUS,      /* other classes fit as well */
    FIT_ZERO_COST,      /* sizes whose typical cost is 0 were left out */
    FIT_BAD_POINTS,     /* points that are no size and cost were left out */
    FIT_NOISY_SIZES,    /* the sizes' own errors flatten the exponent too much
                           to be corrected for in full */
    FIT_BALANCED,       /* of a recursion: against the RMS, not the chain (recursion_balance.h) */
    FIT_NO_RMS,         /* of a recursion: its RMS would decide, and is unknown: no class */
    FIT_LEFT_OUT,       /* it was not fitted at all (fit_price): no class */
    FIT_WARNINGS
};

/* A cost function of the size, of which n is what is above `besides' (mostly 0), if it is `from' or more:
 *     e^ln_factor * n^power * log2 (max (n / unit, 2))^logs * e^(rate n) + constant
 * unit: bytes of an element, which the logarithm counts (1 without one). */
struct fit_law {
    enum fit_class cls;
    double ln_factor, power, logs, unit, rate, constant, besides, from;
};

#define FIT_LAWS (FIT_POWER + 1)

struct fit_point {
    double size, cost;          /* size > 0, cost >= 0, finite; others are left out */
    double size_rel_error;      /* sd of ln size, 0 exact */
    double weight;              /* how many observations it stands for; 1 if not > 0 */
};

struct fit {
    enum fit_class cls;
    /* Exponent and interval are those of the free power law with setup cost,
     * whatever the class; a half-open interval has a NaN end.  NaN: unknown. */
    double exponent, exponent_low, exponent_high;
    double base, base_low, base_high;   /* FIT_EXP: factor a unit of size; else NaN */
    double r2;                  /* of ln cost; NaN: unknown */
    double sigma;               /* scale of the scatter of ln cost (Student t, 3 d.f.) */
    double setup;               /* setup cost, as a multiple of the rest at the smallest size */
    int distinct_sizes;         /* measured sizes within 5 % are one */
    size_t rows;                /* sizes fitted: one row each, of median cost */
    double size_low, size_high, cost_low, cost_high;    /* of these rows; NaN: there are none */
    unsigned set;               /* bit per class in the ambiguity set */
    bool tame_beyond;           /* n or n log n of sizes less a constant explains the points as well */
    bool tame_above;            /* likewise the larger ones, where the smaller have not the whole constant */
    unsigned warnings;          /* bit per enum fit_warning */
    char formula[96];           /* cost as a function of the size n, or of m, which it explains; "" unknown */
    double next_size;           /* size that would decide, to a factor of 2; or 0 */
    struct fit_law law[FIT_LAWS];   /* the best, then the others of the set by growth */
    int n_laws;                 /* 0: no class */
};

/* What sizes are. */
enum fit_sizes {
    FIT_MEASURED,       /* within 5 % they are one */
    FIT_COUNTED,        /* exact whole numbers, as lengths of chains: no two are one, and costs that grow enough
                           tell a class of sizes that are close */
};

/* Fits n points, in any order, whatever they hold.  Takes milliseconds for a
 * thousand sizes and more, and is safe to call from several threads.  Returns
 * 0, or -1 when there is no memory (out then says FIT_NONE). */
int fit_run_of(const struct fit_point *points, size_t n, enum fit_sizes sizes, struct fit *out);

static inline int fit_run(const struct fit_point *points, size_t n, struct fit *out)
{
    return fit_run_of(points, n, FIT_MEASURED, out);
}

/* The same without exponentials, for who knows that it is none. */
int fit_run_no_exponential(const struct fit_point *points, size_t n, struct fit *out);

/* Fits take time, and few bytes of a log can ask for many.  What those of logs of so many bytes may take together, in
 * some 20 us each: about 0.2 s and 0.7 s for each megabyte; and what a fit takes that has at most so many rows. */
uint64_t fit_budget(uint64_t bytes);
uint64_t fit_price(size_t rows);

/* Fills in what is said of a fit that there was no budget for. */
void fit_leave_out(struct fit *out);

/* Of a recursion that is balanced: is its n the memory read, and not the longest chain? */
static inline bool fit_is_of_memory(const struct fit *fit)
{
    return fit->warnings & 1u << FIT_BALANCED && fit->cls != FIT_NONE;
}

/* What a law predicts for size n > 0; infinite beyond double. */
double fit_law_cost(const struct fit_law *law, double n);

/* As in the contract: "1", "log n", ... "2^n", "n^b"; "?" for FIT_NONE. */
const char *fit_class_name(enum fit_class cls);

#define FIT_GROWTH_ROOM 32u

/* The class for people: a power function with its exponent, "n^1.3".  text has room for FIT_GROWTH_ROOM bytes. */
const char *fit_growth(const struct fit *fit, char *text);

/* Stable code of an enum fit_warning ("few-sizes", ...), and what it means in
 * plain words; NULL beyond the last. */
const char *fit_warning_code(unsigned bit_index);
const char *fit_warning_text(unsigned bit_index);

#endif
