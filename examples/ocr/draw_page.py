# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws a page as a phone would photograph it: text of several sizes, a tilted stamp, a little
turn, uneven light, blur and noise. The font is the one that Pillow carries.

    draw_page.py OUT.png [--size 960x1280] [--seed 7]
"""
import argparse

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

HEADING = "Harbour Tide Table"
LINE = "Station 14, North Pier, week 36"
PARAGRAPH = (
    "High water comes about fifty minutes later each day. Heights are given above the chart datum "
    "in metres. Strong westerly wind may raise the level by half a metre, and a high barometer "
    "lowers it. Small craft should leave the inner basin two hours before low water."
)
ROWS = [
    ("Day", "High", "Low", "Height"),
    ("Monday", "04:12", "10:31", "3.84"),
    ("Tuesday", "05:03", "11:20", "3.91"),
    ("Wednesday", "05:49", "12:06", "3.97"),
    ("Thursday", "06:38", "12:55", "3.88"),
]
FOOTNOTE = "All times are local. No warranty is given for storm surges."


def wrapped(words, font, width):
    """Breaks a text into lines that fit the width."""
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > width:
            yield line
            line = word
        else:
            line = longer
    yield line


def typeset(width, height):
    """The flat page, before the camera."""
    page = Image.new("RGB", (width, height), (246, 243, 232))
    draw = ImageDraw.Draw(page)
    unit = min(width / 40, height / 44)
    margin, y = 3 * unit, 3 * unit

    def write(text, size, x=margin, ink=(30, 32, 44)):
        draw.text((x, y), text, font=ImageFont.load_default(size * unit), fill=ink)

    write(HEADING, 3)
    y += 5 * unit
    write(LINE, 1.5, ink=(120, 30, 30))
    y += 4 * unit
    for line in wrapped(PARAGRAPH, ImageFont.load_default(1.2 * unit), width - 2 * margin):
        write(line, 1.2)
        y += 2 * unit
    y += 1.5 * unit
    for row in ROWS:
        if y > height - 8 * unit:
            break
        for column, cell in enumerate(row):
            write(cell, 1.35, margin + column * 9 * unit)
        y += 2.6 * unit
    y = height - 3 * unit
    write(FOOTNOTE, 0.95, ink=(90, 90, 90))

    stamp = Image.new("RGBA", (int(14 * unit), int(3.6 * unit)), (0, 0, 0, 0))
    pen = ImageDraw.Draw(stamp)
    red = (190, 40, 40, 230)
    pen.rectangle((2, 2, stamp.width - 3, stamp.height - 3), outline=red, width=int(unit / 4))
    pen.text((1.2 * unit, 0.6 * unit), "CHECKED", font=ImageFont.load_default(2.4 * unit), fill=red)
    stamp = stamp.rotate(17, expand=True, resample=Image.Resampling.BICUBIC)
    page.paste(stamp, (int(width - 18 * unit), int(height - 11 * unit)), stamp)
    return np.asarray(page)[:, :, ::-1].astype(np.float32)


def photograph(page, random):
    """A turn of up to three degrees, light that falls off to one side, blur and noise."""
    height, width = page.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), random.uniform(-3, 3), 0.94)
    photo = cv2.warpAffine(page, turn, (width, height), borderValue=(70, 84, 92))
    light = np.linspace(1.0, random.uniform(0.7, 0.85), width, dtype=np.float32)
    photo = cv2.GaussianBlur(photo * light[None, :, None], (0, 0), 0.7)
    photo += random.normal(0, 5, photo.shape)
    return np.clip(photo, 0, 255).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("picture")
    parser.add_argument("--size", default="960x1280", help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))
    photo = photograph(typeset(width, height), np.random.default_rng(options.seed))
    if not cv2.imwrite(options.picture, photo):
        parser.error(f"cannot write {options.picture}")
    print(f"{options.picture}: a page of {width} x {height} pixels, seed {options.seed}")


if __name__ == "__main__":
    main()
