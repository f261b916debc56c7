package explorables_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

// ownTable is a reader's: a number, a category, and a gap.
const ownTable = "x,kind,y\n1,a,no\n2,b,no\n,a,no\n4,a,yes\n5,b,no\n6,a,yes\n7,b,yes\n8,b,yes\n"

type pageSeen struct {
	Asked, Errors, Faults []string
	Answers               []struct {
		Name   string
		Asked  explore.Values
		Answer explore.Answer
	}
	Milliseconds    map[string]float64
	Played          map[string]int // the step at which it was stopped
	Fault           string
	Drawn, Pictures int
}

// shownByNotebooks are the explorables that the notebooks show.
func shownByNotebooks(t *testing.T) module.Figures {
	t.Helper()
	paths, err := filepath.Glob("../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	shown := module.Figures{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if notices, err := shown.Add(text); err != nil || len(notices) > 0 {
			t.Fatalf("%s: %q, %v", path, notices, err)
		}
	}
	return shown
}

// work opens a page of all explorables in Chromium, from disk, and moves every control.
func work(t *testing.T) (seen pageSeen) {
	t.Helper()
	if _, err := os.Stat("../../node_modules/playwright-core"); err != nil {
		t.Skip("there is no playwright-core: run `make setup`")
	}
	chromium := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && chromium == "" {
			chromium = path
		}
	}
	if chromium == "" {
		t.Skip("there is no Chromium")
	}
	program, err := module.Script(t.Context(), "../..", shownByNotebooks(t))
	if err != nil {
		t.Fatal(err)
	}
	var body strings.Builder
	for _, e := range explorables.All() {
		a, err := e.Ask(t.Context(), e.Start())
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		s, err := figures.Embed(figures.Explorable{Of: e, Answer: a})
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		body.WriteString(s)
	}
	var page bytes.Buffer
	if err := figures.WritePage(&page, "explorables", body.String()); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if kept := os.Getenv("PROXLAB_PAGES"); kept != "" { // to look at
		folder = kept
	}
	for name, content := range map[string][]byte{
		"page.html": page.Bytes(), figures.ModuleFile: program, "own.csv": []byte(ownTable),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "node", "testdata/explore.mjs", chromium,
		filepath.Join(folder, "page.html"), filepath.Join(folder, "own.csv"), folder).Output()
	if exit := (&exec.ExitError{}); errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v: %.2000q", err, out)
	}
	t.Logf("pages share %d bytes of program; milliseconds: %v", len(program), seen.Milliseconds)
	return seen
}

// TestPagesAnswerAsNatively opens all explorables from disk, without a network: what the page's program answers is what
// the native one does, at the start and with every control moved.
func TestPagesAnswerAsNatively(t *testing.T) {
	t.Parallel()
	seen := work(t)
	all := explorables.All()
	if len(seen.Asked)+len(seen.Errors) > 0 || strings.Join(seen.Faults, "") != "" {
		t.Errorf("addresses asked for %q, errors %q, faults %q", seen.Asked, seen.Errors, seen.Faults)
	}
	if !strings.Contains(seen.Fault, "nowhere") {
		t.Errorf("a column that is not there: %q", seen.Fault)
	}
	for _, name := range []string{"proxlab-explore-lasso", "proxlab-explore-rank"} {
		if seen.Played[name] < 6 {
			t.Errorf("%s was played to step %d", name, seen.Played[name])
		}
	}
	if seen.Drawn != len(all) || seen.Pictures != 0 || len(seen.Answers) != 2*len(all) {
		t.Fatalf("of %d explorables %d are drawn, %d still show the picture; %d answers", len(all), seen.Drawn,
			seen.Pictures, len(seen.Answers))
	}
	for i, got := range seen.Answers {
		e := all[i/2]
		if groups := got.Asked.Words["groups"]; i%2 == 1 && groups != "" && !strings.HasSuffix(groups, "; 3") {
			t.Errorf("groups %q without the one that was drawn", groups)
		}
		if steps := got.Asked.Numbers["steps"]; i%2 == 1 && steps != float64(seen.Played["proxlab-"+e.Name]) {
			t.Errorf("%s answers for step %g, and was stopped at %d", e.Name, steps, seen.Played["proxlab-"+e.Name])
		}
		want, err := e.Ask(t.Context(), got.Asked)
		if err != nil || got.Name != e.Name {
			t.Fatalf("%s, %s: %v", e.Name, got.Name, err)
		}
		compare(t, e.Name, want, got.Answer)
		if start, _ := json.Marshal(e.Start()); i%2 == 1 {
			if moved, _ := json.Marshal(got.Asked); bytes.Equal(start, moved) {
				t.Errorf("%s: no control moved", e.Name)
			}
		}
	}
}

// iterative are the panels whose curves are those of an iteration, which ends where rounding lets it.
var iterative = map[string][]int{"explore-lasso": {0}, "explore-ridge": {0}, "explore-rank": {2}}

// compare asks for the same words, supports among them; for objectives within the sum of both gaps; and for curves
// within 1e-6 of their range, 1e-9 where they are closed forms.
func compare(t *testing.T, name string, want, got explore.Answer) {
	t.Helper()
	if !slices.Equal(want.Said, got.Said) || !slices.Equal(want.Aligned, got.Aligned) {
		t.Errorf("%s says %q %q, natively %q %q", name, got.Said, got.Aligned, want.Said, want.Aligned)
	}
	gaps := want.Fact(explorables.GapFact) + got.Fact(explorables.GapFact)
	if math.IsNaN(gaps) {
		gaps = 0
	}
	for k, f := range want.Facts {
		if k >= len(got.Facts) || got.Facts[k].Name != f.Name {
			t.Fatalf("%s has the facts %v, natively %v", name, got.Facts, want.Facts)
		}
		near := 1e-9*math.Abs(f.Value) + gaps
		if off := math.Abs(got.Facts[k].Value - f.Value); off > near && !isGap(f.Name) {
			t.Errorf("%s: %s is %.17g, natively %.17g", name, f.Name, got.Facts[k].Value, f.Value)
		}
	}
	for k, p := range want.Panels {
		if slices.Contains(iterative[name], k) {
			continue
		}
		tol := 1e-6
		if name == "explore-balls" && k == 0 || name == "explore-rank" {
			tol = 1e-9
		}
		for j, s := range p.Series {
			if far(s.X, got.Panels[k].Series[j].X) > tol || far(s.Y, got.Panels[k].Series[j].Y) > tol {
				t.Errorf("%s, %s: curve %d %q is another natively", name, p.Title, j, s.Name)
			}
		}
	}
}

func isGap(fact string) bool { return strings.Contains(fact, "≤") || strings.Contains(fact, "gap") }

// far is the largest difference, as a share of the range; infinite where the numbers are not as many.
func far(a, b []float64) (most float64) {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	size := 1e-300
	for k := range a {
		size, most = max(size, math.Abs(a[k])), max(most, math.Abs(a[k]-b[k]))
	}
	return most / size
}
