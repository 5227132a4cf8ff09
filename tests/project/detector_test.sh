# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

python() {
  PYTHONPATH="$source_root/examples/ocr" PYTHONDONTWRITEBYTECODE=1 "$deps/venv/bin/python" "$@"
}

ScalesThePictureAsTheModelsConfigurationSays() {
  expect_exit 0 python - <<'PYTHON'
import numpy as np
from detect import prepare
for (height, width), wanted in {
    (1280, 960): (1280, 960),  # shortest side is over 736: only rounded to multiples of 32
    (420, 700): (736, 1216),  # enlarged to a shortest side of 736
    (3000, 1000): (2176, 736),  # reduced to a longest side of 2000, then enlarged
}.items():
    got = prepare(np.full((height, width, 3), (0, 51, 255), np.uint8))
    assert got.shape == (1, 3, *wanted), (got.shape, wanted)
    assert np.allclose(got[0, :, 5, 5], (-1, -0.6, 1)), got[0, :, 5, 5]
PYTHON
}

FindsTheRectanglesInAProbabilityMapAndGrowsThem() {
  expect_exit 0 python - <<'PYTHON'
import numpy as np
from detect import find_boxes
probability = np.zeros((64, 128), np.float32)
probability[20:30, 10:90] = 0.9  # a line
probability[50:60, 10:90] = 0.4  # above the pixel threshold, below the box threshold
(corners, score), = find_boxes(probability, 128, 256)
# The dilated core is 80 x 10 between its outer pixels; each side grows by 800 * 1.6 / 180 = 7.1.
low, high = corners.min(axis=0), corners.max(axis=0)
assert np.abs(low - (4, 24)).max() <= 4, low
assert np.abs(high - (194, 75)).max() <= 4, high
assert 0.7 < score <= 0.9, score
PYTHON
}

SaysThatAFileIsNoPicture() {
  echo text >"$work/a.png"
  expect_exit 1 python "$source_root/examples/ocr/detect.py" prepare "$work/a.png" "$work/x.npy"
  expect_text "$work/a.png is no picture that OpenCV can read"
}

# Runs the whole example on a drawn page of the size $1, and leaves its output in $output.
run_example_on() {
  python "$source_root/examples/ocr/draw_page.py" "$work/page $1.png" --size "$1" >/dev/null
  PLUGSMITH_DEMO="$work/demo" expect_exit 0 "$source_root/examples/ocr/run" "$work/page $1.png"
}

MarksTheTextOfPagesOfTwoSizesWithAllActivationsReplaced() {
  local size boxes=()
  for size in 640x800 700x420; do
    run_example_on "$size"
    expect_text ': 24 subgraphs replaced by HardSwish_PS'
    expect_text 'holds no subgraph that HardSwish_PS replaces'
    expect_text ': within'
    boxes+=("$(sed -n 's/.*boxes.png: \([0-9]*\) boxes/\1/p' <<<"$output")")
    [[ -f "$work/demo/page $size/boxes.png" ]] || fail "no picture with boxes"
  done
  # The page has a heading, a line, a paragraph, five rows of four cells, a stamp and a footnote.
  ((boxes[0] >= 20 && boxes[1] >= 20)) || fail "only ${boxes[*]} boxes"
  cmp -s "$work/demo/page 640x800/boxes.png" "$work/demo/page 700x420/boxes.png" && fail "equal pictures"
  return 0
}

"$@"
