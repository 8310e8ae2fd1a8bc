/* SPDX-License-Identifier: GPL-3.0-or-later
 * Arrays: searches, sorts, sums, tables of dynamic programming. */
#include "kinds.h"

KIND(search_growing, 2, 1, 100, 3000)
{
    struct item *list = get(n * sizeof *list);
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(1u << 30);
        size_t i = 0;
#pragma algoprof loop
        while (i < used && list[i].key != key)
            i++;
        if (i == used)
            list[used++].key = key;
    }
    sink += (long)used;
}

KIND(search_fixed, 2, 1, 100, 3000)
{
    struct item *list = items_of(n);
    for (size_t k = 0; k < n; k++) {
        int key = list[draw((uint32_t)n)].key;
#pragma algoprof loop
        for (size_t i = 0; i < n; i++)
            if (list[i].key == key) {
                sink++;
                break;
            }
    }
}

KIND(search_binary, 1.1, 0, 300, 10000)
{
    struct item *list = items_of(n);
    for (size_t i = 0; i < n; i++)
        list[i].key = (int)i * 3;
    for (size_t k = 0; k < n; k++) {
        size_t low = 0, high = n;
        int key = (int)draw((uint32_t)n * 3);
#pragma algoprof loop
        while (low < high) {
            size_t mid = (low + high) / 2;
            if (list[mid].key < key)
                low = mid + 1;
            else
                high = mid;
        }
        sink += (long)low;
    }
}

KIND(sum_once, 1, 0, 3000, 100000)
{
    struct item *list = items_of(n);
    long sum = 0;
#pragma algoprof loop
    for (size_t i = 0; i < n; i++)
        sum += list[i].key;
    sink = sum;
}

KIND(sum_rows, 1, 0, 64, 700)
{
    struct item *cell = items_of(n * n);
    for (size_t row = 0; row < n; row++) {
        long sum = 0;
#pragma algoprof loop
        for (size_t i = 0; i < n; i++)
            sum += cell[row * n + i].key;
        sink += sum;
    }
}

KIND(insertion_random, 2, 1, 100, 2500)
{
    struct item *list = items_of(n);
    for (size_t i = 1; i < n; i++) {
        struct item x = list[i];
        size_t j = i;
#pragma algoprof loop
        while (j > 0 && list[j - 1].key > x.key) {
            list[j] = list[j - 1];
            j--;
        }
        list[j] = x;
    }
}

KIND(insertion_nearly, 1, 0, 1000, 40000)
{
    struct item *list = items_of(n);
    for (size_t i = 0; i < n; i++)
        list[i].key = (int)(4 * i + draw(16));
    for (size_t i = 1; i < n; i++) {
        struct item x = list[i];
        size_t j = i;
#pragma algoprof loop
        while (j > 0 && list[j - 1].key > x.key) {
            list[j] = list[j - 1];
            j--;
        }
        list[j] = x;
    }
}

KIND(bubble_inner, 2, 1, 100, 2000)
{
    struct item *list = items_of(n);
    for (size_t end = n; end > 1; end--)
#pragma algoprof loop
        for (size_t i = 1; i < end; i++)
            if (list[i - 1].key > list[i].key) {
                struct item x = list[i];
                list[i] = list[i - 1];
                list[i - 1] = x;
            }
}

static __attribute__((noinline)) void select_sort(struct item *list, size_t n)
{
#pragma algoprof loop
    for (size_t k = 0; k < n; k++) {
        size_t least = k;
        for (size_t i = k + 1; i < n; i++)
            if (list[i].key < list[least].key)
                least = i;
        struct item x = list[k];
        list[k] = list[least];
        list[least] = x;
    }
}

KIND(selection_outer, 1, 1, 30, 800)
{
    for (int k = 0; k < 30; k++) {
        struct item *list = items_of(n);
        select_sort(list, n);
        free(list);
    }
}

static void merge_sort(struct item *list, struct item *spare, size_t n)
{
    if (n < 2)
        return;
    size_t half = n / 2, a = 0, b = half;
    merge_sort(list, spare, half);
    merge_sort(list + half, spare, n - half);
#pragma algoprof loop
    for (size_t i = 0; i < n; i++)
        spare[i] = b >= n || (a < half && list[a].key <= list[b].key) ? list[a++] : list[b++];
    memcpy(list, spare, n * sizeof *list);
}

KIND(merging, 1.1, 0, 500, 20000)
{
    struct item *list = items_of(n);
    merge_sort(list, get(n * sizeof *list), n);
}

