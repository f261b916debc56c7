"""The process behind: forks, threads, jobs, signals, and an end in the middle."""

import multiprocessing
import os
import signal
import sys
import threading
import time
import types

import numpy as np
import pytest
from joblib import Parallel, delayed
from sklearn.model_selection import GridSearchCV

import proxlab._client as c
from proxlab import Lasso, ProxlabError

rng = np.random.default_rng(0)
X = rng.standard_normal((300, 60))
y = X[:, 0] + rng.standard_normal(300)
ALPHAS = (0.01, 0.02, 0.05, 0.1)
wide = rng.standard_normal((400, 800))
narrow = wide[:, 0] + rng.standard_normal(400)
ENDLESS = Lasso(1e-4, tol=1e-15, solver="fista", max_iter=10**9)


def one(alpha):
    return float(Lasso(alpha).fit(X, y).coef_[0])


def alike(got):
    return list(got) == [one(a) for a in ALPHAS]


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_joblib(backend):
    one(0.1)
    assert alike(Parallel(n_jobs=2, backend=backend)(delayed(one)(a) for a in ALPHAS))


def test_pool():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert alike(pool.map(one, ALPHAS))


def test_grid_of_jobs():
    assert GridSearchCV(Lasso(), {"alpha": [0.01, 0.1, 1.0]}, cv=3, n_jobs=2).fit(X, y).best_params_["alpha"] < 1


def test_threads_share_one_process():
    results = [None] * 8

    def work(i):
        results[i] = [one(a) for a in ALPHAS]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    before = c.client().process.pid
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(alike(r) for r in results) and c.client().process.pid == before


def test_fork():
    want = [one(a) for a in ALPHAS]
    child = os.fork()
    if child == 0:
        os._exit(0 if [one(a) for a in ALPHAS] == want else 7)
    assert os.waitpid(child, 0)[1] == 0 and alike(want)


def test_killed_between_fits():
    one(0.1)
    before = c.client().process
    before.kill()
    before.wait()
    assert one(0.1) and c.client().process.pid != before.pid


def test_killed_amid_a_fit():
    process = c.client().process
    seen = []

    def kill(event):
        seen.append(event)
        process.kill()

    with pytest.raises(ProxlabError, match="ended"):
        ENDLESS.fit(wide, narrow, progress=kill)
    assert seen and alike([one(a) for a in ALPHAS])


def test_interrupt_cancels_and_the_next_fit_is_whole():
    before = c.client().process.pid
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs begin with it ignored

    sent = []

    def interrupt(event):
        if not sent:
            sent.append(event)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt) as raised:
        ENDLESS.fit(wide, narrow, progress=interrupt)
    assert raised.value.partial[0]["fits"][0]["status"] == "canceled"
    assert alike([one(a) for a in ALPHAS]) and c.client().process.pid == before


@pytest.mark.parametrize("shell", ["ZMQInteractiveShell", "TerminalInteractiveShell"])
def test_progress_is_a_figure_in_a_notebook_and_a_line_else(shell, monkeypatch, capsys):
    shown = []
    handle = type("Handle", (), {"update": lambda _, bundle, raw: shown.append(bundle)})()
    display = type("Display", (), {"display": staticmethod(lambda bundle, **_: shown.append(bundle) or handle)})
    ipython = types.ModuleType("IPython")
    ipython.display, ipython.get_ipython = display, lambda: type(shell, (), {})()
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    from proxlab._progress import watcher

    seen = watcher(True, "Lasso")
    for gap in (1.0, 1e-3, 1e-6):
        seen({"iter": 1, "objective": 1.0, "gap": gap, "seconds": 1 - gap})
    seen({"text": "a <word>"})
    seen.close()
    said = capsys.readouterr().err
    if shell.startswith("ZMQ"):
        assert "polyline" in shown[-1]["text/html"] and "a &lt;word&gt;" in shown[-1]["text/html"] and not said
    else:
        assert "gap 1.0e-06" in said and said.endswith("a <word>\x1b[K\n") and not shown


def test_broken_frame_is_named():
    client = c.client()
    client._write([memoryview(b"GET / HTTP/1.1\r\n\r\n")])
    with pytest.raises(ProxlabError):
        client.ask("ping")
    assert one(0.1)


def test_many_fits_on_one_prepared_set():
    client = c.client()
    from proxlab._base import features

    shape, arrays = features(X)
    options = {"penalty": "l1", "lambda": 0.05, "intercept": True}
    client.ask("prepare", arrays | {"y": y}, keep="many", x=shape, options=options)

    def memory():
        with open(f"/proc/{client.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    count = 10_000 if os.environ.get("PROXLAB_LONG") else 1000
    for i in range(count):
        client.ask("fit", prepared="many", **{"lambda": 0.05 + 0.01 * (i % 7)})
        if i == count // 4:
            first = memory()
    assert memory() < first + 50e6
    client.ask("drop", drop=["many"])


def test_end_of_parent_ends_it():
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        one(0.1)
        os.write(write, str(c.client().process.pid).encode())
        os._exit(0)  # nothing is closed in order
    os.waitpid(child, 0)
    pid = int(os.read(read, 20))
    for _ in range(100):
        try:
            with open(f"/proc/{pid}/stat") as f:
                if f.read().split()[2] == "Z":
                    return
        except FileNotFoundError:
            return
        time.sleep(0.1)
    pytest.fail("it lives on")
