"""Background work: what takes longer than a frame, beside the frames; of each kind of question only the newest counts."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scene.navmesh.navmesh import Advance, builder
from scene.navmesh.navmesh_file import NavMeshParts
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from sightline.window.background.navmesh_processes import DroppedError, NavMeshProcesses

Result = TypeVar("Result")


@dataclass(eq=False)
class Telling:
    """Tells people how far some work has come, and the work that nobody waits for it any more.

    Attributes:
        show: is told the share of the work done, 0 to 1.
        dropped: whether nobody waits.
    """

    show: Callable[[float], None]
    dropped: bool = False

    def __call__(self, share: float) -> None:
        """Tell, or raise `DroppedError`."""
        if self.dropped:
            raise DroppedError
        self.show(share)


@dataclass(frozen=True, eq=False)
class _Asked:
    """A question that is under way: which it is, its answer to come, who takes that, and what it tells meanwhile."""

    key: Hashable
    future: Future[Any]
    take: Callable[[Any], None]
    fail: Callable[[Exception], None]
    tell: Telling | None

    def drop(self) -> None:
        """Nobody waits for it."""
        self.future.cancel()
        if self.tell is not None:
            self.tell.dropped = True


@dataclass
class Workers:
    """One thread for what people wait for, one for what takes seconds, one for what only looks better.

    Attributes:
        asked: the newest question of each kind.
        navmeshes: work out the navmeshes that the questions need.
        battles: work out those of the battle that is played, so that none is worked out twice; None while none is.
    """

    asked: dict[str, _Asked] = field(default_factory=dict)
    navmeshes: NavMeshProcesses = field(default_factory=NavMeshProcesses)
    battles: NavMeshProcesses | None = None

    def __post_init__(self) -> None:
        self._quick, self._slow, self._looks = (
            ThreadPoolExecutor(1, name, initializer=builder.set, initargs=(self._build,)) for name in ("quick", "slow", "looks")
        )

    def _build(self, terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance) -> NavMeshParts:
        return (self.battles or self.navmeshes).build(terrain, size, agent, advance)

    def ask(
        self,
        kind: str,
        key: Hashable,
        work: Callable[[], Result],
        take: Callable[[Result], None],
        *,
        fail: Callable[[Exception], None],
        tell: Telling | None = None,
        slow: bool = False,
        looks: bool = False,
    ) -> None:
        """Have something worked out.

        Args:
            kind: of question; an older one of the same kind is dropped.
            key: which question it is: the same is not asked again while it is under way.
            work: gives the answer; runs in another thread, and changes nothing.
            take: gets the answer, in the thread that calls `collect`.
            fail: gets what ``work`` raised, there too.
            tell: what ``work`` tells how far it has come; it is told when nobody waits any more.
            slow: whether it may take seconds.
            looks: whether it tells nothing and only looks better, so that nothing that does has to wait for it.
        """
        before = self.asked.get(kind)
        if before is not None:
            if before.key == key:
                return
            before.drop()
        pool = self._looks if looks else self._slow if slow else self._quick
        self.asked[kind] = _Asked(key, pool.submit(work), take, fail, tell)

    def drop(self, kind: str) -> None:
        """Nobody waits for the answers of a kind any more."""
        before = self.asked.pop(kind, None)
        if before is not None:
            before.drop()

    def collect(self) -> bool:
        """Hand over the answers that have come; whether there were any."""
        done = [(kind, one) for kind, one in self.asked.items() if one.future.done()]
        for kind, one in done:
            # What takes the answer may ask the next question of its kind.
            if self.asked.get(kind) is one:
                del self.asked[kind]
            if one.future.cancelled():
                continue
            error = one.future.exception()
            if error is None:
                one.take(one.future.result())
            elif isinstance(error, Exception):
                one.fail(error)
            else:
                raise error
        return bool(done)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self.asked)

    def finish(self, kind: str, *, seconds: float = 30.0) -> None:
        """Wait for the answer of a kind of question, but not for ever."""
        asked = self.asked.get(kind)
        if asked is not None:
            wait([asked.future], seconds)

    def close(self) -> None:
        """Begin nothing more; navmeshes end at once, and what else runs in its own time."""
        for one in self.asked.values():
            one.drop()
        self.navmeshes.close()
        for pool in (self._quick, self._slow, self._looks):
            pool.shutdown(wait=False, cancel_futures=True)
