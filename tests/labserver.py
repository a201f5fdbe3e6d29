"""A JupyterLab of its own for tests: a copy of the notebooks, its own settings, its own port."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TOKEN = "lab-under-test"


@dataclass(frozen=True)
class Server:
    """A running JupyterLab.

    Attributes
    ----------
    port : int
        It listens on 127.0.0.1 at this port.
    folder : Path
        The folder it shows: a copy of ``notebooks/``.
    home : Path
        Holds its settings, its connection files and its log, ``server.log``.
    """

    port: int
    folder: Path
    home: Path

    def url(self, path: str) -> str:
        """Return the address of a page or of an API call, token included."""
        return f"http://127.0.0.1:{self.port}/{path}?token={TOKEN}"

    def api(self, path: str, method: str = "GET") -> Any:
        """Call the server's API and return its JSON answer, or None if it sends none."""
        request = urllib.request.Request(self.url(f"api/{path}"), method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or "null")

    def end_kernels(self) -> None:
        """Shut down every kernel that was started."""
        for session in self.api("sessions"):
            self.api(f"sessions/{session['id']}", "DELETE")


@contextmanager
def running(home: Path, notebooks: Path = ROOT / "notebooks") -> Iterator[Server]:
    """Start JupyterLab on a copy of a folder of notebooks, and end it and its kernels."""
    server = Server(_free_port(), home / "notebooks", home)
    _lay_out(server, notebooks)
    with (home / "server.log").open("wb") as log:
        process = subprocess.Popen(
            _command(server),
            env=_environment(home),
            stdout=log,
            stderr=log,
            start_new_session=True,  # a process group, so that kernels end with it
        )
        try:
            _wait_for(server, process)
            yield server
        finally:
            _end(process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _lay_out(server: Server, notebooks: Path) -> None:
    """Copy the notebooks and write the settings."""
    server.folder.mkdir(parents=True)
    if notebooks.is_dir():
        skip = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
        shutil.copytree(notebooks, server.folder, dirs_exist_ok=True, ignore=skip)
    overrides = server.home / "config" / "labconfig" / "default_setting_overrides.json"
    overrides.parent.mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "lab_settings.json", overrides)


def _command(server: Server) -> list[str]:
    options = [
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        f"--port={server.port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={server.folder}",
        "--KernelManager.transport_encryption=auto",
        "--expose-app-in-browser",
    ]
    return [sys.executable, "-m", "jupyterlab", *options]


def _environment(home: Path) -> dict[str, str]:
    """Return an environment in which no settings of the user are read or changed."""
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    ours = {name: str(home / folder) for name, folder in folders.items()}
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    ours["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    ours["JUPYTER_PREFER_ENV_PATH"] = "1"
    return {**os.environ, **ours}


def _wait_for(server: Server, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    """Return when the server answers; raise with its log if it ends or takes too long."""
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        with suppress(urllib.error.URLError, OSError):
            server.api("status")
            return
        time.sleep(0.1)
    log = (server.home / "server.log").read_text(encoding="utf-8", errors="replace")
    raise RuntimeError(f"JupyterLab did not start:\n{log[-3000:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server's process group, gently at first."""
    group = hasattr(os, "killpg")
    for gentle in (True, False):
        with suppress(ProcessLookupError):
            if group:
                os.killpg(process.pid, signal.SIGTERM if gentle else signal.SIGKILL)
            else:
                process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
