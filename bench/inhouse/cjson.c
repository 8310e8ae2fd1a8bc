// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a document, then prints and parses it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cJSON.h"

int main(int argc, char **argv)
{
    int times = argc > 1 ? atoi(argv[1]) : 1;
    unsigned long sum = 0;
    cJSON *root = cJSON_CreateArray();
    for (int i = 0; i < 4000; i++) {
        char name[40];
        cJSON *o = cJSON_CreateObject();
        snprintf(name, sizeof name, "entry \"%d\" of many\n", i * 7919 % 4000);
        cJSON_AddStringToObject(o, "name", name);
        cJSON_AddNumberToObject(o, "value", i * 1.25);
        cJSON_AddBoolToObject(o, "even", i % 2 == 0);
        cJSON *list = cJSON_AddArrayToObject(o, "list");
        for (int k = 0; k < i % 13; k++)
            cJSON_AddItemToArray(list, cJSON_CreateNumber(k * i));
        cJSON_AddItemToArray(root, o);
    }
    for (int i = 0; i < times; i++) {
        char *text = i % 2 ? cJSON_PrintUnformatted(root) : cJSON_Print(root);
        sum += strlen(text);
        cJSON_Delete(root);
        root = cJSON_Parse(text);
        free(text);
    }
    printf("%lu %d\n", sum, cJSON_GetArraySize(root));
    cJSON_Delete(root);
}
