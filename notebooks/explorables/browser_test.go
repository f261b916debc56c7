package explorables_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/figures/explore/exploretest"
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
	Stale           bool // the answer before the fault is seen
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
	if !strings.Contains(seen.Fault, "nowhere") || seen.Stale {
		t.Errorf("a column that is not there: %q; the answer before is seen: %v", seen.Fault, seen.Stale)
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
		compareWithNative(t, e, got.Name, got.Asked, got.Answer)
		if groups := got.Asked.Words["groups"]; i%2 == 1 && groups != "" && !strings.HasSuffix(groups, "; 3") {
			t.Errorf("groups %q without the one that was drawn", groups)
		}
		if steps := got.Asked.Numbers["steps"]; i%2 == 1 && steps != float64(seen.Played["proxlab-"+e.Name]) {
			t.Errorf("%s answers for step %g, and was stopped at %d", e.Name, steps, seen.Played["proxlab-"+e.Name])
		}
		if start, _ := json.Marshal(e.Start()); i%2 == 1 {
			if moved, _ := json.Marshal(got.Asked); bytes.Equal(start, moved) {
				t.Errorf("%s: no control moved", e.Name)
			}
		}
	}
}

// compareWithNative compares an answer of a page with that of the explorable itself.
func compareWithNative(t *testing.T, e explore.Explorable, name string, asked explore.Values, got explore.Answer) {
	t.Helper()
	want, err := e.Ask(t.Context(), asked)
	if err != nil || name != e.Name {
		t.Fatalf("%s, %s: %v", e.Name, name, err)
	}
	for _, d := range exploretest.Differences(want, got, explorables.GapFact) {
		t.Errorf("%s: %s", e.Name, d)
	}
}
