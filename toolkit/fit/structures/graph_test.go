package structures_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/grid"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// TestSnakes: a model of 40 pictures labels more than 85 cells in a hundred of others, most pictures exactly; of the
// ground alone there are seven in ten. A saved model is the same.
func TestSnakes(t *testing.T) {
	t.Parallel()
	data, _ := snakes(40, 1)
	test, in := snakes(20, 2)
	c := structures.EdgeFeatureGraphCRF{GraphCRF: structures.GraphCRF{Mu: 0.05, Directed: true, MaxIter: 6}}
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.Predict(t.Context(), in, 0)
	if err != nil {
		t.Fatal(err)
	}
	if right, exact := accuracy(test, found); right < 0.85 || exact < 0.9 {
		t.Errorf("%.3f of the cells are right, %.2f of the labellings exact", right, exact)
	}
	if !(m.Gap > 0) || !(m.Slack <= m.Gap) || m.Relaxed || m.Loss != "hinge" {
		t.Errorf("gap %g, slack %g, relaxed %t, loss %q", m.Gap, m.Slack, m.Relaxed, m.Loss)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	again, err := model.LoadGraph(&b)
	if err != nil || !cmp.Equal(m, again) {
		t.Errorf("the saved model is another, or an error: %v\n%s", err, cmp.Diff(m, again))
	}
}

// stripes are images of two kinds of rows with noise, of which pairs of cells tell more than cells.
func stripes() structures.Grids {
	var g structures.Grids
	noise := []float64{0.9, -0.6, 0.3, 0.8, -0.7, 0.1, -0.9, 0.5, -0.2}
	k := 0
	for range 6 {
		image := grid.Image{Rows: 4, Columns: 5, X: linalg.NewDense(20, 2, nil)}
		y := make([]int, 20)
		for at := range y {
			y[at] = at / 5 % 2
			k++
			image.X.Data[2*at], image.X.Data[2*at+1] = 1, float64(2*y[at]-1)+1.4*noise[k*k%9]
		}
		g.Images, g.Y = append(g.Images, image), append(g.Y, y)
	}
	g.States = 2
	return g
}

// TestGrids: all losses learn stripes, and those of pairs of directions without errors; their gaps are small.
func TestGrids(t *testing.T) {
	t.Parallel()
	data := stripes()
	for name, c := range map[string]structures.GraphCRF{
		"margin": {}, "relaxed": {Relaxed: true}, "likelihood": {Loss: structures.GraphLikelihood},
		"pseudo-likelihood": {Loss: structures.GraphPseudo}, "costs": {ClassCosts: []float64{1, 2}},
	} {
		c.Mu = 0.05
		seen := 0
		c.Watch = func(solver.Progress) { seen++ }
		m, err := structures.GridCRF{GraphCRF: c, Directions: true}.Fit(t.Context(), data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		found, err := grid.Predict(t.Context(), m, data.Images, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wrong := 0
		for i, r := range found {
			for at, x := range r.Y {
				if x != data.Y[i][at] {
					wrong++
				}
			}
		}
		if wrong > 0 || seen == 0 || !(m.Gap < 0.05*m.Objective) {
			t.Errorf("%s: %d cells wrong, objective %g, gap %g, %s", name, wrong, m.Objective, m.Gap, m.Status)
		}
		if relaxed := name == "relaxed" || name == "likelihood"; m.Relaxed != relaxed || m.Grid != 4 {
			t.Errorf("%s: relaxed %t, %d neighbours", name, m.Relaxed, m.Grid)
		}
	}
}

// TestGraphRefusals: what is wrong with settings or data is named.
func TestGraphRefusals(t *testing.T) {
	t.Parallel()
	data := stripes()
	inf := math.Inf(1)
	for words, c := range map[string]structures.GridCRF{
		"μ = 0":                  {},
		"neighbours of a cell":   {GraphCRF: structures.GraphCRF{Mu: 1}, Neighbours: 6},
		"the loss \"squared\"":   {GraphCRF: structures.GraphCRF{Mu: 1, Loss: "squared"}},
		"1 costs of 2 states":    {GraphCRF: structures.GraphCRF{Mu: 1, ClassCosts: []float64{1}}},
		"state 1 costs +Inf":     {GraphCRF: structures.GraphCRF{Mu: 1, ClassCosts: []float64{1, inf}}},
		"none may be negative":   {GraphCRF: structures.GraphCRF{Mu: 1, Nodes: -1}},
		"only the hinge has cos": {GraphCRF: structures.GraphCRF{Mu: 1, Loss: "likelihood", ClassCosts: []float64{1, 1}}},
	} {
		if _, err := c.Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
	c := structures.GridCRF{GraphCRF: structures.GraphCRF{Mu: 1}}
	for words, spoil := range map[string]func(g *structures.Grids){
		"states of 5":                   func(g *structures.Grids) { g.Y = g.Y[:5] },
		"image 2 has 4 × 5 cells":       func(g *structures.Grids) { g.Y[1] = g.Y[1][:19] },
		"graph 3: node 7 has label 2":   func(g *structures.Grids) { g.Y[2][6] = 2 },
		"k = 1 states":                  func(g *structures.Grids) { g.States = 1 },
		"feature 2 of node 21 is NaN":   func(g *structures.Grids) { g.Images[1].X.Data[1] = math.NaN() },
		"image 4 is 3 × 5, and has fea": func(g *structures.Grids) { g.Images[3].Rows = 3 },
	} {
		g := stripes()
		spoil(&g)
		if _, err := c.Fit(t.Context(), g); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
	graphs := structures.Graphs{X: linalg.NewDense(2, 1, nil), States: 2, Of: []factor.Labelled{{Y: []int{0, 1}}}}
	if _, err := (structures.EdgeFeatureGraphCRF{}).Fit(t.Context(), graphs); err == nil {
		t.Error("edges without features are taken for some with")
	}
	graphs.Edges = graphs.X
	if _, err := (structures.GraphCRF{Mu: 1}).Fit(t.Context(), graphs); err == nil {
		t.Error("features of edges are left out without a word")
	}
}

// TestInterruptedGraphs: a context that ends leaves a model of what was learned.
func TestInterruptedGraphs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := structures.GridCRF{GraphCRF: structures.GraphCRF{Mu: 0.01, Tol: 1e-9, Watch: func(p solver.Progress) {
		if p.Iter == 3 {
			cancel()
		}
	}}}
	m, err := c.Fit(ctx, stripes())
	if !errors.Is(err, context.Canceled) || m == nil || m.Iterations < 3 {
		t.Errorf("%+v, %v", m, err)
	}
}
