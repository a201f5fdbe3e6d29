"""The board in JupyterLab: whole games by mouse and by keyboard, acted on by role and name.

What is done in the page is compared with the kernel's position after every turn.
"""

import re

from player import WAIT, run_cell

CLAIMABLE = """
board = Board(ST1.setup(
    {4: ("r4 g4 b4", "v5 v6"), 5: ("r7 r8 r9", "b8 b9"), 8: ("y6", "")},
    hands=("v7 y1 y2 y3 n1 n2", "g1 g2 g3 g5 g6 g7"),
), bots={1: "uniform"})
board"""


# --- whole games ------------------------------------------------------------------------------


def test_a_game_of_stones_by_mouse(play):
    """ST1 against a bot to its end by clicks, claims made when they are offered."""
    me = play("mouse", "board = Board(ST1, bots={1: 'uniform'}, seed=11, first=0)\nboard")
    assert me.shown() == me.kernels()
    turns = 0
    while not me.over():
        state = me.state()
        click_a_move(me)
        me.turn_done(state)
        turns += 1
        if turns == 14:
            me.lab.screenshot("st1_middle")
    assert me.ask("board.position.outcome is not None")
    outcome = me.ask("board.position.outcome.say()")
    assert outcome in me.page.locator(".stb-head").inner_text()
    assert me.lab.page_errors == []
    me.lab.screenshot("st1_end")


def click_a_move(me):
    """Claim what can be claimed, else lay a card at a place, else press what there is."""
    if (more := me.names("^(Done claiming|Pass)$")) and (legal := provable(me)):
        more = [f"Claim stone {legal[0]}"]
    if more:
        me.button(more[0]).click()
        return
    me.button(me.chance.choice(me.names(r"^\w+ \d$"))).click()
    me.button(me.chance.choice(me.names("lay .* here"))).click()


def provable(me):
    """Return the lanes that the kernel would let one claim or declare."""
    return me.ask(PROVABLE)


PROVABLE = "[m.lane + 1 for m in board.position.legal_moves if m.verb in ('claim', 'declare')]"


def test_a_siege_by_keyboard(play):
    """ST2 as the attacker against a bot to its end, touching nothing but the keyboard."""
    me = play("keys", "board = Board(ST2, bots={1: 'uniform'}, seed=3)\nboard", dark=True)
    me.button(me.names(r"^\w+ \d+$")[0]).focus()
    turns = 0
    while not me.over():
        state = me.state()
        press_a_move(me)
        me.turn_done(state)
        turns += 1
        if turns == 14:
            me.lab.screenshot("st2_middle_dark")
    outcome = me.ask("board.position.outcome.say()")
    assert outcome in me.page.locator(".stb-head").inner_text()
    assert me.lab.page_errors == []
    me.lab.screenshot("st2_end_dark")


def press_a_move(me):
    """Make a move with Tab, arrows and Enter from wherever the focus is."""
    turn = me.names("^(Draw a card|End the turn|Pass)$")
    if turn:
        reach(me, turn[0])
        me.page.keyboard.press("Enter")
        return
    cards = me.names(r"^\w+ \d+$")
    if not cards:
        reach(me, me.names("^Retreat")[0])
        me.page.keyboard.press("Enter")
        return
    reach(me, me.chance.choice(cards))
    me.page.keyboard.press("Enter")
    places = me.names("lay .* here")
    assert me.focused() in places
    reach(me, me.chance.choice(places))
    me.page.keyboard.press("Space")


def reach(me, name):
    """Bring the focus to a button by Tab to its group and arrows within it."""
    for way in ["Shift+Tab"] * 4 + ["Tab"] * 8:
        group = me.page.evaluate("() => document.activeElement?.dataset?.group ?? ''")
        mates = group_names(me, group)
        if name in mates:
            me.page.keyboard.press("Home")
            for _ in range(mates.index(name)):
                me.page.keyboard.press("ArrowRight")
            assert me.focused() == name
            return
        me.page.keyboard.press(way)
    raise AssertionError(f"the keyboard does not reach {name!r}")


def group_names(me, group):
    """Return the names of all elements of a group, in order."""
    script = """([group]) => [...document.querySelectorAll(
            group === 'place' ? '[data-open]' : `[data-group="${group}"]`)]
        .map((e) => e.getAttribute('aria-label') ?? e.textContent)"""
    return me.page.evaluate(script, [group]) if group else []


