"""What a class needs; ``make check`` runs this with the network blocked."""

import labserver


def test_jupyterlab_answers(tmp_path):
    """JupyterLab starts on the notebooks and has a Python kernel."""
    with labserver.running(tmp_path) as server:
        assert server.api("status")["kernels"] == 0
        assert "python3" in server.api("kernelspecs")["kernelspecs"]


def test_both_games_can_be_played():
    """A game of each is dealt and played to its end."""
    import st2lib
    import stlib

    for game in (stlib.ST1, st2lib.ST2):
        position = game.deal(seed=1)
        while position.outcome is None:
            position = position.apply(position.legal_moves[0])
