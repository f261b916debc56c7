package notebooks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/figures/explore/exploretest"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// page is what browser_test.mjs says of an exported notebook.
type page struct {
	Page   string
	Charts []struct {
		ID  string
		Ink int
	}
	Errors, Asked, Cut       []string
	Inaccessible             []string
	Explored                 []explored
	NoScripts, NoWebAssembly still
}

// explored is an explorable of a page: what it was asked at the start, and what it was asked and answered when a
// control had moved.
type explored struct {
	Name          string
	Before, Asked explore.Values
	Answer        explore.Answer
	Milliseconds  float64
}

// still is what a page shows where nothing answers.
type still struct {
	Pictures, Controls, Empty, Drawn, Formulas int
	Broken, Says, Raw                          []string // Raw is TeX that is no formula
}

// checkInBrowser opens exported pages, named as the notebooks in a folder, with the network cut off: every chart must
// be drawn, no script fail, nothing be cut in print, and every explorable answer as natively. Without scripts, and
// without WebAssembly, they show pictures.
func checkInBrowser(ctx context.Context, t *testing.T, folder string, pages []string) {
	t.Helper()
	shots := filepath.Join("..", "..", "out", "notebooks", "screenshots")
	out := printed(ctx, t, "node", append([]string{"browser_test.mjs", findChromium(t), shots}, pages...)...)
	dec := json.NewDecoder(bytes.NewReader(out))
	for range pages {
		var seen page
		if err := dec.Decode(&seen); err != nil {
			t.Fatal(err)
		}
		if want := charts[strings.TrimSuffix(seen.Page, ".html")]; len(seen.Charts) < want {
			t.Errorf("%s has %d charts, fewer than %d", seen.Page, len(seen.Charts), want)
		}
		for _, c := range seen.Charts {
			if c.Ink < 1000 {
				t.Errorf("%s: chart %s was not drawn: lines of %d pixels", seen.Page, c.ID, c.Ink)
			}
		}
		if len(seen.Errors) > 0 || len(seen.Asked) > 0 {
			t.Errorf("%s: script errors %q, addresses asked for %q", seen.Page, seen.Errors, seen.Asked)
		}
		if len(seen.Inaccessible) > 0 {
			t.Errorf("%s: axe-core finds %q", seen.Page, seen.Inaccessible)
		}
		if len(seen.Cut) > 0 {
			t.Errorf("%s: paper cuts %q", seen.Page, seen.Cut)
		}
		notebook := filepath.Join(folder, strings.TrimSuffix(seen.Page, ".html")+".ipynb")
		pngs, declared := contents(t, notebook)
		if len(seen.Explored) != declared {
			t.Errorf("%s has %d figures with controls, its notebook %d", seen.Page, len(seen.Explored), declared)
		}
		for _, x := range seen.Explored {
			x.check(t, seen.Page)
		}
		seen.checkStill(t, pngs)
	}
}

// contents counts the PNGs and the explorables of a notebook.
func contents(t *testing.T, path string) (pngs, declared int) {
	t.Helper()
	for _, c := range cells(t, path) {
		if c.Type == "code" {
			declared += strings.Count(strings.Join(c.Source, ""), "Explore(")
		}
		for _, o := range c.Outputs {
			if _, ok := o.Data["image/png"]; ok {
				pngs++
			}
		}
	}
	return pngs, declared
}

// check asks the native program what the page was asked.
func (x explored) check(t *testing.T, page string) {
	t.Helper()
	all := explorables.All()
	k := slices.IndexFunc(all, func(e explore.Explorable) bool { return e.Name == x.Name })
	if k < 0 {
		t.Errorf("%s: there is no explorable %s", page, x.Name)
		return
	}
	if reflect.DeepEqual(x.Before, x.Asked) {
		t.Errorf("%s: no control of %s moved: %v", page, x.Name, x.Asked)
	}
	want, err := all[k].Ask(t.Context(), x.Asked)
	if err != nil {
		t.Fatalf("%s: %v", x.Name, err)
	}
	for _, d := range exploretest.Differences(want, x.Answer, explorables.GapFact) {
		t.Errorf("%s, %s: %s", page, x.Name, d)
	}
	t.Logf("%s answered a moved control in %.0f ms", x.Name, x.Milliseconds)
}

// checkStill: where no scripts run all PNGs and formulas are seen; where there is no WebAssembly the charts, and the
// PNGs of explorables with a word on why they have no controls.
func (p page) checkStill(t *testing.T, pngs int) {
	t.Helper()
	s, w := p.NoScripts, p.NoWebAssembly
	if wrong := slices.Concat(s.Broken, s.Says, s.Raw); len(wrong) > 0 || s.Pictures != pngs || s.Formulas == 0 ||
		s.Controls+s.Empty > 0 {
		t.Errorf("%s without scripts shows %d of %d pictures: %+v", p.Page, s.Pictures, pngs, s)
	}
	if w.Drawn != len(p.Charts)-len(p.Explored) || w.Controls+w.Empty+len(w.Broken) > 0 ||
		w.Pictures < len(p.Explored) || len(w.Says) != len(p.Explored) {
		t.Errorf("%s without WebAssembly, of %d charts and %d with controls: %+v", p.Page, len(p.Charts),
			len(p.Explored), w)
	}
	for _, says := range w.Says {
		if !strings.Contains(says, "no WebAssembly") {
			t.Errorf("%s without WebAssembly says %q", p.Page, says)
		}
	}
}
