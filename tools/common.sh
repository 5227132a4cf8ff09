# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What every script here shares: where things are, how to speak, how to leave nothing half-done.
set -euo pipefail

source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # these are read by the scripts that source this file
deps=${PLUGSMITH_DEPS:-$source_root/.deps} build=${PLUGSMITH_BUILD:-$source_root/build}

# Exit code for "this environment cannot do it", the same as the command line's.
# shellcheck disable=SC2034
readonly kEnvironment=3

say() { printf '%s: %s\n' "${0##*/}" "$*"; }

stop() { # stop CODE MESSAGE...
  local code=$1
  shift
  say "$*" >&2
  exit "$code"
}

# A folder beside the final place, so that the closing rename stays within one file system. Folders
# that an interrupted run of the same script left behind go first.
make_staging() { # make_staging PARENT; sets $staging
  mkdir -p "$1"
  rm -rf "$1/.unfinished-${0##*/}"-*
  staging=$(mktemp -d "$1/.unfinished-${0##*/}-XXXXXX")
  trap 'rm -rf "$staging"' EXIT
}

# The nvcc that CMake will find too: named by the user, else on the path, else in the usual place.
installed_nvcc() {
  printf '%s\n' "${CUDACXX:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)}"
}
