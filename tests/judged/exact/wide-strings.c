/* By formula: wide strings, four bytes a character.
       lengths   "abcdef" and its NUL, 3 of "wxyz"
       compared  "abx", "aby"; "ab" twice; 2 of each
       copied    "abcdef" and NUL; "wxyz" and NUL
       found     "abcd", "cd" and NUL in "abcdef"; "wxyz" up to y
       moved     "abcdef"; "a"; "wy", x and z
       tokens    2 delimiters and NUL, "one,", "two" and NUL
       numbers   " 12.5," and "1fg" */
/* exact lengths: instances 8, size 40, union 40 */
/* exact compared: instances 8, size 24, union 24 */
/* exact copied: instances 8, size 48, union 48 */
/* exact found: instances 8, size 40, union 40 */
/* exact moved: instances 8, size 44, union 44 */
/* exact tokens: instances 8, size 44, union 44 */
/* exact numbers: instances 8, size 36, union 36 */
#include "judge.h"
#include <stdio.h>
#include <wchar.h>

static wchar_t abc[] = L"abcdef", wxyz[] = L"wxyz", abx[] = L"abx", aby[] = L"aby", cd[] = L"cd";
static wchar_t delimiters[] = L",;", number[] = L" 12.5,", hex[] = L"1fg.", buffer[64];

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    wchar_t *save, *end;
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(lengths)
        ONCE
        sum += wcslen(abc) + wcsnlen(wxyz, opaque(3));
#pragma algoprof loop name(compared)
        ONCE
        sum += wcscmp(abx, aby) + wcsncmp(abx, aby, opaque(2)) + wmemcmp(abx, aby, opaque(2));
#pragma algoprof loop name(copied)
        ONCE
        {
            wcscpy(buffer, abc);
            wcscat(buffer, wxyz);
            wcsncpy(buffer + 20, buffer, opaque(3));
            sum += buffer[opaque(22)];
        }
#pragma algoprof loop name(found)
        ONCE
        {
            sum += wcsstr(abc, cd) - abc;
            sum += wcschr(wxyz, L'y') - wxyz;
        }
#pragma algoprof loop name(moved)
        ONCE
        {
            wmemcpy(buffer, abc, opaque(6));
            wmemset(buffer + 6, L'-', opaque(4));
            wmemmove(buffer + 1, buffer, opaque(9));
            sum += wmemcmp(buffer + 2, abx, opaque(5)) + wmemcmp(wxyz, wxyz + 2, opaque(1));
            sum += *(wmemchr(wxyz, L'x', opaque(4)) + 2);
        }
        wcscpy(buffer, L"one,two");
#pragma algoprof loop name(tokens)
        for (int i = 0; i < opaque(2); i++)
            sum += *wcstok(i ? NULL : buffer, delimiters, &save);
#pragma algoprof loop name(numbers)
        ONCE
        {
            sum += (long)wcstod(number, &end) + wcstol(hex, &end, 16) + *end;
        }
    }
    printf("%ld\n", sum);
    return 0;
}