static void quick_sort(struct item *list, long low, long high)
{
    while (low < high) {
        int pivot = list[(low + high) / 2].key;
        long i = low, j = high;
#pragma algoprof loop
        while (i <= j) {
            if (list[i].key < pivot)
                i++;
            else if (list[j].key > pivot)
                j--;
            else {
                struct item x = list[i];
                list[i++] = list[j];
                list[j--] = x;
            }
        }
        quick_sort(list, low, j);
        low = i;
    }
}

KIND(partition, 1.15, 0, 500, 20000)
{
    quick_sort(items_of(n), 0, (long)n - 1);
}

KIND(heap_pop, 1.1, 0, 500, 15000)
{
    struct item *heap = items_of(n);
    for (size_t i = 0; i < n; i++)
        heap[i].key = (int)(3 * i);
    for (size_t end = n - 1; end > 0; end--) {
        struct item x = heap[end];
        size_t at = 0;
#pragma algoprof loop
        while (2 * at + 1 < end) {
            size_t child = 2 * at + 1;
            if (child + 1 < end && heap[child + 1].key < heap[child].key)
                child++;
            if (heap[child].key >= x.key)
                break;
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = x;
    }
}

KIND(heap_push, 1, 0, 1000, 30000)
{
    struct item *heap = get(n * sizeof *heap);
    for (size_t k = 0; k < n; k++) {
        int key = (int)draw(1u << 30);
        size_t at = k;
#pragma algoprof loop
        while (at > 0 && heap[(at - 1) / 2].key > key) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at].key = key;
    }
}

KIND(matrix_product, 1.5, 1, 12, 110)
{
    double *a = get(n * n * sizeof *a), *b = get(n * n * sizeof *b), *c = get(n * n * sizeof *c);
    for (size_t i = 0; i < n * n; i++)
        a[i] = b[i] = draw(100);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
#pragma algoprof loop
            for (size_t k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    sink += (long)c[n + 1];
}

KIND(window_fixed, 1, 0, 1000, 30000)
{
    struct item *list = items_of(n);
    for (size_t i = 16; i < n; i++) {
        long sum = 0;
#pragma algoprof loop
        for (size_t k = i - 16; k < i; k++)
            sum += list[k].key & 255;
        sink += sum;
    }
}

KIND(window_eighth, 2, 1, 200, 4000)
{
    struct item *list = items_of(n);
    for (size_t i = n / 8; i < n; i++) {
        long sum = 0;
#pragma algoprof loop
        for (size_t k = i - n / 8; k < i; k++)
            sum += list[k].key & 255;
        sink += sum;
    }
}

KIND(longest_increasing, 2, 1, 100, 2500)
{
    struct item *list = items_of(n);
    int *best = get(n * sizeof *best);
    for (size_t i = 0; i < n; i++) {
        int most = 0;
#pragma algoprof loop
        for (size_t j = 0; j < i; j++)
            if (list[j].key < list[i].key && best[j] > most)
                most = best[j];
        best[i] = most + 1;
    }
    sink += best[n - 1];
}

KIND(knapsack, 2, 1, 200, 4000)
{
    int *best = get((n + 1) * sizeof *best);
    for (size_t k = 0; k < n / 8; k++) {
        size_t weight = 1 + draw(50);
        int value = (int)draw(100);
#pragma algoprof loop
        for (size_t w = n; w >= weight; w--)
            if (best[w - weight] + value > best[w])
                best[w] = best[w - weight] + value;
    }
    sink += best[n];
}

KIND(edit_distance, 2, 1, 100, 2000)
{
    int *row = get((n + 1) * sizeof *row);
    char *a = get(n + 1), *b = get(n + 1);
    for (size_t i = 0; i < n; i++)
        a[i] = (char)draw(4), b[i] = (char)draw(4);
    for (size_t i = 0; i < n; i++) {
        int corner = (int)i;
#pragma algoprof loop
        for (size_t j = 0; j < n; j++) {
            int up = row[j + 1], best = corner + (a[i] != b[j]);
            if (up + 1 < best)
                best = up + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            corner = up;
            row[j + 1] = best;
        }
    }
    sink += row[n];
}

KIND(pairs_all, 2, 1, 100, 2500)
{
    struct item *list = items_of(n);
    for (size_t i = 0; i < n; i++) {
        long near = 0;
#pragma algoprof loop
        for (size_t j = i + 1; j < n; j++)
            near += abs(list[i].key - list[j].key) < 1000;
        sink += near;
    }
}

KIND(counting, 1, 0, 2000, 50000)
{
    struct item *list = items_of(n);
    int count[256] = { 0 };
    for (size_t k = 0; k + 100 <= n; k += 100)
#pragma algoprof loop
        for (size_t i = k; i < k + 100; i++)
            count[list[i].key & 255]++;
    sink += count[7];
}

KIND(two_pointers, 1, 0, 1000, 30000)
{
    struct item *list = items_of(n);
    size_t end = 0;
    for (size_t i = 0; i < n; i++)
        list[i].key = (int)(10 * i + draw(30));
    for (size_t i = 0; i < n; i++) {
#pragma algoprof loop
        while (end < n && list[end].key < list[i].key + 500)
            end++;
        sink += (long)end;
    }
}

KIND(sieve, 1.05, 0, 2000, 60000)
{
    char *composite = get(n + 1);
    for (size_t p = 2; p <= n; p++)
        if (!composite[p])
#pragma algoprof loop
            for (size_t i = 2 * p; i <= n; i += p)
                composite[i] |= 1;
    sink += composite[n];
}

KIND(duplicates_remove, 2, 1, 100, 2500)
{
    struct item *list = items_of(n);
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        int is_new = 1, key = list[k].key % (int)(2 * n);
#pragma algoprof loop
        for (size_t i = 0; i < used; i++)
            if (list[i].key == key) {
                is_new = 0;
                break;
            }
        if (is_new)
            list[used++].key = key;
    }
    sink += (long)used;
}