# --- whole games with tactic cards --------------------------------------------------------------


def test_a_tactic_game_of_stones_by_mouse(play):
    """ST1 with tactic cards to its end by clicks, every choice of every card made on the table."""
    me = play("tactics", TACTICS.format("ST1", 9))
    asked = play_tactics(me, Clicks(me), "st1_tactics")
    assert "TAKE" in asked or "RECRUIT" in asked


def test_a_tactic_siege_by_keyboard(play):
    """ST2 with tactic cards to its end, touching nothing but the keyboard."""
    me = play("tactic_keys", TACTICS.format("ST2", 4), dark=True)
    me.button(me.hand()[0]).focus()
    asked = play_tactics(me, Keys(me), "st2_tactics_dark")
    assert asked & {"TAKE", "AT", "GIVE"}


TACTICS = "board = Board({}, bots={{1: 'uniform'}}, seed={}, variant='tactics')\nboard"


def play_tactics(me, way, name):
    """Play a whole game, page and kernel compared after each decision; return the phases seen."""
    asked = set()
    while not me.over():
        state = me.state()
        phase, claims = me.ask(f"board.position.phase, {PROVABLE}")
        if phase not in asked:
            me.lab.screenshot(f"{name}_{phase.lower()}")
        asked.add(phase)
        decide(me, way, claims)
        me.turn_done(state)
    outcome = me.ask("board.position.outcome.say()")
    assert outcome in me.page.locator(".stb-head").inner_text()
    assert me.lab.page_errors == []
    me.lab.screenshot(f"{name}_end")
    return asked


ASKED = "(Pick|Give|Explosion at) .*|Put .* deck|.*, lay .* here|Discard it"
REST = r"Done claiming|End the turn|Pass|Retreat from tile \d"


def decide(me, way, claims):
    """Make one decision: what a card in play asks for, a claim, a card, or what there is."""
    names = me.names("")
    if picks := matching(names, ASKED):
        return way.press(me.chance.choice(picks))
    if claims:
        asked = rf"(Claim stone|Declare control of tile) {claims[0]}"
        return way.press(matching(names, asked)[0])
    if draws := matching(names, ".*Draw a .*"):
        return way.press(me.chance.choice(draws))
    if hand := me.hand():
        tactics = [name for name in hand if not re.fullmatch(r"\w+ \d+", name)]
        way.press(me.chance.choice(tactics or hand))
        return way.press(me.chance.choice(me.names("(lay|put) .* (here|on it)$|^Play ")))
    return way.press(matching(names, REST)[0])


def matching(names, pattern):
    """Return the names that fit a pattern as a whole."""
    return [name for name in names if re.fullmatch(pattern, name)]


class Clicks:
    """Press things by the mouse."""

    def __init__(self, me):
        self.me = me

    def press(self, name):
        """Click what is called so, at its upper edge: the rest may lie below another card."""
        button = self.me.button(name)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        self.me.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(12, box["height"] / 2))


class Keys:
    """Press things by the keyboard."""

    def __init__(self, me):
        self.me = me

    def press(self, name):
        """Go to what is called so with Tab and arrows, and press Enter."""
        reach(self.me, name)
        self.me.page.keyboard.press("Enter")


# --- single things ------------------------------------------------------------------------------


def test_refusal_keys_drag_undo(play):
    """A refused claim, drag and drop, undo and a new game, and Lab's shortcuts, on one board."""
    me = play("single", CLAIMABLE)
    refused_claim(me)
    shortcuts(me)
    drag(me)
    undo_and_new(me)
    assert me.lab.page_errors == []


def refused_claim(me):
    """A claim that is not proven shows the sentence and the refuting card; nothing changes."""
    before = me.ask("board.position.ply")
    me.button("Claim stone 4").click()
    notice = me.page.get_by_text(
        re.compile("Violet 4 or violet 7 would make a color run of 15 or 18")
    )
    notice.wait_for(timeout=WAIT)
    assert me.page.locator(".stb-notice").get_by_role("img", name="violet 7").count() == 1
    assert me.ask("board.position.ply") == before
    me.lab.screenshot("st1_refused")


