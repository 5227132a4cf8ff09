# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

documents=("$source_root"/README.md "$source_root"/CONTRIBUTING.md "$source_root"/docs/*.md
  "$source_root"/examples/*/README.md)

EveryMakeTargetThatTheDocumentsNameExists() {
  local target count=0
  while read -r target; do
    grep -q "^$target:" "$source_root/Makefile" || fail "a document says \"make $target\"; the Makefile has no such target"
    count=$((count + 1))
  done < <(grep -ohE '(^|`)make [a-z][a-z-]*' "${documents[@]}" | sed 's/.*make //' | sort -u)
  ((count >= 3)) || fail "only $count targets found"
}

EverySubcommandThatTheReadmeNamesExists() {
  local command count=0
  while read -r command; do
    expect_exit 0 "$build/bin/plugsmith" "$command" --help
    count=$((count + 1))
  done < <(grep -ohE 'bin/plugsmith [a-z]+' "${documents[@]}" | cut -d' ' -f2 | sort -u)
  ((count >= 4)) || fail "only $count subcommands found"
}

EveryLinkedFileExists() {
  local document link
  for document in "${documents[@]}"; do
    while read -r link; do
      [[ -e $(dirname "$document")/$link ]] || fail "$document links to $link, which is not there"
    done < <(grep -oE '\]\([^):#]+\)' "$document" | sed 's/^](//; s/)$//')
  done
}

# A block of code after <!-- FILE --> is a part of that file, word for word.
EveryQuotedBlockOfCodeStandsInItsFile() {
  expect_exit 0 python3 - "$source_root" "${documents[@]}" <<'PYTHON'
import pathlib, re, sys
root, count = pathlib.Path(sys.argv[1]), 0
for document in sys.argv[2:]:
    for name, block in re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", pathlib.Path(document).read_text(), re.S):
        count += 1
        if block not in (root / name).read_text():
            sys.exit(f"{document}: the block from {name} is not what {name} says")
if not count:
    sys.exit("no block was found")
PYTHON
}

ThePageOfFiguresAgreesWithTheResults() {
  expect_exit 0 python3 "$source_root/tools/performance-table" --check
}

"$@"
