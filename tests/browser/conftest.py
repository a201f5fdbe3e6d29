"""JupyterLab in a real browser: the fixture ``lab`` opens notebooks, runs them, reads them back.

::

    def test_board(lab):
        lab.open("10_play.ipynb")
        lab.run_all()
        lab.page.get_by_role("button", name="lane 1").click()
        assert lab.kernel_eval("board.position.ply") == 1
        lab.screenshot("board_after_one_move")

Without a browser these tests are skipped; with ``REQUIRE_BROWSER=1`` they fail.
"""

import ast
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client import BlockingKernelClient
from playwright.sync_api import BrowserContext, Locator, Page, Route

import labserver
from player import START, WAIT, Player, switch_theme

HERE = Path(__file__).parent
SCREENSHOTS = labserver.ROOT / "screenshots"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS = 60_000  # a minute in playwright's milliseconds
KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
LOCAL = re.compile(r"^(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|^(data|blob|about):")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder, and run them last, so that no browser waits for others."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a browser, or skip, or fail where one is required."""
    found = filter(None, (os.environ.get("BROWSER_PATH"), *map(shutil.which, BROWSERS)))
    path = next(found, None)
    if path is None:
        reason = f"no browser: none of {', '.join(BROWSERS)} is on the path or in BROWSER_PATH"
        (pytest.fail if os.environ.get("REQUIRE_BROWSER") == "1" else pytest.skip)(reason)
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict:
    """Make pytest-playwright use the system's browser."""
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict:
    """Make the window large enough for a board with its notebook."""
    return {**browser_context_args, "viewport": {"width": 1400, "height": 1000}}


@pytest.fixture(scope="session")
def lab_server(
    chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[labserver.Server]:
    """Run one JupyterLab for all tests, on a copy of the notebooks."""
    with labserver.running(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture
def lab(page: Page, context: BrowserContext, lab_server: labserver.Server) -> Iterator["Lab"]:
    """Return a fresh page on the session's JupyterLab; nothing beyond this machine is reached."""
    lab = Lab(page, lab_server)
    context.route(lambda url: not LOCAL.match(url), lab.refuse)
    yield lab
    lab.close()
    page.close()
    lab_server.end_kernels()


class Lab:
    """JupyterLab in a browser page.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The page, to act on by role and name.
    server : labserver.Server
        The server behind it; ``server.folder`` holds the copied notebooks.
    outside : list of str
        Addresses beyond this machine that the page asked for; each was refused.
    page_errors : list of str
        Exceptions that no script in the page caught.
    """

    def __init__(self, page: Page, server: labserver.Server):
        self.page = page
        self.server = server
        self.outside: list[str] = []
        self.page_errors: list[str] = []
        self._clients: dict[str, BlockingKernelClient] = {}
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))

    def refuse(self, route: Route) -> None:
        """Record an address that the page asked for, and do not fetch it."""
        self.outside.append(route.request.url)
        route.abort()

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook of code cells into the server's folder."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(notebook, self.server.folder / name)

    def open(self, name: str) -> None:
        """Open a notebook and wait until its kernel is idle."""
        self.page.goto(self.server.url(f"lab/tree/{name}") + "&reset", timeout=SECONDS)
        self.wait_idle()

    def wait_idle(self, timeout: float = SECONDS) -> None:
        """Wait until the kernel has nothing to do (timeout in milliseconds)."""
        self.page.wait_for_function(f"() => {KERNEL}?.status === 'idle'", timeout=timeout)

    def run_all(self, timeout: float = 2 * SECONDS) -> None:
        """Run all cells, wait until they are done, and fail if one raised."""
        self.page.evaluate(
            """() => { window.allRan = false;
                window.jupyterapp.commands.execute('notebook:run-all-cells')
                    .finally(() => { window.allRan = true; }); }"""
        )
        self.page.wait_for_function("() => window.allRan", timeout=timeout)
        self.wait_idle(timeout)
        raised = [f"{o['ename']}: {o['evalue']}" for o in self.outputs() if "ename" in o]
        assert not raised, f"the notebook raised {raised}"

    def cells(self) -> list[dict[str, Any]]:
        """Return the cells as they are in the page now, in the notebook format."""
        script = "() => window.jupyterapp.shell.currentWidget.content.model.toJSON().cells"
        cells: list[dict[str, Any]] = self.page.evaluate(script)
        return cells

    def cells_on_disk(self, name: str) -> list[dict[str, Any]]:
        """Return the cells of a notebook as they are saved."""
        cells: list[dict[str, Any]] = nbformat.read(self.server.folder / name, 4).cells
        return cells

    def outputs(self) -> list[dict[str, Any]]:
        """Return the outputs of all code cells, in order."""
        return [output for cell in self.cells() for output in cell.get("outputs", [])]

    def kernel_eval(self, expression: str) -> Any:
        """Evaluate an expression in the notebook's kernel.

        Parameters
        ----------
        expression : str
            Python source.

        Returns
        -------
        object
            Its value where the value's repr is a Python literal (number, text, list, dict, ...),
            else that repr.
        """
        answer = self._ask(expression)
        assert answer["status"] == "ok", f"{expression}: {answer['ename']}: {answer['evalue']}"
        shown = answer["data"]["text/plain"]
        try:
            return ast.literal_eval(shown)
        except (SyntaxError, ValueError):
            return shown

    def _ask(self, expression: str) -> dict[str, Any]:
        """Send the expression over a connection of our own and return the answer."""
        client = self._client(self.page.evaluate(f"() => {KERNEL}.id"))
        reply = client.execute(
            "", user_expressions={"it": expression}, store_history=False, reply=True, timeout=60
        )
        answer: dict[str, Any] = reply["content"]["user_expressions"]["it"]
        return answer

    def _client(self, kernel: str) -> BlockingKernelClient:
        """Return the connection to a kernel, opened when it is first used."""
        if kernel not in self._clients:
            connection = self.server.home / "runtime" / f"kernel-{kernel}.json"
            client = BlockingKernelClient(connection_file=str(connection))
            client.load_connection_file()
            client.start_channels()
            self._clients[kernel] = client
            client.wait_for_ready(timeout=30)
        return self._clients[kernel]

    def close(self) -> None:
        """Close the connections to kernels."""
        for client in self._clients.values():
            client.stop_channels()

    def screenshot(self, name: str, locator: Locator | None = None) -> Path:
        """Save the page, or one element, as ``screenshots/NAME.png`` and return the path."""
        path = SCREENSHOTS / f"{name}.png"
        (locator or self.page).screenshot(path=path)
        return path


@pytest.fixture
def play(lab: Lab) -> Callable[..., Player]:
    """Return a function that opens a notebook of these cells, runs it, and waits for a board."""

    def show(name: str, *cells: str, dark: bool = False) -> Player:
        lab.write(f"{name}.ipynb", *(START + cell for cell in cells))
        lab.open(f"{name}.ipynb")
        switch_theme(lab, "JupyterLab Dark" if dark else "JupyterLab Light")
        lab.run_all()
        lab.page.locator(".stb-page").first.wait_for(timeout=WAIT)
        return Player(lab)

    return show