KIND(insert_front, 1, 1, 200, 5000)
{
    struct item *list = realloc(items_of(n), 2 * n * sizeof *list);
#pragma algoprof loop
    for (size_t k = 0; k < n; k++) {
        memmove(list + 1, list, (n + k) * sizeof *list);
        list[0].key = (int)k;
    }
    sink += list[n / 2].key;
}

KIND(fill_then_search, 2, 1, 100, 2500)
{
    struct item *list = get(n * sizeof *list);
    size_t used = 0;
    for (size_t k = 0; k < 2 * n; k++) {
        size_t from = k < n ? used : 0;
        int key = k < n ? (int)k : (int)draw((uint32_t)n);
        size_t i;
#pragma algoprof loop
        for (i = from; i < used; i++)
            if (list[i].key == key)
                break;
        if (i == used)
            list[used++].key = key;
    }
    sink += (long)used;
}

KIND(bursts, 2, 1, 400, 8000)
{
    struct item *list = items_of(n);
    for (size_t k = 0; k < n; k++) {
        size_t to = draw(50) ? k % n + 1 : n, from = to == n ? 0 : to - 1;
        long sum = 0;
#pragma algoprof loop
        for (size_t i = from; i < to; i++)
            sum += list[i].key & 15;
        sink += sum;
    }
}

KIND(huge_among_small, 1, 0, 1000, 30000)
{
    struct item *list = items_of(n);
    for (size_t k = 0; k < n / 10; k++) {
        size_t from = k == n / 20 ? 0 : 10 * k, to = k == n / 20 ? n : 10 * k + 4;
        long sum = 0;
#pragma algoprof loop
        for (size_t i = from; i < to; i++)
            sum += list[i].key & 15;
        sink += sum;
    }
}

KIND(handlers_fixed, -1, 0, 1000, 30000)
{
    struct item *list = items_of(64);
    for (size_t k = 0; k < n; k++) {
        long sum = 0;
#pragma algoprof loop
        for (size_t i = 0; i < 64; i++)
            sum += list[i].key & (int)k;
        sink += sum;
    }
}

KIND(few_scans, 1, 0, 2000, 60000)
{
    struct item *list = items_of(n);
    for (int k = 0; k < 12; k++) {
        long sum = 0;
#pragma algoprof loop
        for (size_t i = 0; i < n; i++)
            sum += list[i].key & 15;
        sink += sum;
    }
}

KIND(few_growing, 1, 0, 2000, 40000)
{
    struct item *list = items_of(n);
    for (size_t k = 1; k <= 40; k++) {
        long sum = 0;
#pragma algoprof loop
        for (size_t i = 0; i < n * k / 40; i++)
            sum += list[i].key & 15;
        sink += sum;
    }
}

KIND(chunks_growing, 1, 0, 2000, 60000)
{
    struct item *list = items_of(n);
    for (size_t at = 0, len = 8; at < n; at += len, len += 4) {
        long sum = 0;
#pragma algoprof loop
        for (size_t i = at; i < at + len && i < n; i++)
            sum += list[i].key & 15;
        sink += sum;
    }
}
