"""The thread of a battle, beside the frames: what is wanted waits its turn in it, and none of it is dropped.

Behind it the ground is worked out, so that it is there when somebody is set up, or soon.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Thread

from scene.navmesh.navmesh import builder, navmesh_of
from sightline.window.background.navmesh_processes import NavMeshProcesses
from sightline.window.battle.battle_game import BattleGame
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.intents.intents import Intent


class BattleThread:
    """The thread that a battle belongs to.

    Attributes:
        navmeshes: work out the navmeshes that it needs.
        name: of the battle, as it was asked for.
        stands: whether the program does nothing before people want something: so a moment that was shared stays as it is.
        begin: opens the battle.
        wanted: what was wanted last; None for nothing yet.
    """

    def __init__(self, begin: Callable[[], BattleGame], name: str = "", *, stands: bool = False) -> None:
        """Open a battle; that may take a while."""
        self.name, self.stands, self.begin = name, stands, begin
        self.wanted: Intent | None = None
        self.navmeshes = NavMeshProcesses()
        self._thread = ThreadPoolExecutor(1, "battle", initializer=builder.set, initargs=(self.navmeshes.build,))
        self._battling = self._thread.submit(begin)
        self._ground = Thread(target=self._work_out_ground, daemon=True)
        self._battling.add_done_callback(lambda _: self._ground.start())
        first = self._thread.submit(lambda: self._battling.result().shown())
        self._shown: deque[Future[BattleSnapshot] | Future[BattleSnapshot | None]] = deque([first])
        self._look: Future[BattleSnapshot | None] | None = None

    def want(self, intent: Intent, heard: int | None = None) -> None:
        """Have something done, after all that was wanted before; for ``heard`` see `BattleGame.carry_out`."""
        self.wanted = intent
        self._shown.append(self._thread.submit(lambda: self._battling.result().carry_out(intent, heard)))

    def go_on(self) -> None:
        """Let the program give its next answer."""
        self._shown.append(self._thread.submit(lambda: self._battling.result().let_program_answer()))

    def look(self) -> None:
        """See whether other programs have answered, unless anything is under way: that sees it as well."""
        if not self._shown:
            self._look = self._thread.submit(lambda: self._battling.result().look())
            self._shown.append(self._look)

    def collect(self) -> BattleSnapshot | None:
        """The next moment that has come; None where none has. Raises what went wrong with it."""
        if not self._shown or not self._shown[0].done():
            return None
        return self._shown.popleft().result()

    @property
    def busy(self) -> bool:
        """Whether anything is under way, beside looking whether other programs have answered."""
        return any(one is not self._look for one in self._shown)

    @property
    def works_out_ground(self) -> bool:
        """Whether the ground is being worked out behind it."""
        return self._ground.is_alive()

    def close(self) -> Future[None]:
        """Let go of the journal once what is under way has ended; the answer comes when that is done."""

        def end() -> None:
            self.navmeshes.close()
            if self._battling.exception() is None:
                self._battling.result().close()
            if self._ground.is_alive():
                self._ground.join()

        if not self._battling.done():
            # No answer is lost by not opening it.
            self.navmeshes.close()
        closed = self._thread.submit(end)
        self._thread.shutdown(wait=False)
        return closed

    def _work_out_ground(self) -> None:
        """Work out all navmeshes; where one cannot be, whoever needs it is told why."""
        if self._battling.cancelled() or self._battling.exception() is not None:
            return
        builder.set(self.navmeshes.build)
        terrain, size, needed = self._battling.result().ground
        with suppress(Exception):
            for agent in needed:
                navmesh_of(terrain, size, agent)
