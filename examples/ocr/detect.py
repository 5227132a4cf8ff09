# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""The two ends of the text detector: a picture becomes its input, its output becomes boxes.

    detect.py prepare PICTURE INPUT.npy
    detect.py boxes PICTURE OUTPUT.npy BOXES.png

The numbers are those that rapidocr-onnxruntime 1.4.4 ships for this model (its config.yaml).
"""
import os
import sys

import cv2
import numpy as np

LONGEST_SIDE = 2000  # a larger picture is reduced to this first
SHORTEST_SIDE = 736  # a smaller one is then enlarged to this
STRIDE = 32  # the network wants multiples of it
MEAN, DEVIATION = 0.5, 0.5  # of pixels scaled to 0..1, in BGR order
PIXEL_THRESHOLD = 0.3
BOX_THRESHOLD = 0.5
UNCLIP_RATIO = 1.6
SMALLEST_BOX = 3  # pixels of the network's input


def read_picture(path):
    picture = cv2.imread(path, cv2.IMREAD_COLOR)
    if picture is None:
        sys.exit(f"detect: {path} is no picture that OpenCV can read (PNG, JPEG, BMP, WebP)")
    return picture


def scaled(height, width, ratio):
    """Both sides times the ratio, rounded to a multiple of the stride."""
    return [max(STRIDE, round(int(side * ratio) / STRIDE) * STRIDE) for side in (height, width)]


def prepare(picture):
    """[H,W,3] bytes -> [1,3,H',W'] floats in -1..1."""
    if max(picture.shape[:2]) > LONGEST_SIDE:
        size = scaled(*picture.shape[:2], LONGEST_SIDE / max(picture.shape[:2]))
        picture = cv2.resize(picture, size[::-1])
    size = scaled(*picture.shape[:2], max(1.0, SHORTEST_SIDE / min(picture.shape[:2])))
    picture = cv2.resize(picture, size[::-1])
    values = (picture.astype(np.float32) / 255 - MEAN) / DEVIATION
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None], dtype=np.float32)


def mean_inside(probability, corners):
    """Mean probability in the polygon."""
    x, y, width, height = cv2.boundingRect(np.floor(corners).astype(np.int32))
    x0, y0 = max(x, 0), max(y, 0)
    window = probability[y0 : y + height, x0 : x + width]
    mask = np.zeros(window.shape, np.uint8)
    cv2.fillPoly(mask, [(corners - (x0, y0)).astype(np.int32)], 1)
    return cv2.mean(window, mask)[0]


def find_boxes(probability, height, width):
    """[H',W'] probabilities -> list of (four corners in the picture's pixels, score).

    The network marks the core of each line. Growing a rectangle by area * ratio / perimeter on each
    side gives the line back.
    """
    mask = cv2.dilate((probability > PIXEL_THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    scale = np.array([width / probability.shape[1], height / probability.shape[0]])
    boxes = []
    for contour in contours:
        centre, (w, h), angle = cv2.minAreaRect(contour)
        if min(w, h) < SMALLEST_BOX:
            continue
        score = mean_inside(probability, cv2.boxPoints((centre, (w, h), angle)))
        if score < BOX_THRESHOLD:
            continue
        grow = 2 * (w * h * UNCLIP_RATIO / (2 * (w + h)))
        corners = cv2.boxPoints((centre, (w + grow, h + grow), angle)) * scale
        boxes.append((np.clip(np.round(corners), 0, (width - 1, height - 1)).astype(int), score))
    return sorted(boxes, key=lambda box: (box[0][:, 1].min(), box[0][:, 0].min()))


def draw(picture, boxes, path):
    """Writes the picture with the boxes on it; the file appears whole or not at all."""
    thickness = max(2, round(max(picture.shape[:2]) / 600))
    for corners, _ in boxes:
        cv2.polylines(picture, [corners.astype(np.int32)], True, (40, 160, 20), thickness)
    unfinished = f"{path}.unfinished.png"
    if not cv2.imwrite(unfinished, picture):
        sys.exit(f"detect: cannot write {path}")
    os.replace(unfinished, path)


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "prepare":
        values = prepare(read_picture(arguments[1]))
        np.save(arguments[2], values)
        print(f"{arguments[2]}: {'x'.join(map(str, values.shape))} float32")
    elif len(arguments) == 4 and arguments[0] == "boxes":
        picture = read_picture(arguments[1])
        boxes = find_boxes(np.load(arguments[2])[0, 0], *picture.shape[:2])
        for corners, score in boxes:
            print(f"  {score:.2f}  {' '.join(f'{x},{y}' for x, y in corners)}")
        draw(picture, boxes, arguments[3])
        print(f"{arguments[3]}: {len(boxes)} boxes")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
