"""Derives every verdict of the claims again from the rows of the records, with arithmetic of its own.

    proxlab claims --json | python3 reproduce/rederive/rederive.py

It shares no code with what judges the claims: its rules are written from the printed ones, and its intervals from the
formulas. Of each verdict it compares the outcome, and that every number that decides is among those printed, to the
last digit. It prints the counts by rank and outcome, and ends with 1 where anything differs.
"""
import collections
import csv
import json
import math
import pathlib
import re
import sys

import rules
import structured

HOME = pathlib.Path(__file__).resolve().parent.parent
RULES = {"onlinemkl": rules.onlinemkl, "parsing": rules.parsing, "proxsvm": rules.proxsvm, "bundle": rules.bundle,
         "sparsity": structured.sparsity, "tracenorm": structured.tracenorm}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


class Record:
    """A study's tables as rows by id, and its curves."""

    def __init__(self, study):
        self.folder = HOME / study / "results"
        tables = json.loads((self.folder / "record.json").read_text())["tables"]
        self.tables = {t["id"]: {r["id"]: r for r in t["rows"]} for t in tables}

    def table(self, name):
        return self.tables[name]

    def curve(self, name):
        with (self.folder / "curves" / (name + ".csv")).open() as f:
            return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]


def printed(text, x):
    """Whether a text has a number, to the digits that it prints."""
    for token in NUMBER.findall(text):
        digits, _, power = token.partition("e")
        unit = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
        if abs(float(token) - x) <= 0.501 * unit:
            return True
    return False


def derive(claim, record):
    """The verdict and the numbers that decide; not testable where rows are missing."""
    try:
        verdict, numbers = RULES[claim["study"]](claim, record.table(claim["table"]), record.curve, record.table)
    except KeyError as missing:
        return "not testable", [], f"no {missing}"
    return {True: "holds", False: "fails"}.get(verdict, verdict), numbers, ""


def outcome(verdicts):
    """What a claim came to over all its verdicts that could be tested."""
    found = [v for v in verdicts if v in ("holds", "fails", "open")]
    if not found:
        return "untested"
    for name, v in (("always", "holds"), ("never", "fails")):
        if all(x == v for x in found):
            return name
    return "sometimes" if "holds" in found else "partly" if "fails" in found else "undecided"


def main():
    claims = json.load(sys.stdin)["claims"]
    records, differ, groups, ranks = {}, 0, collections.defaultdict(list), collections.defaultdict(list)
    for c in claims:
        if c["study"] not in records:
            records[c["study"]] = Record(c["study"])
        verdict, numbers, why = derive(c, records[c["study"]])
        groups[c["id"]].append(verdict)
        ranks[c["rank"]].append((c["id"], verdict))
        text = c["ours"] + " | " + c.get("spread", "")
        absent = [x for x in numbers if not printed(text, x)]
        if verdict != c["verdict"] or absent:
            differ += 1
            print(f"{c['id']}, {c['table']}, {c.get('reading', '')}: {verdict} {numbers} {why}\n"
                  f"  against {c['verdict']}: {text}\n  not printed: {absent}")
    count = lambda names: dict(collections.Counter(names))
    counts = {"claims": len(groups), "verdicts": len(claims), "outcomes": count(outcome(v) for v in groups.values()),
              "ranks": {}}
    for rank, found in ranks.items():
        by = collections.defaultdict(list)
        for ident, v in found:
            by[ident].append(v)
        counts["ranks"][rank] = {"verdicts": count(v for _, v in found), "outcomes": count(map(outcome, by.values()))}
    print(json.dumps(counts, indent=1))
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
