package matrices

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/dictionary"
)

// TestDictionaryOfStarts: several starts are no worse than each, and what is said of codes is so.
func TestDictionaryOfStarts(t *testing.T) {
	t.Parallel()
	x := chain(5, 60, 6)
	for k := range x.Data {
		x.Data[k] -= 100
	}
	c := Dictionary{Atoms: 4, Coder: dictionary.Coder{Lambda: 0.5}, Passes: 3, Batch: 20}
	best := math.Inf(1)
	for seed := range uint64(3) {
		c.Seed = seed
		one, err := c.Learn(t.Context(), x)
		if err != nil || one.Steps != 9 {
			t.Fatal(one, err)
		}
		best = min(best, one.Objective)
	}
	c.Seed, c.Starts = 0, 3
	l, err := c.Learn(t.Context(), x)
	if err != nil || l.Objective != best || !(l.Share > 0 && l.Share < 1) || !(l.Codes.Gap < 1e-9) {
		t.Errorf("%+v, %v, not %g", l, err, best)
	}
	var left, all float64
	codes, fitted := linalg.ToDense(l.Codes.Alpha), make([]float64, len(x.Data))
	linalg.Gemm(fitted, codes.Data, l.D.Data, x.R, 4, x.C, false)
	for k, v := range x.Data {
		left += (v - fitted[k]) * (v - fitted[k])
		all += v * v
	}
	if math.Abs(left/all-l.Share) > 1e-12 {
		t.Errorf("%g is left out, said is %g", left/all, l.Share)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c.Watch = func(solver.Progress) { stop() }
	if l, err := c.Learn(ctx, x); !errors.Is(err, context.Canceled) || l == nil || l.Steps == 0 {
		t.Errorf("interrupted: %+v, %v", l, err)
	}
	c.Passes = -1
	if _, err := c.Learn(t.Context(), x); err == nil || !strings.Contains(err.Error(), "-1 passes") {
		t.Error(err)
	}
}

// TestFactorFindsRankTwo: a product of two nonnegative vectors each is found.
func TestFactorFindsRankTwo(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(3, 3, []float64{2, 4, 6, 1, 2, 3, 0, 1, 0})
	m, err := Factor(t.Context(), x, 2, 3, 2000, 1e-6, 1)
	if err != nil || m.Objective > 1e-6 || m.Status != solver.Converged {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := Factor(t.Context(), x, 2, -1, 0, 0, 1); err == nil || !strings.Contains(err.Error(), "-1 starts") {
		t.Error(err)
	}
}
