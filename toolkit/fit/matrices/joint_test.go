package matrices

import (
	"context"
	"errors"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestJointGraphs: of a path the graphs that EBIC chooses have the chain that all classes are drawn by; what is refused
// is named, and an interrupt keeps the best.
func TestJointGraphs(t *testing.T) {
	t.Parallel()
	x := []linalg.Map{chain(1, 150, 6), chain(2, 100, 6), chain(3, 120, 6)}
	for _, fused := range []bool{false, true} {
		c := JointGraphicalLasso{Share: 0.5, Fused: fused, Correlations: true}
		path, err := c.Path(t.Context(), x, 10)
		if err != nil || len(path) != 10 || len(path[0].Graphs[0].Edges()) != 0 {
			t.Fatal(err)
		}
		best := path[0]
		for _, g := range path {
			if g.Status != solver.Converged || !(g.Gap <= 6e-6) {
				t.Errorf("λ = %g: %s, a gap of %g", g.Lambda, g.Status, g.Gap)
			}
			if g.EBIC(0.5) < best.EBIC(0.5) {
				best = g
			}
		}
		for k, g := range best.Graphs {
			for j := range 5 {
				if g.Precision.At(j, j+1) == 0 {
					t.Errorf("class %d has no edge of variables %d and %d", k+1, j+1, j+2)
				}
			}
		}
	}
	constant := linalg.NewDense(5, 6, nil)
	for name, c := range map[string]struct {
		of JointGraphicalLasso
		x  []linalg.Map
	}{
		"a constant":       {JointGraphicalLasso{Lambda: 0.1}, []linalg.Map{x[0], constant}},
		"other variables":  {JointGraphicalLasso{Lambda: 0.1}, []linalg.Map{x[0], chain(1, 20, 5)}},
		"a negative share": {JointGraphicalLasso{Lambda: 0.1, Share: -1}, x},
		"no classes":       {JointGraphicalLasso{Lambda: 0.1}, nil},
	} {
		if _, err := c.of.Fit(t.Context(), c.x); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	g, err := JointGraphicalLasso{
		Lambda: 0.02, Tol: 1e-14, Watch: func(p solver.Progress) {
			if p.Iter == 3 {
				cancel()
			}
		},
	}.Fit(ctx, x)
	if !errors.Is(err, context.Canceled) || g == nil || len(g.Graphs) != 3 || !(g.Gap >= 0) {
		t.Errorf("interrupted: %+v, %v", g, err)
	}
}
