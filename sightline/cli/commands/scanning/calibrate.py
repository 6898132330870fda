"""``sightline calibrate``: what a camera's lens does, from photos of a printed board."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.options import AsJson, Overwrite
from sightline.console import print_json, progress_share, tell, warn
from sightline.files.output_files import check_file, write_file
from sightline.files.photo_files import photo_files

if TYPE_CHECKING:
    from capture.calibration.lens_calibration import Calibration

CAMERA_ENDS = (".json",)


def command(
    photos: Annotated[
        list[Path],
        typer.Argument(metavar="PHOTO...", help="Photos that show the board, or folders of them.", show_default=False),
    ],
    *,
    board: Annotated[
        str,
        typer.Option(
            "--board", metavar="BOARD", help="The board: its kind, its squares or corners, its sizes.", show_default=False
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="CAMERA.json", help="Write the lens here.", show_default=False)
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """What a camera's lens does, from photos of a printed board: focal length, centre, distortion, and how sure they are.

    All photos with one lens at one zoom; 10 to 20 that fill the picture, from all
    sides and well aslant. Photos that do not serve are named and left out.

    The exit code is 1 where the photos do not fix the lens well enough to measure
    with; why is told, and CAMERA.json says so too.

    A board is written charuco:SQUARES:SQUARE:TAG, with the tags' family and the word
    legacy after it where it needs them, or chessboard:INNER-CORNERS:SQUARE.

    [bold]With photos and files of your own[/bold]

      sightline calibrate board/*.jpg --board charuco:7x9:24mm:17mm -o phone.json

      sightline calibrate board/*.jpg --board charuco:5x7:40mm:20mm:DICT_6X6_250:legacy --json

      sightline calibrate board/*.jpg --board chessboard:9x6:25mm
    """
    photos = photo_files(photos)
    if output is not None:
        check_file(output, what="cameras are JSON files", ends=CAMERA_ENDS, overwrite=overwrite, sources=photos)
    from capture.calibration.boards import parse_board
    from capture.calibration.lens_calibration import calibrate

    wanted = parse_board(board)
    with progress_share("calibrating") as share:
        found = calibrate(photos, wanted, on_progress=share)
    warn(found.remarks)
    if output is not None:
        from capture.calibration.camera_file import camera_text

        write_file(output, camera_text(found.lens, found.covariance, info_of(found)))
    if as_json:
        print_json(document(found))
    else:
        tell(in_words(found))
    if not found.sufficient:
        raise typer.Exit(1)


def info_of(found: "Calibration") -> Any:  # noqa: ANN401 - its class is imported late
    """What the camera file says of how the lens became known."""
    from capture.calibration.camera_file import CameraInfo

    make, model, focal_mm, focal_35mm, _ = found.taken_with
    return CameraInfo(
        make=make,
        model=model,
        focal_mm=focal_mm,
        focal_35mm=focal_35mm,
        board=found.board.words,
        rms_px=found.rms_px,
        photos_used=len(found.used),
        sufficient=found.sufficient,
        why=found.why,
    )


def document(found: "Calibration") -> dict[str, object]:
    """The answer as JSON has it."""
    sigmas = [max(float(found.covariance[index, index]), 0.0) ** 0.5 for index in range(9)]
    return {
        "camera_matrix": found.lens.matrix.tolist(),
        "distortion": list(found.lens.distortion),
        "image_size": list(found.lens.size),
        "rms_px": found.rms_px,
        "photos_used": len(found.used),
        "photos_rejected": [{"photo": name, "why": why} for name, why in found.rejected],
        "sigma": {"focal": found.focal[1], "centre": sigmas[2:4], "distortion": sigmas[4:]},
        "sufficient": found.sufficient,
        "why": list(found.why),
        "covariance": found.covariance.tolist(),
        "board": found.board.words,
        "square_pixels": not found.freedom.oblong,
        "k3_fitted": found.freedom.k3,
        "remarks": list(found.remarks),
        "photos": [
            {"photo": photo.name, "rms_px": photo.rms_px, "corners": photo.corners, "tilt": photo.tilt} for photo in found.used
        ],
    }


def in_words(found: "Calibration") -> list[str]:
    """The answer for a person."""
    focal, sigma = found.focal
    cx, cy = found.lens.centre
    k1, k2, p1, p2, k3 = found.lens.distortion
    count = len(found.used)
    lines = [
        f"Focal length {focal:.1f} px, give or take {sigma:.2g} ({100 * sigma / focal:.2f} %)"
        if found.sufficient
        else f"Not enough to measure with: focal length {focal:.0f} px, give or take {sigma:.2g} ({100 * sigma / focal:.1f} %)",
        f"Centre {cx:.1f}, {cy:.1f} in photos of {found.lens.size[0]} x {found.lens.size[1]} pixels",
        f"Distortion k1 {k1:.4f}, k2 {k2:.4f}, p1 {p1:.5f}, p2 {p2:.5f}, " + (f"k3 {k3:.4f}" if k3 else "no k3"),
        f"Corners are {found.rms_px:.2f} px off, in {count} photo{'s' if count > 1 else ''}",
        *(f'Left out: "{name}" {why}' for name, why in found.rejected),
    ]
    return [*lines, *(f"Lacking: {why}" for why in found.why)]
