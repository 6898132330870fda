"""What somebody did by an answer or a ruling, in a few words, as buttons say that take it back."""

from dataclasses import replace

from rules.engine.game_history import Answered, Ruled
from rules.engine.given_entries import Given, Ruling, plain
from rules.engine.procedure_steps import Answer, Question, Roll
from sightline.session.battle_log import HIDDEN, Called, answer_text, fell, is_deed, ruled_words

VERBS = {
    "face": "turns",
    "move": "moves",
    "charge": "charges",
    "shoot": "shoots",
    "aim": "aims",
    "reload": "reloads",
    "take-cover": "takes cover",
    "coup-de-grace": "gives the coup de grace",
    "fight": "fights",
    "retreat": "retreats",
    "stand-up": "stands up",
    "crawl": "crawls",
    "run-for-cover": "runs for cover",
    "carry": "carries",
    "end": "ends the activation",
    "dash": "dashes",
    "fire": "fires",
    "brawl": "brawls again",
    "snap-fire": "waits to snap fire",
    "delay": "waits for the slow actions",
    "search": "looks at the marker",
    "leave": "leaves the table",
    "glide": "glides",
    "teleport": "teleports",
    "powered-jump": "jumps",
}
"""What somebody does who takes an action, by its key."""
LAID = {"where to lay the template": "lays the template", "where to put the marker": "puts the marker there"}
"""What somebody does who says where a template or a marker goes."""


def deed_told(line: Answered | Ruled, called: Called) -> str:
    """What somebody did, by the line of the log that tells it."""
    if isinstance(line, Ruled):
        return ruled_words(replace(line, dropped=()), called)
    if line.hidden:
        return _hidden(line.question, called)
    return _did(line.question, line.answer, called)


def deed(question: Question, answer: Given, called: Called) -> str:
    """What somebody does who gives an answer or makes a ruling, in a few words; secret answers stay hidden.

    ``called`` tells what sentences call people, by id.
    """
    if isinstance(answer, Ruling):
        return f"ruling: {answer.text}"
    if question.secret:
        return _hidden(question, called)
    return _did(question, plain(answer), called)


def _hidden(question: Question, called: Called) -> str:
    return f"{called(question.who)}: {question.what}: {HIDDEN}"


def _did(question: Question, answer: Answer, called: Called) -> str:
    if isinstance(question, Roll):
        return f"{called(question.who)} rolls {fell(question.dice, tuple(map(int, answer)))} for {question.what}"
    key = str(answer)
    who = called(question.about or question.who)
    match question.asks:
        case "action" if key in VERBS:
            return f"{who} {VERBS[key]}"
        case "who is activated" if key in question and called(key) != key:
            return f"{called(key)} is activated"
        case "where to lay the template" | "where to put the marker" as laid:
            return f"{who} {LAID[laid]}"
        case "where to" | "where to dash" if key != "stay":
            return f"{who} goes: {answer_text(question, key, called)}"
    said = answer_text(question, key, called)
    return f"{who} {said}" if is_deed(question, key) else f"{who}: {question.what}: {said}"
