"""Boards and explorers when something happens around them: saved, restarted, busy, a key held."""

import re

import pytest

from player import WAIT, run_cell

BOARD = "board = Board(ST1, bots={1: 'uniform'}, seed=11, first=0)\nboard"
CHECKER = "from stlib.widgets import ClaimChecker\nboard = ClaimChecker(ST1, mine='r7 r8')\nboard"
GONE = "Not connected: run this cell again."


def lay(me, number):
    """Lay the first card of the hand at a stone, by mouse."""
    card = me.hand()[0]
    me.button(card).click()
    me.page.get_by_role("button", name=re.compile(f"Stone {number}, .*lay {card} here")).click()
    return card


def saved_still(me, name):
    """Save the notebook and return the still picture's words and its HTML."""
    me.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    me.page.wait_for_function(
        "() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=WAIT
    )
    cells = me.lab.cells_on_disk(f"{name}.ipynb")
    data = [output["data"] for cell in cells for output in cell["outputs"]]
    (still,) = [forms for forms in data if "stb-still" in "".join(forms.get("text/html", ""))]
    return "".join(still["text/plain"]), "".join(still["text/html"])


def test_a_notebook_saved_in_mid_game(play):
    """The saved notebook holds the table as it was when it was saved, after two moves by mouse."""
    me = play("saved", BOARD)
    for number in (3, 7):
        state = me.state()
        lay(me, number)
        me.turn_done(state)
        words, html = saved_still(me, "saved")
        assert words.startswith(me.ask("__import__('stlib').svg.speak(board.view)"))
        assert "run this cell" in html
    assert me.page.locator(".stb-still:visible").count() == 0


def test_an_explorer_saved_with_another_question(play):
    """The same of an explorer: it holds the question that was last asked."""
    me = play("asked", CHECKER)
    me.button("red 9").click()
    me.page.get_by_text("Yes.").or_(me.page.locator(".stx-yes")).first.wait_for(timeout=WAIT)
    words, _ = saved_still(me, "asked")
    assert words.startswith(me.ask("board._words()"))


@pytest.mark.parametrize("cell", [BOARD, CHECKER], ids=["board", "explorer"])
def test_a_page_whose_program_is_gone_says_so(play, cell):
    """After a restart the page says what to do, and sends nothing; the cell run again is alive."""
    me = play("gone", cell)
    script = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    me.page.evaluate(script)
    me.page.get_by_text(GONE).wait_for(timeout=WAIT)
    me.button(me.hand()[0] if cell is BOARD else "red 9").click()
    assert me.page.locator(".stx-yes").count() == 0
    me.lab.screenshot("gone")
    me.lab.wait_idle()
    run_cell(me, 0)
    me.page.get_by_text(GONE).wait_for(state="detached", timeout=WAIT)
    assert me.lab.page_errors == []


def test_a_move_waits_while_another_cell_runs(play):
    """The card stays where it was laid, the page says that it waits, and it is one move."""
    me = play("busy", BOARD, "import time\ntime.sleep(6 if 'again' in globals() else 0)\nagain = 1")
    before = me.ask("board.position.ply")
    me.page.evaluate(
        """() => { const { content } = window.jupyterapp.shell.currentWidget;
            content.activeCellIndex = 1;
            window.jupyterapp.commands.execute('notebook:run-cell'); }"""
    )
    me.page.wait_for_timeout(500)
    card = lay(me, 5)
    me.page.get_by_text("Waiting for Python").wait_for(timeout=WAIT)
    face = me.button(card).locator(".stb-face")
    assert "translate" in face.get_attribute("style")
    me.button(me.hand()[1]).click()
    me.page.get_by_role("button", name=re.compile("Stone 6, .* here")).click()
    me.lab.screenshot("waiting")
    me.page.get_by_text("Waiting for Python").wait_for(state="hidden", timeout=WAIT)
    me.lab.wait_idle()
    assert me.ask("str(board.position.history[0])").endswith("@5")
    assert me.ask("board.position.ply") > before
    assert me.page.get_by_text("older picture").count() == 0
    assert me.shown() == me.kernels()


def test_a_key_held_down_plays_no_game(play):
    """Enter held down on a card chooses it, and lays it nowhere; it must be pressed again."""
    me = play("held", BOARD)
    state = me.state()
    card = me.hand()[0]
    me.button(card).focus()
    for _ in range(12):
        me.page.keyboard.down("Enter")  # after the first one these are repeats
    me.page.keyboard.up("Enter")
    me.page.wait_for_timeout(500)
    assert me.state() == state
    assert f"lay {card} here" in me.focused()
    me.page.keyboard.press("Enter")
    me.turn_done(state)
