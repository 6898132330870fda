"""Those who ask take turns: whoever asks much keeps nobody else waiting."""

import asyncio
import time
from collections.abc import Coroutine
from contextvars import copy_context

import pytest

from sightline.errors import CommandError
from sightline.server.workers import ASKER, Worker

MOST = 12


def begun(who: str, asking: Coroutine[None, None, str]) -> asyncio.Task[str]:
    """What somebody asks, as a request of its own."""
    context = copy_context()
    context.run(ASKER.set, who)
    return asyncio.get_running_loop().create_task(asking, context=context)


async def asked(worker: Worker, done: list[str], who: str) -> str:
    """An answer that takes a moment, and is noted."""

    def work() -> str:
        time.sleep(0.005)
        done.append(who)
        return who

    return await worker.answer(work)


def test_who_asks_once_waits_for_one_question_of_whoever_asks_often() -> None:
    async def tried() -> list[str]:
        worker, done = Worker("tried", MOST), list[str]()
        often = [begun("often", asked(worker, done, "often")) for _ in range(MOST // 2)]
        await asyncio.sleep(0)
        once = begun("once", asked(worker, done, "once"))
        await asyncio.gather(*often, once)
        worker.close()
        return done

    done = asyncio.run(tried())
    assert done.index("once") <= 2
    assert len(done) == MOST // 2 + 1


def test_who_asks_too_often_is_turned_away_and_others_are_not() -> None:
    async def tried() -> None:
        worker, done = Worker("tried", MOST), list[str]()
        often = [begun("often", asked(worker, done, "often")) for _ in range(2 * MOST)]
        await asyncio.sleep(0)
        assert await begun("once", asked(worker, done, "once")) == "once"
        found = await asyncio.gather(*often, return_exceptions=True)
        worker.close()
        assert sum(isinstance(one, CommandError) for one in found) == 2 * MOST - MOST // 2 - 1
        with pytest.raises(RuntimeError):
            await worker.answer(list)

    asyncio.run(tried())


def test_who_goes_away_while_he_waits_keeps_nobody_waiting() -> None:
    async def tried() -> None:
        worker, done = Worker("tried", MOST), list[str]()
        three = [begun("one", asked(worker, done, str(number))) for number in range(3)]
        await asyncio.sleep(0)
        three[1].cancel()
        assert await asyncio.wait_for(three[2], 5) == "2"
        assert await asyncio.wait_for(begun("other", asked(worker, done, "other")), 5) == "other"
        worker.close()
        assert done == ["0", "2", "other"]

    asyncio.run(tried())
