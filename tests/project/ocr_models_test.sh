# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# What our ops replace in the three networks of the package rapidocr-onnxruntime, exported by
# PaddlePaddle, and that the grafted network computes what the original does.

check() { # check MODEL SHAPE OP=COUNT...; every other op with patterns finds nothing
  local shape=$2 model grafted=$work/grafted.onnx op wanted counts=" ${*:3} "
  model=$(compgen -G "$deps/venv/lib/python3*/site-packages/rapidocr_onnxruntime/models/$1") ||
    skip "$1 is not there: run \`make setup\`"
  cp "$model" "$grafted"
  for op in HardSwish_PS Swish_PS Mish_PS Gelu_PS GroupNorm_PS RmsNorm_PS AddRmsNorm_PS NonZero_PS; do
    if [[ $counts =~ \ $op=([0-9]+)\  ]]; then
      wanted=${BASH_REMATCH[1]}
      expect_exit 0 "$build/bin/plugsmith" graft "$grafted" --op "$op" -o "$grafted"
      expect_text "$wanted subgraphs replaced by $op"
    else
      expect_exit 1 "$build/bin/plugsmith" graft "$grafted" --op "$op" -o "$work/none.onnx"
      expect_text "holds no subgraph that $op replaces"
    fi
  done
  expect_exit 0 "$build/bin/plugsmith" run "$grafted" --plugins "$build/lib/libplugsmith_plugins.so" \
    --input random:7 --shape "x=$shape" --compare "$model"
  expect_text ': agrees'
}

TheDetectorHas24HardSwishes() { check ch_PP-OCRv4_det_infer.onnx 1x3x64x96 HardSwish_PS=24; }
TheRecognizerHas28HardSwishesAnd7Swishes() {
  check ch_PP-OCRv4_rec_infer.onnx 1x3x48x96 HardSwish_PS=28 Swish_PS=7
}
TheClassifierHas18HardSwishes() { check ch_ppocr_mobile_v2.0_cls_infer.onnx 1x3x48x192 HardSwish_PS=18; }

"$@"
