"""The moment of an attack: the bodies of the table's figures, and built-in ones where others stand for them."""

from assets.mesh_library import LIBRARY
from rules.skirmish.state.battle_sight import figure_of
from rules.systems import registry
from scene.table.table import Figure, Table, Terrain
from sightline.session.attacks.attack_moment import moment
from tests.scene.scenes import solid_body


def test_a_figure_has_the_body_that_its_table_gives_it_until_another_stands_for_it() -> None:
    block = solid_body([-0.3, -0.3, 0.0], [0.3, 0.3, 1.0])
    # An id may be the name of a built-in figure.
    figures = (Figure("anna", block, (4.0, 4.0, 0.0)), Figure("brute", block, (8.0, 4.0, 0.0)))
    start = moment(Table((12.0, 12.0), Terrain(()), figures), {}, registry.system("main-rulebook").battle)
    assert figure_of(start, "anna").body is figure_of(start, "brute").body is block
    after = start.changed("anna", proxy="brute")
    assert figure_of(after, "anna").body is LIBRARY.body("brute", "upright", "upright")
    assert figure_of(after, "brute").body is block
