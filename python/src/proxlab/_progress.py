"""What is shown while a fit goes on: a line in a terminal, a curve of the gap in a notebook."""

from __future__ import annotations

import html
import math
import sys
from collections.abc import Callable
from typing import Any

EVERY = 0.2  # seconds between events


def watcher(progress: bool | Callable[[dict], Any], title: str) -> Watcher | None:
    """What ``fit(progress=...)`` asks for: nothing, what is shown, or the caller's own function of each event."""
    return Watcher(title, progress if callable(progress) else None) if progress else None


class Watcher:
    """Is called with ``iter``, ``objective``, ``gap`` and ``seconds``, or with ``text``; objective and gap may be None."""

    def __init__(self, title: str, call: Callable[[dict], Any] | None):
        self._title, self._call, self._handle = title, call, None
        self.events: list[dict] = []
        self._display: Any = None  # of a notebook
        if call is None and "IPython" in sys.modules:
            from IPython import display, get_ipython

            if type(get_ipython()).__name__ == "ZMQInteractiveShell":
                self._display = display.display

    def __call__(self, event: dict) -> None:
        self.events.append(event)
        if self._call is not None:
            self._call(event)
        elif self._display is None:
            print(f"\r{self._title}: {self.text()}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            bundle = {"text/html": self._figure(), "text/plain": f"{self._title}: {self.text()}"}
            if self._handle is None:
                self._handle = self._display(bundle, raw=True, display_id=True)
            else:
                self._handle.update(bundle, raw=True)

    def text(self) -> str:
        """The last event in a line."""
        e = self.events[-1]
        if "text" in e:  # what a command says
            return e["text"]
        objective, gap = (math.nan if e[k] is None else e[k] for k in ("objective", "gap"))
        return f"iteration {e['iter']}, objective {objective:.6g}, gap {gap:.1e}, {e['seconds']:.1f} s"

    def close(self) -> None:
        """Show that it has ended."""
        if self.events and self._call is None and self._display is None:
            print(file=sys.stderr)

    def _figure(self) -> str:
        """A curve that a saved notebook keeps, drawn without other libraries."""
        width, height, left = 460, 150, 56
        line = f'<div><code>{self._title}: {html.escape(self.text())}</code></div>'
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
