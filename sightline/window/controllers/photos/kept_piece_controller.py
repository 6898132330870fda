"""The controller of clicked pieces that are kept for other tables, in a pieces file beside this one."""

from scene.base.errors import SceneError
from sightline.drafts.kept_pieces import PIECES_FILE, KeptPieces, clicked_ids, keep_pieces, not_kept_yet
from sightline.window.controllers.question_controller import telling
from sightline.window.controllers.shown_state import ShownState


def keep_for_other_tables(state: ShownState) -> None:
    """Keep the clicked pieces that are in no pieces file yet; `scan --pieces` finds them in the photos of other tables."""
    photo, history = state.view.photo, state.view.history
    if photo is None or history is None or state.view.mode != "photos":
        raise SceneError("open the photos of the scan first")
    draft = history.now
    if draft.path is None:
        raise SceneError("save the table first; the pieces are kept in a file beside it")
    clicked, pieces_file = clicked_ids(draft.table), draft.path.with_name(PIECES_FILE)
    if not clicked:
        raise SceneError("no piece was clicked yet; put one on the table first")
    names = not_kept_yet(pieces_file, clicked)
    if not names:
        raise SceneError(f'all clicked pieces are in "{PIECES_FILE}" already; sightline keep --overwrite keeps them anew')
    photos, table, document = photo.photos, draft.table, draft.document
    steps, done = len(photos.files) + len(names), 0
    tell = telling(state, "looking at the pieces")

    def step(count: int) -> None:
        nonlocal done
        done += count
        tell(min(done / steps, 1.0))

    def take(found: KeptPieces) -> None:
        kept = ", ".join(table.called(each.id) for each in found.kept)
        parts = [f'{kept}: kept in "{PIECES_FILE}", where sightline scan --pieces finds what it looks like'] if kept else []
        state.say("; ".join([*parts, *(f"{table.called(name)} was not kept, it {why}" for name, why in found.left_out)]))

    state.workers.ask(
        "keep",
        (table, names),
        lambda: keep_pieces(document, table, photos, names, pieces_file, on_progress=step),
        take,
        fail=state.failed,
        tell=tell,
        slow=True,
    )
