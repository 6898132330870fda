"""Codes are read by somebody else's reader: as a picture, and as the letters of a terminal."""

import cv2
import numpy as np

from sightline.drawing.annotation.qr_codes import in_letters, qr_picture

LINK = "https://192.168.178.120:8650/9UasSbNUcMO5E6dQomN2/"


def test_picture_and_letters_say_the_link() -> None:
    read = cv2.QRCodeDetector().detectAndDecode
    assert read(qr_picture(LINK))[0] == LINK
    rows = [list(row) for row in in_letters(LINK).split("\n")]
    upper, lower = (np.isin(np.array(rows), list(dark)) for dark in ("▀█", "▄█"))
    dark = np.stack([upper, lower], axis=1).reshape(-1, upper.shape[1])
    drawn = np.where(dark, 0, 255).astype(np.uint8).repeat(5, axis=0).repeat(5, axis=1)
    assert read(drawn)[0] == LINK
