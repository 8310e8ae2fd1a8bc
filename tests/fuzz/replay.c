/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * replay FILE...: each as the input of the harness that this is linked with.
 */
#include <stdlib.h>

#include "fuzz.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");
        size_t size = 0, room = 1 << 20;
        uint8_t *data = malloc(room);
        if (!in || !data) {
            fprintf(stderr, "replay: %s cannot be read\n", argv[i]);
            return 2;
        }
        size = fread(data, 1, room, in);
        fclose(in);
        uint8_t *exact = realloc(data, size ? size : 1);    /* its end is seen */
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