def shortcuts(me):
    """JupyterLab's own keys do nothing while something of the board has the focus."""
    cells = len(me.lab.cells())
    for name in ("violet 7", "Claim stone 4", "Start again"):
        me.button(name).focus()
        for key in ("x", "a", "b", "d", "d", "m", "y", "0", "0"):
            me.page.keyboard.press(key)
        assert len(me.lab.cells()) == cells
        assert me.focused() == name
    me.button("violet 7").focus()
    me.page.keyboard.press("Enter")
    assert "violet 7 here" in me.focused()
    for key in ("x", "d", "d"):
        me.page.keyboard.press(key)
    assert len(me.lab.cells()) == cells
    me.page.keyboard.press("Escape")
    assert me.focused() == "violet 7"
    assert me.names("lay .* here") == []


def drag(me):
    """A card dragged to a place is laid; dropped elsewhere it goes back."""
    state = me.state()
    pull(me, "yellow 2", lambda x, y: (x + 40, y + 4))
    assert me.state() == state
    assert me.names("lay .* here") == []
    for _ in range(3):  # a page that is still being laid out moves away below the mouse
        pull(me, "yellow 2", lambda x, y: middle_of(me, 9))
        if moved_on(me, state):
            break
    me.turn_done(state)
    assert me.ask("[str(c) for c in board.position.lanes[8].sides[0]]") == ["y2"]


def pull(me, name, target):
    """Drag a card by the mouse from where it lies now to `target` of its corner."""
    card = me.button(name)
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    x, y = box["x"] + 20, box["y"] + 20
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x + 15, y - 10)
    me.page.mouse.move(*target(x, y), steps=4)
    me.page.mouse.up()


def moved_on(me, state):
    """Wait up to five seconds for the board to leave a state; say whether it has."""
    for _ in range(25):
        if me.state() != state:
            return True
        me.page.wait_for_timeout(200)
    return False


def middle_of(me, lane):
    """Return a point on the own side of a lane."""
    group = me.page.get_by_role("group", name=f"Stone {lane}", exact=True).bounding_box()
    return group["x"] + group["width"] / 2, group["y"] + group["height"] * 0.75


def undo_and_new(me):
    """Undo takes back the drop; start again goes back to the position."""
    for name in ("Undo", "Start again"):
        state = me.state()
        me.button(name).click()
        me.turn_done(state)
        assert me.ask("board.position.lanes[8].sides[0]") == ()
        if name == "Undo":
            state = me.state()
            me.button("yellow 2").click()
            me.button("Stone 9, your side, lay yellow 2 here").click()
            me.turn_done(state)


def test_many_views_of_one_board(play):
    """A board shown twice, one cell run five times: one click is one move, views are in step."""
    me = play("many", "board = Board(ST1, bots={}, seed=5, first=0)", "board", "board", MORE)
    for _ in range(5):
        run_cell(me, 1)
    views = me.page.locator(".stb-page")
    assert views.count() == 6
    views.nth(1).get_by_role("button", name="Show hand").click()
    card = me.ask("board.position.hands[0][0].say()")
    place = f"Stone 5, your side, lay {card} here"
    views.nth(0).get_by_role("button", name=card, exact=True).click()
    assert views.nth(1).get_by_role("button", name=place).count() == 0
    views.nth(0).get_by_role("button", name=place).click()
    for view in (views.nth(0), views.nth(1)):
        view.get_by_text("Player 2 to move. Press “Show hand”").wait_for(timeout=WAIT)
    assert me.ask("[str(m) for m in board.position.history]") == [f"{first_letter(card)}@5"]
    heads = [views.nth(i).locator(".stb-head").inner_text() for i in (0, 1)]
    assert heads[0] == heads[1]
    assert me.page.locator(".stb-still:visible").count() == 0
    ids = me.page.evaluate("() => [...document.querySelectorAll('.stb [id]')].map((e) => e.id)")
    assert ids == []
    assert me.lab.page_errors == []


MORE = "from IPython.display import display\nfor game in (ST1, ST2) * 2: display(Board(game))"


def first_letter(card):
    """Return a spoken card as it is written: ``red 7`` as ``r7``."""
    color, value = card.split()
    return {"violet": "v", "brown": "n", "gray": "k"}.get(color, color[0]) + value
