"""A person at a board in JupyterLab: what the page shows them, and what they press."""

import random

WAIT = 30_000  # milliseconds
START = """
import os
os.environ["STLIB_NO_NUMBA"] = "1"
from stlib import ST1
from st2lib import ST2
from stlib.widgets import Board
"""


def switch_theme(lab, theme):
    """Change JupyterLab's theme and wait until the page wears it."""
    lab.page.evaluate(
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme
    )
    light = "false" if "Dark" in theme else "true"
    lab.page.wait_for_function(f"() => document.body.dataset.jpThemeLight === '{light}'")


class Player:
    """A person at the board in a page."""

    def __init__(self, lab):
        self.lab = lab
        self.page = lab.page
        self.chance = random.Random(2)

    def button(self, name):
        """Return the button with exactly this name."""
        return self.page.get_by_role("button", name=name, exact=True).first

    def names(self, part):
        """Return the names of the buttons that can be pressed and contain a text, in order."""
        script = """(page, part) => [...page.querySelectorAll('[role=button], button')]
            .filter((e) => e.getAttribute('aria-disabled') !== 'true')
            .map((e) => e.getAttribute('aria-label') ?? e.textContent)
            .filter((name) => new RegExp(part).test(name))"""
        return self.page.locator(".stb-page").first.evaluate(script, part)

    def hand(self):
        """Return the names of the hand cards that can be chosen."""
        script = """(page) => [...page.querySelectorAll('[data-card]')]
            .filter((e) => e.getAttribute('aria-disabled') !== 'true')
            .map((e) => e.getAttribute('aria-label'))"""
        return self.page.locator(".stb-page").first.evaluate(script)

    def ask(self, expression):
        """Evaluate in the kernel."""
        return self.lab.kernel_eval(expression)

    def focused(self):
        """Return the name of what has the focus."""
        script = """() => { const active = document.activeElement;
            return active?.getAttribute('aria-label') ?? active?.textContent; }"""
        return self.page.evaluate(script)

    def shown(self):
        """Return the table as the page shows it: hand, lanes and deck, as the kernel's below."""
        script = """(page) => {
            const names = (root) => [...root.querySelectorAll('.stb-laid')].length;
            const sides = ':scope > :is([role=img], [role=group])';
            const lanes = [...page.querySelectorAll('svg > [role=group]')]
                .filter((g) => g.querySelector(sides));
            const deck = page.querySelector('[aria-label^="Deck"]').getAttribute('aria-label');
            return {
                hand: [...page.querySelectorAll('[data-card]')].map((e) => e.dataset.card),
                lanes: lanes.map((g) => [...g.querySelectorAll(sides)].map(names).reverse()),
                deck: deck.match(/^Deck: \\d+/)[0],
            };
        }"""
        return self.page.locator(".stb-page").first.evaluate(script)

    def kernels(self):
        """Return the same of the kernel's view."""
        return self.ask(
            "{'hand': [str(c) for c in board.view.hand],"
            " 'lanes': [[len(s) for s in l.sides] for l in board.view.lanes],"
            " 'deck': f'Deck: {board.view.deck_size}'}"
        )

    def turn_done(self, state):
        """Wait for an answer to what was done in a state, and compare page and kernel."""
        self.page.wait_for_function(
            """([n]) => Number(document.querySelector('.stb').dataset.state) !== n
                && !document.querySelector('.stb [aria-busy]')""",
            arg=[state],
            timeout=WAIT,
        )
        assert self.shown() == self.kernels()

    def state(self):
        """Return the number of the state that the page shows."""
        return int(self.page.locator(".stb").first.get_attribute("data-state"))

    def over(self):
        return bool(self.page.locator(".stb-page[data-over]").count())


def run_cell(me, index):
    """Run one cell of the notebook and wait until it is done."""
    me.page.evaluate(
        """async (index) => { const app = window.jupyterapp;
            app.shell.currentWidget.content.activeCellIndex = index;
            await app.commands.execute('notebook:run-cell'); }""",
        index,
    )
    me.lab.wait_idle()
