"""Set up, open and test the lab: ``python run.py lab``, ``python run.py test``.

Every command of ``make`` is defined here, so that it works without make too.
This file uses the standard library only, and syntax that old Pythons can read,
because the first thing it may have to say is that this Python is too old.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.txt"
START = "notebooks/00_start.ipynb"
SETTINGS = "tools/lab_settings.json"
STRIP = "tools/strip_notebooks.py"
NBVAL = ("--nbval-lax", "--nbval-current-env")
SPREAD = (
    *("-n", "auto", "--maxprocesses=4", "--dist=loadfile", "--no-loadscope-reorder"),
    "--max-worker-restart=0",  # a process that died is not replaced: the run ends and says why
)

OFFLINE_SIGNS = (
    "connection broken",
    "connecttimeout",
    "could not connect",
    "dns error",
    "error sending request",
    "failed to establish",
    "getaddrinfo",
    "name resolution",
    "network is unreachable",
    "newconnectionerror",
)


# Setting up


def setup():
    """Make .venv and install everything into it, unless it is there already."""
    if sys.version_info < OLDEST:
        sys.exit(
            "This project needs Python {}.{} or newer and this is {}.{}; if you have a newer one, "
            "name it: make lab PYTHON=python3.12".format(*OLDEST, *sys.version_info[:2])
        )
    wanted = fingerprint()
    installed = STAMP.read_text() if STAMP.is_file() else ""
    if installed == wanted and PYTHON.exists():
        return
    if not PYTHON.exists() or first_line(installed) != first_line(wanted):
        make_venv()
    print("Installing the packages: this takes a minute or two, once ...", flush=True)
    install()
    STAMP.write_text(wanted)


def fingerprint():
    """Return what an installation depends on: Python, folder, and a hash of the requirements."""
    import tomllib  # not in Pythons that are too old

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = [project["project"], project["build-system"]]
    hashed = hashlib.sha256(json.dumps(needs, sort_keys=True).encode())
    for name in ("constraints.txt", "setup.py"):
        hashed.update((ROOT / name).read_bytes())
    python_name = "Python {}.{}".format(*sys.version_info[:2])
    return f"{python_name} in {ROOT}\n{hashed.hexdigest()}\n"


def first_line(text):
    """Return the text up to its first line break."""
    return text.partition("\n")[0]


def make_venv():
    """Make an empty .venv; one that is broken, or made with another Python, is replaced."""
    uv = shutil.which("uv")
    if uv:
        command = [
            uv,
            "venv",
            "--quiet",
            "--clear",
            "--seed",
            "--python",
            sys.executable,
            str(VENV),
        ]
    elif find_spec("venv") and find_spec("ensurepip"):
        command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    else:
        sys.exit(
            "Python's venv module is missing; on Debian or Ubuntu 'sudo apt install python3-venv' "
            "installs it. Then run this again."
        )
    done = captured(command)
    if done.returncode:
        sys.exit(f"{tail(done.stdout)}\nThe folder .venv could not be made, see above.")


def install():
    """Install the project, editable, with what the lab and the tests need."""
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--retries", "2", "--no-compile"]
        command += ["--disable-pip-version-check"]
    done = captured([*command, "-e", ".[lab,test]", "-c", "constraints.txt"])
    if not done.returncode:
        return
    if any(sign in done.stdout.lower() for sign in OFFLINE_SIGNS):
        sys.exit(
            "The packages could not be downloaded because the network cannot be reached; "
            "the first set-up needs it, so connect and run this again."
        )
    sys.exit(f"{tail(done.stdout)}\nThe packages could not be installed, see above.")


def captured(command):
    """Run a command in the project's folder, and return it with what it printed."""
    return subprocess.run(
        command,
        cwd=str(ROOT),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def tail(text, lines=15):
    """Return the last lines of a text."""
    return "\n".join(text.strip().splitlines()[-lines:])


def python(*arguments, **environment):
    """Run .venv's Python in the project's folder and return its exit code."""
    command = [str(PYTHON), *map(str, arguments)]
    return subprocess.call(command, cwd=str(ROOT), env=dict(os.environ, **environment))


def first_failure(codes):
    """Return the first exit code that is not 0, or 0; a killed process has a negative one."""
    return next((code for code in codes if code), 0)


# The commands


def set_up():
    """Install what is missing and compile the fast code."""
    setup()
    return python("-m", "stlib.warm")


def lab(*arguments):
    """Open JupyterLab on the first notebook; further arguments are passed on to it."""
    set_up()
    use_our_settings()
    command = ["-m", "jupyterlab", "--log-level=WARN", f"--LabApp.default_url=/lab/tree/{START}"]
    command += ["--KernelManager.transport_encryption=auto"]  # else each kernel prints a warning
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    if has_desktop():
        print("JupyterLab opens in the browser; Ctrl-C here ends it.", flush=True)
    else:
        command.append("--no-browser")
        print("Open the address below in a browser; Ctrl-C here ends it.", flush=True)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # use our kernel, not another one named python3
    if os.name == "nt":
        return python(*command, *arguments)
    os.chdir(str(ROOT))
    return os.execv(str(PYTHON), [str(PYTHON), *command, *arguments])


def use_our_settings():
    """Make .venv's JupyterLab start with our settings: no news, and no question about news."""
    ours = (ROOT / SETTINGS).read_bytes()
    target = VENV / "etc" / "jupyter" / "labconfig" / "default_setting_overrides.json"
    if not target.is_file() or target.read_bytes() != ours:  # .venv may be another user's
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(ours)


def has_desktop():
    """Return whether a browser can be opened here."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        return bool(webbrowser.get())
    except webbrowser.Error:
        return False


def test(*arguments):
    """Run every test and every notebook; with arguments, run pytest with these."""
    setup()
    if arguments:
        return python("-m", "pytest", *arguments)
    runs = [
        (*NBVAL, *SPREAD, "notebooks"),
        ("-m", "browser"),  # one after the other: some of them measure how soon an answer comes
        ("-m", "not browser", *SPREAD, "--durations=25"),
    ]
    return first_failure([python("-m", "pytest", *run) for run in runs])


def fast(*arguments):
    """Run the tests that are quick and need no browser."""
    setup()
    return python("-m", "pytest", "-m", "not slow and not browser", *SPREAD, *arguments)


def lint():
    """Check style and types, and that notebooks are stripped."""
    setup()
    codes = [
        python("-m", "ruff", "check", "."),
        python("-m", "ruff", "format", "--check", "."),
        python("-m", "mypy"),
        python(STRIP, "--check"),
    ]
    return first_failure(codes)


def tidy():
    """Correct what a tool can correct of what lint finds."""
    setup()
    python("-m", "ruff", "check", "--fix", ".")
    python("-m", "ruff", "format", ".")
    python(STRIP)
    return lint()


def lock():
    """Write constraints.txt from pyproject.toml, with the newest versions allowed."""
    setup()
    options = ("--universal", "--all-extras", "--no-annotate", "--no-header", "--upgrade")
    target = ("--python-version", "{}.{}".format(*OLDEST), "--quiet", "-o", "constraints.txt")
    return python("-m", "uv", "pip", "compile", "pyproject.toml", *options, *target)


def bench(*arguments):
    """Print the table of speeds, and write it to benchmarks/RESULTS.md."""
    setup()
    return python("-m", "benchmarks", *arguments)


def check():
    """Say whether this machine is ready for a class without a network."""
    nowhere = "http://127.0.0.1:9"  # nobody listens there
    shut = {"HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere, "NO_PROXY": "127.0.0.1,localhost"}
    shut.update((name.lower(), value) for name, value in list(shut.items()))
    failed = set_up() or python("-m", "pytest", "-q", *NBVAL, START, "tests/test_ready.py", **shut)
    print("Not ready: see above." if failed else "Ready: all is here, and no network is needed.")
    return failed


def clean(*arguments):
    """Remove what tools left behind; with --all remove .venv too."""
    names = ["build", "dist", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"]
    names += ["screenshots", "test-results", "schotten_totten_lab.egg-info"]
    names += [".venv"] if "--all" in arguments else []
    below = [p for part in ("stlib", "st2lib", "tests") for p in (ROOT / part).rglob("__pycache__")]
    for folder in [ROOT / name for name in names] + below:
        shutil.rmtree(str(folder), ignore_errors=True)


COMMANDS = {
    "setup": set_up,
    "lab": lab,
    "test": test,
    "fast": fast,
    "lint": lint,
    "tidy": tidy,
    "lock": lock,
    "bench": bench,
    "check": check,
    "clean": clean,
}


def main(arguments):
    """Run the command that is named first; return its exit code, or what failed as a text."""
    try:
        code = run_command(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except OSError as why:
        sys.stdout = None  # or Python would try once more to write what is left
        return "{}: {}".format(why.filename or "output", refused(why))


def run_command(arguments):
    """Run a command, or show which there are."""
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](*arguments[1:])
    print("python run.py COMMAND, or make COMMAND:")
    for name, command in COMMANDS.items():
        print(f"  {name:6} {command.__doc__}")
    return 0 if arguments in ([], ["help"]) else 2


def refused(why):
    """Return a sentence for what the system refuses, such as starting .venv's Python."""
    if not isinstance(why, PermissionError):
        return str(why.strerror)
    return (
        f"this user may not use it ({why.strerror}). Ask whoever set up this folder to let you "
        "read and run what is in .venv, or copy the folder without .venv and run this there."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
