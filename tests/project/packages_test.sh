# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

tools_that_want() { # a copy of the scripts with another list of packages
  mkdir "$work/tree"
  cp -r "$source_root/tools" "$work/tree/tools"
  printf '%s\n' "$@" >"$work/tree/tools/apt-packages.txt"
}

without_root() {
  fake id 'echo 1000'
  fake sudo 'exit 1'
  fake apt-get ''
}

NamesWhatIsMissingInOneLineToPasteWithoutRoot() {
  tools_that_want '# a comment' g++ no-such-a 'no-such-b # why'
  without_root
  expect_exit 3 "$work/tree/tools/install-packages"
  expect_line 'sudo apt-get install -y --no-install-recommends no-such-a no-such-b'
  (($(calls_of apt-get) == 0)) || fail "apt-get was called without root"
}

StopsTheWholeSetupWithoutRoot() {
  tools_that_want no-such-a
  without_root
  PLUGSMITH_DEPS="$work/deps" expect_exit 3 "$work/tree/tools/setup"
  expect_none "$work/deps"
}

InstallsWhatIsMissingThroughSudoThatAsksForNoPassword() {
  tools_that_want g++ no-such-a
  without_root
  # shellcheck disable=SC2016
  fake sudo 'shift; exec "$@"'
  fake dpkg ''
  expect_exit 0 "$work/tree/tools/install-packages"
  grep -qE '^-q .* install -y --no-install-recommends no-such-a$' "$work/apt-get.calls" || fail "apt-get was not asked to install"
}

SaysSoWhenAptCannotInstall() {
  tools_that_want no-such-a
  fake id 'echo 0'
  fake dpkg ''
  fake apt-get 'exit 100'
  expect_exit 3 "$work/tree/tools/install-packages"
  expect_text 'apt-get could not install: no-such-a'
}

DoesNothingWhenAllIsThere() {
  tools_that_want g++ git
  without_root
  expect_exit 0 "$work/tree/tools/install-packages"
  expect_text 'all 2 packages are there'
}

TakesANewEnoughCargoForThePackageCargoWeb() {
  tools_that_want cargo-web
  without_root
  fake dpkg-query ''
  fake cargo 'echo cargo 1.90.0'
  expect_exit 0 "$work/tree/tools/install-packages"
  fake cargo 'echo cargo 1.65.0'
  expect_exit 3 "$work/tree/tools/install-packages"
  expect_line 'sudo apt-get install -y --no-install-recommends cargo-web'
}

NamesThePackagesOnASystemWithoutDpkg() {
  tools_that_want g++ no-such-a
  local command
  for command in bash env dirname sed cut sort head id; do
    ln -s "$(command -v "$command")" "$work/bin/$command"
  done
  output=$(PATH="$work/bin" "$work/tree/tools/install-packages" 2>&1) && fail "exit code 0, wanted 3"
  expect_text 'this is no Debian system; install by its own means what corresponds to: g++ no-such-a'
}

"$@"
