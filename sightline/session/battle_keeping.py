"""Keeping a battle in its journal: found, begun or gone on with."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rules.engine.game_history import Game
from rules.engine.given_entries import Given
from rules.engine.journal_format import MARKED, Journal
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.initial_state import new_battle
from rules.systems.rule_system import RuleSystem
from scene.base.errors import SceneError
from scene.table_io.table_bundle import SUFFIX as SHARED
from sightline.errors import CommandError
from sightline.files.output_files import free_name, is_there
from sightline.files.rule_systems import rules_called, same_rules
from sightline.files.shared_moments import read_moment
from sightline.session.battle_loading import battle_path, game_of, header_of, name_of, setting_of, shared_header
from sightline.session.journal_files import SUFFIX, JournalFile, begin_journal, opened, opened_to_read, written_later
from sightline.session.play_loop import Play

MOST_SEED = 2**63


@contextmanager
def kept(
    battle: str,
    journal: Path | None = None,
    seed: int | None = None,
    *,
    rules: RuleSystem | None = None,
    only_read: bool = False,
    check: Callable[[Battle], object] = lambda _battle: None,
) -> Iterator[JournalFile]:
    """The journal of a battle: the one given, the one beside the battle file, or a new one.

    Args:
        battle: a battle file, its journal, a shared battle, or the name of a bundled battle, whose journal lies in the present
            folder. A shared battle begins where it was shared, and has a journal once it is gone on with.
        journal: where it is kept instead.
        seed: of the dice of a new battle; by chance if none is given.
        rules: by which a new battle goes, whatever its file says; one that is under way must have been begun by them.
        only_read: whether it is only looked at.
        check: raises what speaks against a new battle, before anything is written of it.

    Raises:
        RulesError, SceneError, CommandError: if there is no such battle, or its journal cannot be gone on with.
    """
    path = battle_path(battle)
    if not path.name or path.is_dir():
        raise CommandError(f'"{battle}" is a folder; name a battle file, its journal or a bundled battle')
    if path.suffix == SUFFIX and journal is not None:
        raise CommandError(f'"{path}" is a journal itself; leave --journal out')
    if path.suffix.lower() == SHARED and not (journal is not None and journal.exists()):
        with _shared(path, journal, seed, rules=rules, only_read=only_read) as file:
            yield file
        return
    place = path if path.suffix == SUFFIX else journal or _journal_of(path, battle)
    if place.is_dir():
        raise CommandError(f'"{place}" is a folder; name a file in it for the journal')
    if not place.exists():
        if path.suffix == SUFFIX:
            raise CommandError(f'there is no journal "{path}"')
        header = header_of(path, place.parent, rules)
        check(new_battle(setting_of(header, place.parent)))  # what does not go together leaves no journal behind
        begin_journal(place, header | {"seed": secrets.randbits(48) if seed is None else seed} | MARKED)
    with opened_to_read(place) if only_read else opened(place) as file:
        if seed not in {None, file.journal.header.get("seed")}:
            begun = f'"{place}" was begun with seed {file.journal.header.get("seed")}'
            raise CommandError(f"{begun}; leave --seed out to go on with it, or give another --journal for a new battle")
        if rules is not None:
            _check_rules(rules, file.path, file.journal)
        if journal is not None:
            _check_same(path, file)
        yield file


@contextmanager
def _shared(
    bundle: Path, journal: Path | None, seed: int | None, *, rules: RuleSystem | None, only_read: bool
) -> Iterator[JournalFile]:
    """The battle of a bundle as it was shared; going on with it writes a journal beside it, under a name that is free."""
    found = read_moment(bundle)[1]
    if found is None:
        raise CommandError(f'"{bundle}" holds a table and no battle; "sightline play" opens it')
    if seed not in {None, found.header.get("seed")}:
        raise CommandError(f'"{bundle}" was begun with seed {found.header.get("seed")}; leave --seed out to go on with it')
    if rules is not None:
        _check_rules(rules, bundle, found)
    if journal is not None and journal.is_dir():
        raise CommandError(f'"{journal}" is a folder; name a file in it for the journal')
    name = free_name(f"{bundle.stem}{SUFFIX}", lambda one: is_there(bundle.with_name(one)))
    place = bundle if only_read else journal or bundle.with_name(name)
    with written_later(place, shared_header(found.header, bundle, place.parent), found.entries) as file:
        yield file


def _check_rules(rules: RuleSystem, path: Path, journal: Journal) -> None:
    """A journal that is gone on with goes by the rules that it was begun by."""
    kept = journal.header.get("rules")
    if not same_rules(rules, kept):
        called = rules_called(kept)
        as_then = ", as its file was then: it says something else now" if called == rules.name else f", not by {rules.name}"
        begun = f'"{path}" was begun by {called}{as_then}'
        raise CommandError(f"{begun}; leave --rules out to go on, or give another --journal for a new battle")


def _check_same(path: Path, file: JournalFile) -> None:
    """A journal that was named besides a battle has to be of that battle."""
    shared = read_moment(path)[1] if path.suffix.lower() == SHARED else None
    name = name_of(path) if shared is None else str(shared.header.get("name"))
    if (kept := file.journal.header.get("name")) != name:
        raise CommandError(f'"{file.path}" is of the battle "{str(kept)[:60]}", not of "{name[:60]}"; give another --journal')


def _journal_of(path: Path, battle: str) -> Path:
    """Beside the battle file; of a bundled battle, in the present folder."""
    return path.with_suffix(SUFFIX) if str(path) == battle else Path(f"{battle}{SUFFIX}")


def play_of(file: JournalFile, *, typed: bool, ground_first: bool = True) -> Play:
    """The battle as far as its journal tells it; working out the navmeshes may take a while.

    Args:
        file: its journal.
        typed: whether people roll the dice and type them.
        ground_first: whether all navmeshes are worked out now; else each when it is needed.

    Raises:
        CommandError: with all that is wrong with the journal.
    """
    game, seed = game_kept(file.path, file.journal, file.journal.answers, ground_first=ground_first)
    return Play(game, file, seed, typed=typed, told=len(game.log))


def game_kept(path: Path, journal: Journal, answers: Sequence[Given], *, ground_first: bool = True) -> tuple[Game[Battle], int]:
    """The game of a journal after some of its answers, and the seed of its dice.

    Raises:
        CommandError: with all that is wrong with the journal.
    """
    seed = journal.header.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
        raise CommandError(f'"{path}" has no seed')
    try:
        return game_of(setting_of(journal.header, path.parent), answers, journal.version, ground_first=ground_first), seed
    except (RulesError, SceneError, CommandError) as error:
        raise CommandError(f'"{path}": {fault}' for fault in error.faults) from None
