package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestFitInAPage: what a page fits to a reader's own table is what the command fits, by the line that the page says.
func TestFitInAPage(t *testing.T) {
	const table = "x,kind,y\n1,a,2.5\n2,b,1\n,a,3\n4,a,8.25\n5,b,4\n6,a,12.5\n7,b,6.5\n8,b,7\n"
	values := explore.Values{
		Words: map[string]string{"file": table, "target": ""}, Numbers: map[string]float64{"lambda": 0.05},
	}
	a, err := explorables.Table.Ask(t.Context(), values)
	if err != nil {
		t.Fatal(err)
	}
	data, saved := file(t, "own.csv", table), filepath.Join(t.TempDir(), "own.json")
	_, flags, found := strings.Cut(a.Said[0], "proxlab ")
	if !found {
		t.Fatal(a.Said)
	}
	args := strings.Fields(strings.Replace(flags, "your file", data, 1))
	if _, said, code := call(t.Context(), append(args, "--model", saved)...); code != 0 {
		t.Fatalf("proxlab %v: %s", args, said)
	}
	m, err := models.LoadModel(saved)
	if err != nil {
		t.Fatal(err)
	}
	compareFits(t, a, m)
}

func compareFits(t *testing.T, a explore.Answer, m *model.Linear) {
	t.Helper()
	for name, want := range map[string]float64{
		"objective P": m.Objective, "λ": m.Lambda, "weights that are not 0:": float64(m.Nonzeros()),
	} {
		if got := a.Fact(name); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
			t.Errorf("%s is %.17g in the page, %.17g by the command", name, got, want)
		}
	}
}
