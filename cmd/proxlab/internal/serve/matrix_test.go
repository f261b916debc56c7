package serve

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestMatrices: graphs are those of package matrices, codes are of the atoms that were learnt, parts sum up to what
// they are parts of but for noise, and what is no kind is refused.
func TestMatrices(t *testing.T) {
	t.Parallel()
	const n, d = 40, 5
	x, _ := drawn(n, d)
	c := connect(t)
	ask := func(of map[string]any, names []string, values ...any) heard {
		return c.ask(map[string]any{
			"op": "matrix", "matrix": of, "x": shape{Format: "dense", Rows: n, Cols: d, Order: "C"},
		}, append([]string{"x"}, names...), append([]any{x}, values...)...)
	}
	want, err := matrices.GraphicalLasso{Lambda: 0.1}.Fit(t.Context(), linalg.NewDense(n, d, x))
	if err != nil {
		t.Fatal(err)
	}
	graph := ask(map[string]any{"kind": "covariance", "lambda": 0.1}, nil)
	for k, v := range want.Precision.Data {
		if math.Abs(graph.values["precision"][k]-v) > 1e-9 {
			t.Fatalf("%v, not %v", graph.values["precision"], want.Precision.Data)
		}
	}
	learnt := ask(map[string]any{"kind": "atoms", "lambda": 0.3, "atoms": 3}, nil)
	if len(learnt.values["atoms"]) != 3*d || learnt.Fits[0].Gap != nil {
		t.Fatalf("%+v", learnt)
	}
	codes := ask(map[string]any{"kind": "codes", "lambda": 0.3}, []string{"atoms"}, learnt.values["atoms"])
	if len(codes.values["codes"]) != 3*n || math.Abs(*codes.Fits[0].Objective-*learnt.Fits[0].Objective) > 1e-9 {
		t.Errorf("%+v", codes)
	}
	parts := ask(map[string]any{"kind": "separation", "lambda": 0.5, "kappa": 0.2, "tol": 1e-7, "max_iter": 3000}, nil)
	for k, v := range x {
		if left := v - parts.values["low"][k] - parts.values["sparse"][k]; math.Abs(left) > 0.2+1e-9 {
			t.Errorf("entry %d: %g is left", k, left)
		}
	}
	for _, of := range []map[string]any{
		{"kind": "nothing"}, {"kind": "covariance", "lambda": -1}, {"kind": "atoms"}, {"kind": "codes", "lambda": 1},
		{"kind": "separation", "lambda": 1, "kappa": 1},
	} {
		if got := ask(of, nil); got.Kind != "error" || got.Class != "value" {
			t.Errorf("%v: %+v", of, got)
		}
	}
}
