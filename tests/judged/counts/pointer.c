/* List of 20 nodes, string of 11 characters, pointer range of 15. */
/* target list: instances 4, iterations 80 */
/* target string: instances 4, iterations 44 */
/* target range: instances 4, iterations 60 */
#include "opaque.h"
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    static struct node nodes[20];
    static int data[15];
    struct node *head = NULL;
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        nodes[i].value = i;
        nodes[i].next = head;
        head = &nodes[i];
    }
    for (int k = 0; k < opaque(4); k++) {
        const char *s = "hello world";
#pragma algoprof loop name(list)
        for (struct node *n = head; n; n = n->next)
            sum += n->value;
#pragma algoprof loop name(string)
        while (*s)
            s++;
        sum += *(s - 1);
#pragma algoprof loop name(range)
        for (int *p = data; p < data + 15; p++)
            *p += k;
    }
    printf("%d %d\n", sum, data[3]);
    return 0;
}
