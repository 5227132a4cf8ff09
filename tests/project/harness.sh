# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What each test of this folder starts from: a scratch folder whose name has a space, commands that
# can be faked, and expectations that say what they got.
set -euo pipefail

# shellcheck disable=SC2034 # the tests read these
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034
build=${PLUGSMITH_BUILD:-$source_root/build} deps=${PLUGSMITH_DEPS:-$source_root/.deps}
work=$(mktemp -d "${TMPDIR:-/tmp}/plugsmith test XXXXXX")
trap 'rm -rf "$work"' EXIT
output=
mkdir "$work/bin"

fail() {
  printf 'failed: %s\n--- output\n%s\n' "$*" "$output" >&2
  exit 1
}

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}

fake() { # fake COMMAND BODY: the command does BODY and leaves its arguments in $work/COMMAND.calls
  printf '#!/usr/bin/env bash\nprintf "%%s\\n" "$*" >>"%s"\n%s\n' "$work/$1.calls" "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

calls_of() { # how often a fake was called
  if [[ -f $work/$1.calls ]]; then wc -l <"$work/$1.calls"; else echo 0; fi
}

expect_exit() { # expect_exit CODE COMMAND...; keeps both streams in $output
  local wanted=$1 got=0
  shift
  output=$(PATH="$work/bin:$PATH" "$@" 2>&1) || got=$?
  [[ $got == "$wanted" ]] || fail "exit code $got, wanted $wanted, from: $*"
}

expect_text() {
  grep -qF -- "$1" <<<"$output" || fail "no \"$1\" in the output"
}

expect_line() {
  grep -qxF -- "$1" <<<"$output" || fail "no line that is \"$1\""
}

expect_none() { # expect_none PATH...: nothing lies there
  local path
  for path in "$@"; do
    [[ ! -e $path && ! -L $path ]] || fail "$path was left behind"
  done
}
