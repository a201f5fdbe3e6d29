"""JupyterLab itself, before any board is in it."""

import pytest


def test_lab_starts_and_runs_a_cell(lab):
    """JupyterLab starts, runs a cell, shows what it prints, and the kernel can be read."""
    lab.write("one.ipynb", "x = 6 * 7\nprint('the answer is', x)", "")
    lab.open("one.ipynb")
    lab.run_all()
    lab.page.get_by_text("the answer is 42").wait_for()
    assert lab.kernel_eval("x") == 42
    assert lab.kernel_eval("range(x)") == "range(0, 42)"
    assert lab.screenshot("lab_runs_a_cell").stat().st_size > 10_000
    assert lab.page_errors == []


def test_lab_reports_a_cell_that_raises(lab):
    """An exception in a cell is an error of the test, with its name and message."""
    lab.write("bad.ipynb", "1 / 0")
    lab.open("bad.ipynb")
    with pytest.raises(AssertionError, match="ZeroDivisionError: division by zero"):
        lab.run_all()
    with pytest.raises(AssertionError, match="NameError"):
        lab.kernel_eval("nowhere")


def test_lab_works_offline(lab):
    """JupyterLab asks for nothing beyond this machine, and what a page asks for is refused."""
    lab.write("offline.ipynb", "1")
    lab.open("offline.ipynb")
    assert lab.outside == []
    lab.page.evaluate("() => fetch('http://somewhere.invalid/x').catch(() => null)")
    assert lab.outside == ["http://somewhere.invalid/x"]
