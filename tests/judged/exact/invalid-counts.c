/* By formula: the kernel refuses these counts, and looks at nothing. */
/* exact read_vectors: instances 8, size 0, union 0 */
/* exact write_vectors: instances 8, size 0, union 0 */
/* exact polled: instances 8, size 0, union 0 */
#define _GNU_SOURCE
#include "judge.h"
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static char bytes[64];
static struct iovec vectors[2] = { { bytes, 5 }, { bytes, 64 } };
static struct pollfd asked[1];
static int ends[2];

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    int left = ends[0], right = ends[1];
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(read_vectors)
        ONCE
        sum += readv(left, vectors, opaque(-6)) + readv(left, vectors, opaque(1 << 30));
#pragma algoprof loop name(write_vectors)
        ONCE
        sum += writev(right, vectors, opaque(-6)) + writev(right, vectors, opaque(1025));
#pragma algoprof loop name(polled)
        ONCE
        sum += poll(asked, (nfds_t)opaque(-6), 0);
    }
    printf("%ld\n", sum);
    return 0;
}
