#!/usr/bin/env bash
# The whole way of a study of one's own, in an empty HOME, by a released command: set up, test, run quick, be killed and go
# on, run on a Slurm cluster of two nodes, tell what differs, take in a method and a seed, compare, build the PDF, export a notebook of its figure as one file. As root, on Debian or Ubuntu, with Go and LaTeX (booktabs, siunitx):
#
#   whole-way.sh PROXLAB DIR     where PROXLAB is what `make release` built for this system, and DIR is not there yet
#
# It prints the seconds of each step. The exit code is 1 at the first that is not as it should be. Go's caches are those of
# the empty HOME, unless GOMODCACHE and GOCACHE are set.
set -euo pipefail

[ $# = 2 ] || { echo "usage: $(basename "$0") PROXLAB DIR" >&2; exit 2; }
two_nodes=$(realpath "$(dirname "$0")/../slurm/two-nodes.sh")
explorables=$(realpath "$(dirname "$0")/../../docs/explorables.md")
mkdir "$2"
dir=$(realpath "$2")
mkdir "$dir/home" "$dir/bin"
cp "$1" "$dir/bin/proxlab"
export HOME="$dir/home" PATH="$dir/bin:$PATH"
cd "$dir"

die() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# step says what is done, and how long that before it took.
begun=$SECONDS
step() {
  [ -z "${now:-}" ] || echo "    $((SECONDS - begun)) s"
  now=$1
  begun=$SECONDS
  echo "== $now"
}

results() { find "$1/tasks/results" -name '*.json' 2>/dev/null | wc -l; }

step "proxlab new study"
proxlab version
proxlab new study adaptive
cd adaptive

step "go test"
go test ./...
go build -o study .

step "a quick run, killed and gone on with"
./study >run.txt 2>&1 &
run=$!
until [ "$(results out/adaptive)" -ge 4 ] || ! kill -0 "$run" 2>/dev/null; do sleep 0.02; done
kill -KILL "$run" || die "it ended before it was killed"
wait "$run" 2>/dev/null || true
before=$(results out/adaptive)
ls -l --time-style=full-iso out/adaptive/tasks/results | grep 'json$' | awk '{print $7, $9}' | sort -k2 >before.txt
./study --vector
ls -l --time-style=full-iso out/adaptive/tasks/results | grep 'json$' | awk '{print $7, $9}' | sort -k2 >after.txt
[ "$(join -1 2 -2 2 before.txt after.txt | awk '$2 == $3' | wc -l)" -ge "$before" ] || die "what was done was done again"
all=$(results out/adaptive)
echo "$before of $all results were there when it was killed"

step "the same on two nodes of Slurm"
eval "$("$two_nodes" start "$dir/slurm")"
trap '"$two_nodes" stop "$dir/slurm"' EXIT
./study --out runs --slurm --tasks-per-job 5
proxlab diff out/adaptive runs/adaptive | tee diff.txt
grep -q 'Why it may\|are the same' diff.txt || die "no reason is given"

step "a method and a seed more"
sed -i 's|^\t{"adaptive by spectral", adaptive, spectral},|&\n\t{"lasso by spectral", lasso, spectral},|' methods.go
sed -i 's|reproduce.Quick: 5|reproduce.Quick: 6|' study.go
grep -q '"lasso by spectral"' methods.go && grep -q 'Quick: 6' study.go || die "methods or seeds are written otherwise"
go build -o study .
./study --out runs --slurm --tasks-per-job 5 2>&1 | tee more.txt
[ "$(results runs/adaptive)" = $((all / 3 / 5 * 4 * 6)) ] || die "$(results runs/adaptive) results, of $all before"
"$two_nodes" stop "$dir/slurm"
trap - EXIT

step "compare"
proxlab compare runs/adaptive --measure Error --time Seconds --gap Gaps --target 1e-6 --out comparison
[ "$(ls comparison/*.pdf | wc -l)" = 5 ] || die "there are other figures than five: $(ls comparison)"

step "the paper"
make -C paper
[ -s paper/paper.pdf ] || die "there is no PDF"
! grep -E 'Overfull .hbox \([1-9][0-9]*\.[0-9]+pt|Float too large' paper/paper.log || die "the paper has boxes that are too wide"

step "one file"
proxlab notebooks new "$dir/page"
cd "$dir/page"
mkdir figures
{
  printf 'package figures\n\nimport (\n\t"context"\n\n\t"github.com/proxlab/proxlab/figures/explore"\n'
  printf '\t"github.com/proxlab/proxlab/toolkit/prox"\n)\n\n// Mine is a figure with a control.\n'
  sed -n '/^var Mine/,/^}/p' "$explorables"
} >figures/mine.go
module=$(awk '$1 == "module" { print $2 }' go.mod)
cat >notebooks/mine.ipynb <<EOF
{"cells": [
 {"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [],
  "source": "import (\\n\\t. \\"github.com/proxlab/proxlab/interactive\\"\\n\\t\\"$module/figures\\"\\n)"},
 {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "%%\\nExplore(figures.Mine)"}],
 "metadata": {"kernelspec": {"display_name": "Go (gonb)", "language": "go", "name": "gonb"}}, "nbformat": 4, "nbformat_minor": 5}
EOF
proxlab notebooks run mine
proxlab notebooks export --one-file notebooks/mine.ipynb
html=$(find . -path ./.proxlab -prune -o -name mine.html -print)
grep -q proxlabModule "$html" || die "the page has no program"
[ "$(stat -c %s "$html")" -le 5000000 ] || die "the page has more than 5 MB: $(ls -l "$html")"
ls -l "$html"

step "done"
