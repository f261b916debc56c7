"""What the documents show is what comes out."""

import doctest
import importlib
import os
import re

import pytest

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "python.md")


@pytest.mark.parametrize("home", ["", "._regression", "._classification", "._linear", "._survival", "._kernels", "._cv", "._structures"])
def test_examples(home):
    failed, tried = doctest.testmod(importlib.import_module("proxlab" + home))
    assert tried > 0 and failed == 0


def test_page(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("agg")
    with open(PAGE, encoding="utf-8") as f:
        (code,) = re.findall(r"```python\n(.*?)```", f.read(), re.S)
    monkeypatch.chdir(tmp_path)
    exec(compile(code, PAGE, "exec"), {})
