package fit_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/norms"
)

// TestShapesOfParts: norms of matrices inside of other penalties are told their shape, as those are that stand alone.
func TestShapesOfParts(t *testing.T) {
	t.Parallel()
	const d, k = 5, 4
	data := inYears(60, d, k)
	rows, low, tasks := prox.MultiTask{Lambda: 0.1}, prox.TraceNorm{Lambda: 0.1}, norms.Tasks{Lambda: 0.15}
	rowsTold, lowTold, tasksTold := rows, low, tasks
	rowsTold.Cols, lowTold.Rows, lowTold.Cols, tasksTold.Cols = k, d, k, k
	for _, of := range [][2]toolkit.Proxable{
		{calculus.InfimalConvolution{rows, tasks}, calculus.InfimalConvolution{rowsTold, tasksTold}},
		{calculus.InfimalConvolution{low, tasks}, calculus.InfimalConvolution{lowTold, tasksTold}},
		{calculus.Sum{rows, prox.L1{Lambda: 0.05}}, calculus.Sum{rowsTold, prox.L1{Lambda: 0.05}}},
		{calculus.Scaled{C: 2, Of: rows}, calculus.Scaled{C: 2, Of: rowsTold}},
	} {
		var objective [2]float64
		for i, g := range of {
			m, err := fit.Linear{Penalty: g, Lambda: 1, Tol: 1e-6}.Fit(t.Context(), data)
			if err != nil || !(m.Gap <= 1e-6*m.Objective) {
				t.Fatalf("%v: %v", g, err)
			}
			objective[i] = m.Objective
		}
		if math.Abs(objective[0]-objective[1]) > 1e-6*objective[1] {
			t.Errorf("%v: %g, and with its shape %g", of[0], objective[0], objective[1])
		}
	}
}
