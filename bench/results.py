"""What was measured, a line of JSON each, so that a run that was interrupted goes on."""

import hashlib, json, os, platform, subprocess, time

from environments import ROOT


def said(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()


def state():
    """The commit and what was changed since: another state begins anew. Documents do not count."""
    changed = said("git", "diff", "HEAD", "--", ".", ":!docs", ":!*.md") + said("git", "status", "--short", "bench")
    return said("git", "rev-parse", "HEAD") + ("+" + hashlib.sha256(changed.encode()).hexdigest()[:8] if changed else "")


class Results:
    def __init__(self, path, fresh):
        self.path, self.lines, self.contests, self.limits, self.done = path, {}, {}, {}, set()
        self.header = {"state": state(), "cores": os.cpu_count(), "python": platform.python_version(),
                       "go": said("go", "env", "GOVERSION").replace("go", "Go "), "node": platform.node()}
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path) as f:
                before = [json.loads(line) for line in f if line.endswith("\n")]
            if fresh or not before or any(before[0]["header"][k] != v for k, v in self.header.items()):
                os.replace(path, path + ".before")
            else:
                self.header = before[0]["header"]
                for line in before[1:]:
                    self.take(line)
                return
        self.header["date"] = time.strftime("%-d %B %Y")
        self.add({"header": self.header})

    def add(self, line):
        """Keeps a line, on the disk before anything else happens."""
        with open(self.path, "a") as f:
            f.write(json.dumps(line) + "\n")
            f.flush()
            os.fsync(f.fileno())
        self.take(line)

    def take(self, line):
        if "limits" in line:
            self.limits[line["threads"]] = line["limits"]
        elif "contest" in line:
            self.contests[line["name"]] = line["contest"]
        elif "done" in line:
            self.done.add((line["done"], line["threads"]))
        elif "who" in line:
            self.lines.setdefault((line["name"], line["who"]), {})[line["threads"]] = line
