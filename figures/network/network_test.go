package network

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// TestLayout: nodes of a path stand in a line, a step from each to the next; those of a triangle are a step from each
// other; and no node of a drawn graph can be moved alone so that the stress falls.
func TestLayout(t *testing.T) {
	t.Parallel()
	path := layout(4, []Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}})
	for i, p := range path {
		for j, q := range path {
			if far := math.Hypot(p.x-q.x, p.y-q.y); math.Abs(far-step*math.Abs(float64(i-j))) > 0.01 {
				t.Errorf("nodes %d and %d of a path are %g from each other", i, j, far)
			}
		}
		if math.Abs(p.y) > 0.2 {
			t.Errorf("node %d of a path is at %g, off the x axis", i, p.y)
		}
	}
	edges := []Edge{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {2, 3, 1}, {3, 4, 1}, {5, 6, 1}}
	at, d := layout(7, edges), distances(7, edges)
	if d[0][4] != 3*step || d[0][5] != 4*step || d[5][6] != step {
		t.Errorf("distances %v", d)
	}
	least := stress(at, d)
	for i := range at {
		for turn := range 8 {
			old := at[i]
			sin, cos := math.Sincos(float64(turn))
			at[i] = point{old.x + 0.05*cos, old.y + 0.05*sin}
			if s := stress(at, d); s < least-1e-6 {
				t.Errorf("moving node %d lowers the stress from %g to %g", i, least, s)
			}
			at[i] = old
		}
	}
}

// TestOf: every edge is a line between its nodes, nodes without one stand below, and the chart has the names.
func TestOf(t *testing.T) {
	t.Parallel()
	edges := []Edge{{0, 1, 0.5}, {1, 2, -0.5}, {0, 2, 0.2}, {2, 4, -0.1}}
	f := Of(figures.Meta{ID: "g", Title: "g"}, []string{"a", "b", "c", "d", "e"}, edges, Words{"more", "less"})
	if len(f.Series) != 5 || f.Series[0].Name != "more" || f.Series[1].Name != "" || f.Series[2].Name != "less" ||
		f.Series[0].Dashed || !f.Series[2].Dashed {
		t.Fatalf("series %+v", f.Series)
	}
	dots := f.Series[4]
	for j, y := range dots.Y {
		if j != 3 && y <= dots.Y[3] {
			t.Errorf("node %d is at %g, the lone one at %g", j, y, dots.Y[3])
		}
	}
	if s := f.Series[2]; s.X[0] != dots.X[1] || s.Y[1] != dots.Y[2] {
		t.Errorf("the line of nodes 1 and 2 is %+v", s)
	}
	var chart struct {
		Series []struct {
			Name string
			Data []json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(f.Chart()), &chart); err != nil {
		t.Fatal(err)
	}
	last := chart.Series[len(chart.Series)-1]
	if last.Name != "words" || len(last.Data) != 5 || !strings.Contains(string(last.Data[4]), `"e"`) {
		t.Errorf("the chart's names are %s", last.Data)
	}
	if _, err := figures.PNG(f); err != nil {
		t.Error(err)
	}
	if lone := Of(figures.Meta{ID: "g"}, []string{"a", "b"}, nil, Words{}); len(lone.Series) != 1 {
		t.Errorf("without edges %+v", lone.Series)
	} else if _, err := figures.PNG(lone); err != nil {
		t.Error(err)
	}
}
