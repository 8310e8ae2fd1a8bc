#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""schema.py SCHEMA REPORT...: are the reports what the schema says, and does it
name all that is in them?  Prints "valid" for each, or what is wrong."""
import json
import sys

import jsonschema


def close(schema):
    """Users' readers must let added fields pass; here each must be in the schema."""
    if isinstance(schema, dict):
        if "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
        for part in schema.values():
            close(part)
    elif isinstance(schema, list):
        for part in schema:
            close(part)


with open(sys.argv[1], encoding="utf-8") as file:
    rules = json.load(file)
jsonschema.Draft202012Validator.check_schema(rules)
close({"top": [rules]})
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        report = json.load(file)
    errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}"
              for e in jsonschema.Draft202012Validator(rules).iter_errors(report)]
    print("\n".join(errors[:5]) or "valid")
