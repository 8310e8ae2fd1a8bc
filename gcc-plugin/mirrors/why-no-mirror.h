/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions get no traced copy (mirror.h), and why.  That is asked twice, each time of what GCC knows by then; of
 * marked loops before (why_not_copied in mark/why-refused.h). */
#ifndef ALGOPROF_WHY_NO_MIRROR_H
#define ALGOPROF_WHY_NO_MIRROR_H

#include "compat/gcc-compat.h"

/* Each gives the reason, for people, or NULL. */

/* Late in IPA: of a function that a marked loop can reach; calls of it are opaque there. */
const char *why_no_mirror (cgraph_node *);
/* In RTL, when the copy would be made: what calls it calls the function itself (put_opaque_entry). */
const char *why_not_mirrored (function *);

#endif
