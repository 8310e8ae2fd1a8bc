# SPDX-License-Identifier: GPL-3.0-or-later
"""The runtime's objects, for programs that are linked with most of them."""
import glob
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def runtime_objects(build, but=()):
    """Of the sources that there are: the build folder may have others' of before.  but: sources below librt-sample."""
    where = os.path.join(ROOT, "librt-sample")
    sources = [os.path.relpath(s, where) for kind in "cS" for s in glob.glob(os.path.join(where, "*/**/*." + kind), recursive=True)]
    objects = [os.path.join(build, "librt-sample", s[:-1] + "o") for s in sorted(sources) if s not in but]
    return [o for o in objects if os.path.exists(o)]
