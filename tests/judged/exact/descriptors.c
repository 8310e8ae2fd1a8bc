/* By formula: system calls.  What they give comes from outside the process;
   how much, the result tells.
       received    10 of 20 bytes arrive, 3 old ones are read
       failed      nothing arrives, nothing is taken
       scattered   2 vectors of 16 bytes; 4 and 3 bytes arrive, 2 old are read
       gathered    2 vectors; 4 and 3 bytes are taken
       message     the header's 56, a vector's 16, 5 bytes
       path        "/dev/null" and NUL, 144 arrive */
/* exact received: instances 8, size 3, union 3, external 10 */
/* exact sent: instances 8, size 12, union 12 */
/* exact failed: instances 8, size 4, union 4 */
/* exact scattered: instances 8, size 34, union 34, external 7 */
/* exact gathered: instances 8, size 39, union 39 */
/* exact message: instances 8, size 77, union 77 */
/* exact taken: instances 8, size 72, union 72, external 5 */
/* exact path: instances 8, size 10, union 10, external 144 */
/* exact clocks: instances 8, size 0, union 0, external 24 */
#define _GNU_SOURCE
#include "judge.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char into[32], from[32] = "abcdefghijklmnopqrstuvwxyz", more[32], path[] = "/dev/null";
static struct iovec vector[2], one[1];
static struct msghdr message = { .msg_iov = one, .msg_iovlen = 1 };
static struct stat status;
static struct timespec now;
static time_t seconds;
static int ends[2];

#define ONCE for (int i = 0; i < opaque(1); i++)

static long __attribute__((noinline)) paths_and_clocks(void)
{
    long sum = 0;
#pragma algoprof loop name(path)
    ONCE
    {
        stat(path, &status);
        sum += status.st_mode + access(path, R_OK);
    }
#pragma algoprof loop name(clocks)
    ONCE
    {
        sum += clock_gettime(CLOCK_REALTIME, &now) + (time(&seconds) > 0);
        sum += (now.tv_nsec < 0) + (seconds > now.tv_sec);
    }
    return sum;
}

int main(void)
{
    long sum = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    int left = ends[0], right = ends[1], null = open(path, O_RDWR), bad = opaque(-1);
    for (int k = 0; k < 8; k++) {
        write(left, from, 10);
        vector[0] = (struct iovec){ into, 4 };
        vector[1] = (struct iovec){ more, 9 };
        one[0] = (struct iovec){ into, 5 };
#pragma algoprof loop name(received)
        ONCE
        {
            sum += read(right, into, opaque(20));
            for (int j = 0; j < 13; j++)
                sum += into[opaque(j)];
        }
#pragma algoprof loop name(sent)
        ONCE
        {
            write(left, from, opaque(7));
            sum += pwrite(null, from + opaque(6), 4, 0) + send(right, from + 10, opaque(2), 0);
        }
#pragma algoprof loop name(failed)
        ONCE
        {
            sum += read(bad, into, 20) + write(bad, from, 20);
            for (int j = 0; j < 4; j++)
                sum += into[opaque(j)];
        }
#pragma algoprof loop name(scattered)
        ONCE
        {
            sum += readv(right, vector, opaque(2));
            sum += into[opaque(3)] + more[opaque(2)] + more[opaque(3)] + more[opaque(4)];
        }
        recv(left, more, 2, 0);
        vector[1].iov_len = 3;
#pragma algoprof loop name(gathered)
        ONCE
        sum += writev(null, vector, opaque(2));
#pragma algoprof loop name(message)
        ONCE
        sum += sendmsg(left, &message, 0);
#pragma algoprof loop name(taken)
        ONCE
        {
            sum += recvmsg(right, &message, 0);
            sum += into[opaque(4)];
        }
        sum += paths_and_clocks();
    }
    printf("%d\n", sum > 0);
    return 0;
}
