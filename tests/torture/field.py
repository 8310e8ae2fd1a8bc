#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way from programs to databases with 300 kills of everything on it at random
moments, and the uploader and its receiver alone with 300; another seed each time.

    tests/torture/field.py [SEED]
"""
import os
import subprocess
import sys
import time

FIELD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../field")
seed = sys.argv[1] if len(sys.argv) > 1 else str(int(time.time()))
print(f"# seed {seed}", flush=True)
statuses = [subprocess.run([os.path.join(FIELD, suite), "300", seed, *more], check=False).returncode
            for suite, more in (("faults.py", []), ("chain.py", ["sqlite", "postgres"]))]
sys.exit(max(statuses))
