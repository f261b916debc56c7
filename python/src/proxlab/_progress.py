"""What is shown while a fit goes on: a line in a terminal, a curve of the gap in a notebook."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

EVERY = 0.2  # seconds between events


def watcher(progress: bool | Callable[[dict], Any], title: str) -> Watcher | None:
    """What ``fit(progress=...)`` asks for: nothing, what is shown, or the caller's own function of each event."""
    if callable(progress):
        return Watcher(progress)
    if not progress:
        return None
    try:
        from IPython import get_ipython
        from IPython.display import display

        if type(get_ipython()).__name__ == "ZMQInteractiveShell":
            return _Notebook(title, display)
    except ImportError:
        pass
    return _Terminal(title)


class Watcher:
    """Is called with ``iter``, ``objective``, ``gap`` and ``seconds``; the latter two may be None."""

    def __init__(self, call: Callable[[dict], Any] | None = None):
        self._call = call
        self.events: list[dict] = []

    def __call__(self, event: dict) -> None:
        self.events.append(event)
        if self._call is not None:
            self._call(event)
        else:
            self.show()

    def text(self) -> str:
        """The last event in a line."""
        e = self.events[-1]
        if "text" in e:  # what a command says
            return e["text"]
        objective, gap = (math.nan if e[k] is None else e[k] for k in ("objective", "gap"))
        return f"iteration {e['iter']}, objective {objective:.6g}, gap {gap:.1e}, {e['seconds']:.1f} s"

    def show(self) -> None:
        """Show the last event."""

    def close(self) -> None:
        """Show that it has ended."""


class _Terminal(Watcher):
    def __init__(self, title: str):
        super().__init__()
        self._title = title

    def show(self) -> None:
        print(f"\r{self._title}: {self.text()}\x1b[K", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.events:
            print(file=sys.stderr)


class _Notebook(Watcher):
    """A curve that a saved notebook keeps, drawn without other libraries."""

    def __init__(self, title: str, display: Callable[..., Any]):
        super().__init__()
        self._title, self._display = title, display
        self._handle: Any = None

    def show(self) -> None:
        bundle = {"text/html": self._figure(), "text/plain": f"{self._title}: {self.text()}"}
        if self._handle is None:
            self._handle = self._display(bundle, raw=True, display_id=True)
        else:
            self._handle.update(bundle, raw=True)

    def _figure(self) -> str:
        width, height, left = 460, 150, 56
        line = f'<div><code>{self._title}: {self.text()}</code></div>'
        points = [(e["seconds"], math.log10(e["gap"])) for e in self.events if (e.get("gap") or 0) > 0]
        if len(points) < 2:
            return line
        most_x = points[-1][0] or 1.0
        low, high = math.floor(min(y for _, y in points)), math.ceil(max(y for _, y in points))
        high = max(high, low + 1)
        at = [(left + (width - left - 8) * x / most_x, 8 + (height - 30) * (high - y) / (high - low)) for x, y in points]
        ticks = "".join(
            f'<text x="{left - 6}" y="{12 + (height - 30) * (high - y) / (high - low):.1f}" text-anchor="end">1e{y}</text>'
            for y in sorted({low, (low + high) // 2, high}))
        return (f'{line}<svg width="{width}" height="{height}" font-size="11" fill="currentColor" role="img" '
                f'aria-label="gap over seconds">{ticks}<text x="{width - 8}" y="{height - 4}" text-anchor="end">'
                f'gap over seconds, to {most_x:.2g} s</text><polyline fill="none" stroke="#3b78c3" stroke-width="2" points="'
                + " ".join(f"{x:.1f},{y:.1f}" for x, y in at) + '"/></svg>')
