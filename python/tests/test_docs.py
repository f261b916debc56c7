"""What the documents show is what comes out."""

import doctest
import importlib
import os
import re

import pytest

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "python.md")


HOMES = ("", "regression", "classification", "linear", "survival", "kernels", "matrices", "cv", "structures")


@pytest.mark.parametrize("home", ["._" + h if h else "" for h in HOMES])
def test_examples(home):
    failed, tried = doctest.testmod(importlib.import_module("proxlab" + home))
    assert tried > 0 and failed == 0


def test_page(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("agg")
    with open(PAGE, encoding="utf-8") as f:
        (code,) = re.findall(r"```python\n(.*?)```", f.read(), re.S)
    monkeypatch.chdir(tmp_path)
    exec(compile(code, PAGE, "exec"), {})
