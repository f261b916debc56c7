package explorables_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
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

// pageAnswer is what the page's program was asked and answered.
type pageAnswer struct {
	Name   string
	Asked  explore.Values
	Answer explore.Answer
}

type pageSeen struct {
	Asked, Errors, Faults []string
	Left, Moves           []string     // controls that nobody worked, and what moves though it is not wanted
	Trees                 []string     // of accessibility, of each at the start
	Answers, Linked       []pageAnswer // Linked are those of who followed a link to the last state of some
	Again                 map[string]struct{ Command, Go, File string }
	Milliseconds          map[string]float64
	Played                map[string]int // the step at which it was stopped
	Fault                 string
	Stale                 bool // the answer before the fault is seen
	Drawn, Pictures       int
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

// browserNames are what the browsers are called that pages are opened in.
var browserNames = [][]string{{"chromium", "chromium-browser", "google-chrome"}, {"firefox-esr", "firefox"}}

// browsers are the paths of those that are there; in the short form that of the first.
func browsers(t *testing.T) (paths []string) {
	t.Helper()
	if _, err := os.Stat("../../node_modules/playwright-core"); err != nil {
		t.Skip("there is no playwright-core: run `make setup`")
	}
	for _, names := range browserNames {
		if testing.Short() && len(paths) > 0 {
			break
		}
		k := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
		if k < 0 {
			t.Logf("there is no %s", names[0])
			continue
		}
		path, err := exec.LookPath(names[k])
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if len(paths) == 0 {
		t.Skip("there is no browser")
	}
	return paths
}

// writePage writes a page of all explorables with its program into a folder.
func writePage(t *testing.T) (folder string) {
	t.Helper()
	program, err := module.Script(t.Context(), "../..", shownByNotebooks(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("pages share %d bytes of program", len(program))
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
	folder = t.TempDir()
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
	return folder
}

// work opens the page in a browser, from disk, and works every control.
func work(ctx context.Context, browser, folder string) (seen pageSeen, err error) {
	out, err := exec.CommandContext(ctx, "node", "testdata/explore.mjs", browser,
		filepath.Join(folder, "page.html"), filepath.Join(folder, "own.csv"), folder).Output()
	if exit := (&exec.ExitError{}); errors.As(err, &exit) {
		return seen, fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return seen, errors.Join(err, json.Unmarshal(out, &seen))
}

// TestPagesAnswerAsNatively opens all explorables from disk, without a network, in every browser: what the page's
// program answers is what the native one does, at the start and with every control worked, and the same to the last
// digit in all browsers.
func TestPagesAnswerAsNatively(t *testing.T) {
	t.Parallel()
	paths := browsers(t)
	folder := writePage(t)
	all := make([]pageSeen, len(paths))
	t.Run("browsers", func(t *testing.T) {
		for k, path := range paths {
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				var err error
				if all[k], err = work(t.Context(), path, folder); err != nil {
					t.Fatal(err)
				}
				t.Logf("milliseconds: %v", all[k].Milliseconds)
				all[k].check(t)
				all[k].checkLinks(t)
				all[k].checkAgain(t)
			})
		}
	})
	if t.Failed() {
		return
	}
	for _, seen := range all[1:] {
		for i, a := range seen.Answers {
			if first := all[0].Answers[i]; reflect.DeepEqual(a.Asked, first.Asked) && !reflect.DeepEqual(a, first) {
				t.Errorf("%s answers otherwise than in %s", a.Name, filepath.Base(paths[0]))
			}
		}
	}
	checkTrees(t, all)
}

// check judges what was seen in a browser.
func (seen pageSeen) check(t *testing.T) {
	t.Helper()
	all := explorables.All()
	if len(seen.Asked)+len(seen.Errors) > 0 || strings.Join(seen.Faults, "") != "" {
		t.Errorf("addresses asked for %q, errors %q, faults %q", seen.Asked, seen.Errors, seen.Faults)
	}
	if len(seen.Left)+len(seen.Moves) > 0 {
		t.Errorf("controls that nobody worked: %q; what moves: %q", seen.Left, seen.Moves)
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

// checkLinks: who follows a link has the state, and the answer, of who copied it.
func (seen pageSeen) checkLinks(t *testing.T) {
	t.Helper()
	for _, l := range seen.Linked {
		if !slices.ContainsFunc(seen.Answers, func(a pageAnswer) bool { return reflect.DeepEqual(a, l) }) {
			t.Errorf("the link to %s leads to %+v", l.Name, l.Asked)
		}
	}
	if len(seen.Linked) != 4 {
		t.Errorf("%d links were followed", len(seen.Linked))
	}
}

// checkAgain: pages copy, and save, what the explorable says for what was answered last.
func (seen pageSeen) checkAgain(t *testing.T) {
	t.Helper()
	for i, e := range explorables.All() {
		if e.Again == nil {
			continue
		}
		want, got := repeat(t, e, seen.Answers[2*i+1].Asked), seen.Again[e.Name]
		if got.Command != want.Command || got.Go != want.Go {
			t.Errorf("%s copies %q and %q", e.Name, got.Command, got.Go)
		}
		saved := func(f explore.NamedFile) bool { return f.Name == got.File }
		if len(want.Files) > 0 && !slices.ContainsFunc(want.Files, saved) {
			t.Errorf("%s saves %q", e.Name, got.File)
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
