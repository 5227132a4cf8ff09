# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tools share that keep results of GPU runs in docs/results."""
import re


def without_paths(value, places=()):
    """A JSON value whose texts name no folder of the machine that it comes from: each of `places`,
    (folder, word), becomes its word, and every other absolute path its last part."""
    if isinstance(value, dict):
        return {key: without_paths(one, places) for key, one in value.items()}
    if isinstance(value, list):
        return [without_paths(one, places) for one in value]
    if not isinstance(value, str):
        return value
    for place, word in places:
        value = value.replace(place, word)
    return re.sub(r"(?<![\w.])/(?:[\w.+-]+/)+([\w.+-]+)", r"\1", value)
