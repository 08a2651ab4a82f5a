#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Converts the screen dump that Xvfb keeps in its -fbdir (XWD, 32 bits per pixel) to PNG.

Usage: xwd_to_png.py XWD PNG
"""

import struct
import sys
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main():
    with open(sys.argv[1], "rb") as file:
        xwd = file.read()
    header = struct.unpack(">25I", xwd[:100])
    header_size, width, height, byte_order = header[0], header[4], header[5], header[7]
    bits_a_pixel, bytes_a_line, colours = header[11], header[12], header[19]
    if bits_a_pixel != 32:
        sys.exit(f"{bits_a_pixel} bits a pixel instead of 32")
    pixels = header_size + 12 * colours
    red, green, blue = (2, 1, 0) if byte_order == 0 else (1, 2, 3)
    rows = bytearray()
    for y in range(height):
        line = xwd[pixels + y * bytes_a_line :][: 4 * width]
        row = bytearray(3 * width)
        row[0::3], row[1::3], row[2::3] = line[red::4], line[green::4], line[blue::4]
        rows += b"\0" + row
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
    png += chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")
    with open(sys.argv[2], "wb") as file:
        file.write(png)


main()
