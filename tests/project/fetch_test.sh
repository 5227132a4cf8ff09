# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

unset TENSORRT_ROOT CUDACXX
export PLUGSMITH_DEPS="$work/my deps"
tensorrt=$PLUGSMITH_DEPS/tensorrt
headers=$PLUGSMITH_DEPS/tensorrt-headers

# A registry client that delivers an archive with two of the wanted libraries and one unwanted.
registry_that_delivers() {
  # shellcheck disable=SC2016
  fake mvn '
for argument; do [[ $argument != -DoutputDirectory=* ]] || folder=${argument#*=}; done
python3 - "$folder/tensorrt.jar" <<PYTHON
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as jar:
    for name in ("libnvinfer.so.10", "libnvinfer_plugin.so.10", "libnvinfer_builder_resource.so.10.6.0"):
        jar.writestr("org/bytedeco/" + name, name)
PYTHON'
}

NamesTheKnownVersionsWhenAskedForAnother() {
  expect_exit 2 "$source_root/tools/fetch-tensorrt" 9.0
  expect_text '7.2|8.6|10.6|10.15|11.2'
  expect_exit 2 "$source_root/tools/fetch-headers" 9.0
  expect_text '10.16|11.4'
}

TriesThreeTimesAndSaysThatTheRegistryDidNotDeliver() {
  fake mvn 'exit 1'
  expect_exit 3 "$source_root/tools/fetch-tensorrt" 10.6
  expect_text 'the package registry did not deliver TensorRT 10.6; what needs it will be skipped'
  (($(calls_of mvn) == 3)) || fail "$(calls_of mvn) attempts, wanted 3"
  expect_none "$tensorrt"/10.6 "$tensorrt"/.unfinished*

  fake cargo 'exit 1'
  expect_exit 3 "$source_root/tools/fetch-headers" 10.16
  expect_text 'set TENSORRT_ROOT to an installed TensorRT, or run again'
  (($(calls_of cargo) == 3)) || fail "$(calls_of cargo) attempts, wanted 3"
  expect_none "$headers"/10.16 "$headers"/.unfinished*
}

RepairsAFetchThatWasInterrupted() {
  mkdir -p "$tensorrt/10.6" "$tensorrt/.unfinished-fetch-tensorrt-aaaaaa"
  echo half >"$tensorrt/10.6/libnvinfer.so.10"
  registry_that_delivers
  expect_exit 0 "$source_root/tools/fetch-tensorrt" 10.6
  [[ $(cat "$tensorrt/10.6/libnvinfer.so.10") == libnvinfer.so.10 ]] || fail "the half file stayed"
  [[ -f $tensorrt/10.6/libnvinfer_plugin.so.10 ]] || fail "no plugin library"
  expect_none "$tensorrt"/.unfinished* "$tensorrt"/10.6/libnvinfer_builder*
}

FetchesOnlyOnceAndTheBuilderResourceOnlyWhenAsked() {
  registry_that_delivers
  expect_exit 0 "$source_root/tools/fetch-tensorrt" 10.6
  expect_exit 0 "$source_root/tools/fetch-tensorrt" 10.6
  expect_text 'TensorRT 10.6 is there'
  (($(calls_of mvn) == 1)) || fail "fetched $(calls_of mvn) times, wanted once"
  expect_exit 0 "$source_root/tools/fetch-tensorrt" 10.6 --all
  [[ -f $tensorrt/10.6/libnvinfer_builder_resource.so.10.6.0 ]] || fail "no builder resource"
}

FetchesNoTensorrtWhereTheUserHasOne() {
  fake mvn 'exit 1'
  TENSORRT_ROOT=/opt/tensorrt expect_exit 0 "$source_root/tools/fetch-tensorrt" 10.6
  expect_text 'TENSORRT_ROOT is set to /opt/tensorrt'
  (($(calls_of mvn) == 0)) || fail "the registry was asked"
}

# python3 -m venv makes an environment whose python is a script with the body $1.
python_whose_pip() {
  printf '#!/usr/bin/env bash\n%s\n' "$1" >"$work/environment-python"
  chmod +x "$work/environment-python"
  # shellcheck disable=SC2016
  fake python3 '
if [[ $1 == --version ]]; then echo Python 3.11.2; exit; fi
mkdir -p "$3/bin" "$3/lib/python3.11/site-packages/nvidia/cu13/lib"
cp "'"$work/environment-python"'" "$3/bin/python"'
}

PointsToAPythonEnvironmentOnlyWhenItIsComplete() {
  python_whose_pip 'exit 1'
  expect_exit 3 "$source_root/tools/make-venv"
  expect_text 'pip could not fetch the packages'
  expect_none "$PLUGSMITH_DEPS/venv"

  python_whose_pip 'exit 0'
  expect_exit 0 "$source_root/tools/make-venv"
  [[ -x $PLUGSMITH_DEPS/venv/bin/python ]] || fail "no environment"
  expect_exit 0 "$source_root/tools/make-venv"
  expect_text 'up to date'
}

FetchesNoCudaCompilerWhereOneIsInstalled() {
  # shellcheck disable=SC2016
  python_whose_pip 'echo $*'
  fake nvcc ''
  expect_exit 0 "$source_root/tools/make-venv"
  expect_text "using the CUDA compiler $work/bin/nvcc"
  grep -q 'requirements-cuda' <<<"$output" && fail "the CUDA wheels were asked for"
  expect_text 'tools/requirements.txt'
}

AsksThreeTimesForPytorchAndPointsToItOnlyWhenItStarts() {
  python_whose_pip "echo >>'$work/pip.calls'; exit 1"
  expect_exit 3 "$source_root/tools/make-torch-venv"
  expect_text 'the package registry did not deliver PyTorch; the tests that want it will be skipped'
  (($(calls_of pip) == 3)) || fail "$(calls_of pip) attempts, wanted 3"
  expect_none "$PLUGSMITH_DEPS/torch"

  # shellcheck disable=SC2016
  python_whose_pip '[[ $1 != -c ]]'
  expect_exit 3 "$source_root/tools/make-torch-venv"
  expect_text 'PyTorch does not start here'
  expect_none "$PLUGSMITH_DEPS/torch"

  python_whose_pip 'exit 0'
  expect_exit 0 "$source_root/tools/make-torch-venv"
  [[ -x $PLUGSMITH_DEPS/torch/bin/python ]] || fail "no environment"
  expect_exit 0 "$source_root/tools/make-torch-venv"
  expect_text 'up to date'
}

SkipsWhatComparesWithPytorchWhereItIsNot() {
  PLUGSMITH_DEPS=$work/none expect_exit 77 "$source_root/tests/torch/run_test" reference_test.py gelu
  expect_text 'skipped: PyTorch is not there; tools/make-torch-venv fetches it'
}

# A library that is linked against two of CUDA's, one of which has versions of symbols.
StandsInForTheCudaLibrariesThatPytorchIsLinkedAgainst() {
  local folder="$work/torch lib"
  mkdir "$folder"
  cd "$folder"
  printf 'int cudaGetDeviceCount(int* count) { *count = 3; return 0; }\n' >cudart.c
  printf 'libcudart.so.13 { global: *; };\n' >cudart.map
  printf 'int ncclGetVersion(int* version) { *version = 3; return 0; }\n' >nccl.c
  printf 'int cudaGetDeviceCount(int*);\nint ncclGetVersion(int*);\n' >torch.c
  printf 'int answer(void) { int n = 7; return 10 * cudaGetDeviceCount(&n) + ncclGetVersion(&n) + n; }\n' >>torch.c
  cc -shared -fPIC -Wl,-soname,libcudart.so.13 -Wl,--version-script=cudart.map -o libcudart.so.13 cudart.c
  cc -shared -fPIC -Wl,-soname,libnccl.so.2 -o libnccl.so.2 nccl.c
  cc -shared -fPIC -o libtorch.so torch.c -Wl,--no-as-needed libcudart.so.13 libnccl.so.2 "-Wl,-rpath,\$ORIGIN"
  rm libcudart.so.13 libnccl.so.2
  expect_exit 0 python3 "$source_root/tools/torch_without_cuda.py" "$folder"
  expect_text '2 libraries stood in for'
  expect_exit 0 python3 -c 'import ctypes; print(ctypes.CDLL("./libtorch.so").answer())'
  expect_line 1107
}

"$@"
