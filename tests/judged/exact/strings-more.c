/* By formula: searching, copying and cutting strings.  A search reads up to the
   end of what it finds, and no further; a failing one reads all.
       bounded       5 of text, 3 of mixed (and of text), none's NUL
       nothing       text's NUL, 4 of mixed, absent with its NUL
       found         needle of 4, text up to the w at 7
       missing       needle of 4, all 13 of text
       sets          "needle " and the set's 5
       unlike        the set's 4, "wo", "dle"
       memory        3 + 6, 2 + 2, "EEDL", 1, the first of either
       copied_up_to  5 and the l itself; text[5]
       separated     the pointer's 8, the set's 3, "one," and "two"
       tokens        the set's 3, ";;one," and ";two"
       reentrant     the set's 3, "one,", ";two;" and the NUL */
/* exact bounded: instances 8, size 9, union 9 */
/* exact nothing: instances 8, size 9, union 9 */
/* exact ends: instances 8, size 24, union 24 */
/* exact copied: instances 8, size 13, union 13 */
/* exact padded: instances 8, size 4, union 4 */
/* exact appended: instances 8, size 17, union 17 */
/* exact found: instances 8, size 12, union 12 */
/* exact missing: instances 8, size 17, union 17 */
/* exact empty_needle: instances 8, size 1, union 1 */
/* exact folded: instances 8, size 14, union 14 */
/* exact sets: instances 8, size 12, union 12 */
/* exact unlike: instances 8, size 9, union 9 */
/* exact memory: instances 8, size 20, union 20 */
/* exact backwards: instances 8, size 5, union 5 */
/* exact copied_up_to: instances 8, size 6, union 6 */
/* exact duplicated: instances 8, size 16, union 16 */
/* exact separated: instances 8, size 19, union 19 */
/* exact tokens: instances 8, size 14, union 14 */
/* exact reentrant: instances 8, size 13, union 13 */
/* exact transformed: instances 8, size 13, union 13 */
#define _GNU_SOURCE
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char text[] = "needle world", upper[] = "NEEDLE", mixed[] = "NeedLe", word[] = "dle";
static char absent[] = "xyz", none[] = "", vowels[] = "aeo", letters[] = "nedl", delimiters[] = ",;", buffer[64];

/* One iteration each, so that sizes are those of a few calls. */
#define ONCE for (int i = 0; i < opaque(1); i++)

static long bounds_and_copies(void)
{
    long sum = 0;
#pragma algoprof loop name(bounded)
    ONCE
    {
        sum += strnlen(text, opaque(5));
        sum += strncmp(text, mixed, opaque(3));
        sum += strncasecmp(text + opaque(8), text + opaque(8), opaque(2));
        sum += strnlen(none, opaque(5));
    }
#pragma algoprof loop name(nothing)
    ONCE
    {
        sum += strlen(text + opaque(12));
        sum += strnlen(upper, opaque(0));
        sum += memchr(upper, 'z', opaque(0)) != NULL;
        sum += memchr(mixed, 'z', opaque(4)) != NULL;
        sum += strchrnul(absent, 'q') - absent;
    }
#pragma algoprof loop name(ends)
    ONCE
    {
        sum += strrchr(text, 'l') - text;
        sum += *(int *)buffer;
        sum += rindex(upper, 'E') - upper;
    }
#pragma algoprof loop name(copied)
    ONCE
    {
        sum += stpcpy(buffer, text) - buffer;
        sum += buffer[opaque(3)];
    }
#pragma algoprof loop name(padded)
    ONCE
    {
        strncpy(buffer, word, opaque(20));
        sum += *stpncpy(buffer + 30, buffer, opaque(10));
        sum += buffer[opaque(39)];
    }
    strcpy(buffer, "ab");
#pragma algoprof loop name(appended)
    ONCE
    {
        strcat(buffer, text);
        strncat(buffer, absent, opaque(1));
        sum += buffer[opaque(14)];
    }
    return sum;
}

static long searches(void)
{
    long sum = 0;
#pragma algoprof loop name(found)
    ONCE
    {
        sum += strstr(text, word) - text;
        sum += strchrnul(text, 'w') - text;
    }
#pragma algoprof loop name(missing)
    ONCE
    sum += strstr(text, absent) == NULL;
#pragma algoprof loop name(empty_needle)
    ONCE
    sum += strstr(text, none) - text;
#pragma algoprof loop name(folded)
    ONCE
    sum += strcasecmp(upper, mixed);
#pragma algoprof loop name(sets)
    ONCE
    sum += strspn(text, letters) + opaque(0) * text[5];
#pragma algoprof loop name(unlike)
    ONCE
    {
        sum += strcspn(text + opaque(7), vowels);
        sum += strpbrk(text + opaque(3), vowels) - text;
    }
    return sum;
}

static long blocks(void)
{
    long sum = 0;
#pragma algoprof loop name(memory)
    ONCE
    {
        sum += (char *)memmem(text, opaque(12), word, opaque(3)) - text;
        sum += memmem(text + opaque(10), opaque(2), absent, opaque(2)) == NULL;
        sum += (char *)rawmemchr(upper + opaque(1), 'L') - upper;
        sum += memrchr(upper, 'Q', opaque(1)) == NULL;
        sum += memcmp(mixed, mixed + opaque(1), opaque(6));
    }
#pragma algoprof loop name(backwards)
    ONCE
    sum += (char *)memrchr(text, 'w', opaque(12)) - text;
#pragma algoprof loop name(copied_up_to)
    ONCE
    {
        sum += (char *)memccpy(buffer, text, 'l', opaque(12)) - buffer;
        sum += memccpy(buffer + 10, buffer, 'z', opaque(5)) == NULL;
        sum += buffer[opaque(14)] + text[opaque(5)];
    }
#pragma algoprof loop name(duplicated)
    ONCE
    {
        char *copy = strdup(text), *part = strndup(mixed, opaque(3));
        sum += copy[opaque(12)] + part[opaque(3)];
        free(copy);
        free(part);
    }
    return sum;
}

static long tokens_and_order(void)
{
    long sum = 0;
    strcpy(buffer, "one,two");
    char *rest = buffer, *save = NULL, *word_at = NULL;
    __asm__ volatile("" : "+m"(rest), "+m"(save));
#pragma algoprof loop name(separated)
    for (int i = 0; i < opaque(3); i++) {
        word_at = strsep(&rest, delimiters);
        sum += word_at ? *word_at : 7;
    }
    strcpy(buffer, ";;one,;two");
#pragma algoprof loop name(tokens)
    for (int i = 0; i < opaque(2); i++)
        sum += *strtok(i ? NULL : buffer, delimiters);
    strcpy(buffer, "one,;two;");
#pragma algoprof loop name(reentrant)
    for (int i = 0; i < opaque(3); i++) {
        word_at = strtok_r(i ? NULL : buffer, delimiters, &save);
        sum += word_at ? *word_at : 7;
    }
#pragma algoprof loop name(transformed)
    ONCE
    {
        sum += strxfrm(buffer, text, opaque(20));
        sum += buffer[opaque(12)];
    }
    return sum;
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        sum += bounds_and_copies();
        sum += searches();
        sum += blocks();
        sum += tokens_and_order();
    }
    printf("%ld\n", sum);
    return 0;
}
