"""One process ``proxlab serve`` for this process: frames of JSON and arrays to it and from it."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import sysconfig
import threading
from _signal import signal as _handle  # signal.signal is around it, and its enums take longer than a small message
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

VERSION = 1
_LEAD = struct.Struct("<3sBIQ")
_TYPES = {"<f8": "f8", "<f4": "f4", "<i4": "i4", "<i8": "i8"}
_SIGINT = int(signal.SIGINT)
_GRACE = 5.0  # seconds that the process has to end


class ProxlabError(RuntimeError):
    """The process ended, or has a fault of its own. The next call starts another one."""


class _Interrupt(BaseException):
    """A signal came while nothing but waiting went on."""


def find_binary() -> str:
    """The command: ``$PROXLAB_BINARY``, where pip puts commands, or on ``PATH``."""
    name = "proxlab" + (sysconfig.get_config_var("EXE") or "")
    user = sysconfig.get_path("scripts", "nt_user" if os.name == "nt" else "posix_user")
    here = os.path.dirname(os.path.abspath(__file__))
    target = os.path.join(os.path.dirname(here), "bin", name)  # pip install --target
    for path in (os.environ.get("PROXLAB_BINARY"), os.path.join(sysconfig.get_path("scripts"), name),
                 os.path.join(user, name), target, shutil.which(name)):
        if path and os.path.isfile(path):
            return path
    raise ProxlabError("there is no proxlab command where pip puts commands, nor on PATH: install a wheel of proxlab, "
                       "or build the command with Go and name it in PROXLAB_BINARY")


class _Call:
    """A request under way."""

    def __init__(self, on_event: Callable[[dict], None] | None, awake: threading.Event | None):
        self.on_event = on_event
        self.awake = awake  # there is an answer, or it is this thread's turn to read; None of who reads from the first
        self.answer: tuple[dict, dict[str, np.ndarray]] | None = None
        self.failed: BaseException | None = None

    def wake(self) -> None:
        """Let its thread go on, where it waits."""
        if self.awake:
            self.awake.set()


class _Guard:
    """Defers the signal of Ctrl-C while bytes of frames are under way; in the main thread, which alone handles signals."""

    def __enter__(self) -> _Guard:
        self.waiting = self.came = False
        self.old: Any = None
        if threading.current_thread() is threading.main_thread():
            self.old = _handle(_SIGINT, self._handle)
        return self

    def _handle(self, number: int, frame: Any) -> None:
        self.came = True
        if self.waiting:
            raise _Interrupt

    def wait(self, until: Callable[[], Any]) -> None:
        """Wait, in which signals may interrupt: what the former handler raises of them is raised."""
        try:
            self.waiting = True
            if not self.came:
                until()
            self.waiting = False
        except _Interrupt:
            self.waiting = False
        if self.came:
            self.came = False
            if callable(self.old):
                self.old(signal.SIGINT, sys._getframe())

    def __exit__(self, *_: Any) -> None:
        if self.old is not None:
            _handle(_SIGINT, self.old)
            if self.came and callable(self.old):
                self.old(signal.SIGINT, sys._getframe())


class Client:
    """A connection. Any number of threads ask; one of those that wait reads for all."""

    def __init__(self) -> None:
        env = dict(os.environ)
        if "GOMAXPROCS" not in env and env.get("OMP_NUM_THREADS", "").isdigit():
            env["GOMAXPROCS"] = env["OMP_NUM_THREADS"]  # which loky sets for its workers
        extra: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {
            "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        self.process = subprocess.Popen([find_binary(), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=env, bufsize=0, **extra)
        assert self.process.stdin is not None and self.process.stdout is not None
        self._into, self._from = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._widen()
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll:
            self._poll.register(self._from, select.POLLIN)
        self._ids = itertools.count(1)
        self._writing, self._state = threading.Lock(), threading.Lock()
        self._calls: dict[int, _Call] = {}
        self._led = False  # a thread reads
        self.ended: ProxlabError | None = None

    def _widen(self) -> None:
        """Pipes hold a megabyte where the system lets them, and not 64 kB."""
        if sys.platform == "linux":
            import fcntl

            for f in (self._into, self._from):
                try:
                    fcntl.fcntl(f, fcntl.F_SETPIPE_SZ, 1 << 20)
                except OSError:
                    pass

    # Bytes

    def _end(self, why: str) -> ProxlabError:
        self.process.kill()
        code = self.process.wait()
        self.ended = self.ended or ProxlabError(f"{why} (its exit code is {code}): the next call starts another one")
        return self.ended

    def _read(self, buffer: Any) -> None:
        view, at = memoryview(buffer).cast("B"), 0
        while at < len(view):
            if hasattr(os, "readv"):
                n = os.readv(self._from, [view[at:]])
            else:
                got = os.read(self._from, min(len(view) - at, 1 << 20))
                n = len(got)
                view[at:at + n] = got
            if n == 0:
                raise self._end("the proxlab process ended")
            at += n

    def _write(self, parts: list[memoryview]) -> None:
        try:
            while parts:
                n = os.writev(self._into, parts[:64]) if hasattr(os, "writev") else os.write(self._into, parts[0][:1 << 20])
                while parts and n >= len(parts[0]):
                    n -= len(parts.pop(0))
                if n:
                    parts[0] = parts[0][n:]
        except BrokenPipeError:
            pass  # whoever reads learns of it

    def _frame(self) -> tuple[dict, dict[str, np.ndarray]]:
        lead = bytearray(_LEAD.size)
        self._read(lead)
        magic, version, size, _ = _LEAD.unpack(lead)
        if magic != b"PXL" or version != VERSION:
            raise self._end(f"what came from the proxlab process is no frame of version {VERSION}")
        text = bytearray(size)
        self._read(text)
        head = json.loads(text)
        arrays = {}
        for a in head.get("arrays", ()):
            arrays[a["name"]] = v = np.empty(a["count"], dtype="<" + a["type"])
            if v.size:
                self._read(v)
        return head, arrays

    def _send(self, head: dict, arrays: Mapping[str, np.ndarray | dict]) -> None:
        described, parts, total = [], [], 0
        for name, v in arrays.items():
            if isinstance(v, dict):  # a file
                described.append({"name": name, **v})
                continue
            described.append({"name": name, "type": _TYPES[v.dtype.str], "count": v.size})
            if v.size:
                parts.append(memoryview(v.reshape(-1)).cast("B"))
            total += v.nbytes
        text = json.dumps(head | {"arrays": described}).encode()
        first = _LEAD.pack(b"PXL", VERSION, len(text), total) + text
        with self._writing:
            self._write([memoryview(first), *parts])

    # Requests

    def ask(self, op: str, arrays: Mapping[str, Any] | None = None, on_event: Callable[[dict], None] | None = None,
            **head: Any) -> tuple[dict, dict[str, np.ndarray]]:
        """Ask, and wait for the answer. Ctrl-C cancels the request, and is raised when that has ended."""
        number = next(self._ids)
        with _Guard() as guard:
            with self._state:
                lead, self._led = not self._led, True
                self._calls[number] = call = _Call(on_event, None if lead else threading.Event())
            try:
                self._send({"id": number, "op": op, **head}, arrays or {})
                self._until(call, number, lead, guard)
            finally:
                self._done(number, call)
        if call.failed is not None:
            raise call.failed
        assert call.answer is not None
        answer, out = call.answer
        if answer["kind"] == "error":
            raise (ValueError if answer.get("class") == "value" else ProxlabError)(answer["error"])
        return answer, out

    def _until(self, call: _Call, number: int, lead: bool, guard: _Guard) -> None:
        """Read, or wait for who reads, until there is an answer; an interrupt cancels the call, a second one all."""
        canceled: BaseException | None = None
        while call.answer is None and call.failed is None:
            try:
                if not lead and call.awake:
                    guard.wait(call.awake.wait)
                    lead = call.answer is None and call.failed is None
                    continue
                if self._poll:
                    guard.wait(self._poll.poll)
                self._dispatch()
            except ProxlabError as ended:
                call.failed = call.failed or ended
            except BaseException as raised:
                if canceled is not None:
                    self._end("it was interrupted twice")
                    raise
                canceled = raised
                self._send({"id": 0, "op": "cancel", "target": number}, {})
        if canceled is not None and call.failed is None:
            canceled.partial = call.answer  # type: ignore[attr-defined]
            raise canceled
        if call.failed is not None and canceled is not None:
            raise canceled

    def _dispatch(self) -> None:
        """Give the next frame to whom it is for."""
        head, arrays = self._frame()
        call = self._calls.get(head["id"])
        if head.get("class") == "frame":
            raise self._end(f"the proxlab process refused a frame: {head['error']}")
        if call is None:
            return
        if head["kind"] != "event":
            call.answer = head, arrays
            call.wake()
        elif call.on_event is not None:
            try:
                call.on_event(head)
            except BaseException as raised:
                call.on_event, call.failed = None, raised
                self._send({"id": 0, "op": "cancel", "target": head["id"]}, {})
                call.wake()

    def _done(self, number: int, call: _Call) -> None:
        """Who reads no more lets another read; all hear that the process has ended."""
        with self._state:
            del self._calls[number]
            if self.ended is not None:
                for other in self._calls.values():
                    other.failed = other.failed or self.ended
                    other.wake()
                return
            open_ones = [c for c in self._calls.values() if c.answer is None and c.failed is None]
            self._led = bool(open_ones)
            if open_ones and not any(c.awake is None or c.awake.is_set() for c in open_ones):  # none reads already
                open_ones[0].wake()

    def close(self) -> None:
        """End the process."""
        self.ended = self.ended or ProxlabError("the proxlab process was ended")
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.close()
            self.process.wait(_GRACE)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


_one: Client | None = None
_starting = threading.Lock()


def client() -> Client:
    """This process's connection: a new one after a fork, or where the last one has ended."""
    global _one
    with _starting:
        if _one is None or _one.ended is not None or _one.process.poll() is not None:
            if _one is not None:
                _one.close()
            _one = Client()
        return _one


def _close() -> None:
    if _one is not None:
        _one.close()


def _after_fork() -> None:
    """A forked process has copies of the pipes: were they left open, the command would not see its parent's end."""
    global _one, _starting
    _starting = threading.Lock()
    if _one is not None:
        for f in (_one.process.stdin, _one.process.stdout):
            if f is not None:
                f.close()
        _one.process.returncode = 0  # it is not this process's to wait for
        _one = None


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
