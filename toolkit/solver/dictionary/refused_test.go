package dictionary

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

func TestRefused(t *testing.T) {
	t.Parallel()
	d, x := linalg.NewDense(2, 2, []float64{1, 0, 0, 1}), linalg.NewDense(1, 2, []float64{1, 2})
	nan := linalg.NewDense(1, 2, []float64{1, math.NaN()})
	code := func(c Coder, d, x *linalg.Dense) func() error {
		return func() error { _, err := c.Encode(t.Context(), d, x); return err }
	}
	learn := func(c Online, x *linalg.Dense) func() error {
		return func() error {
			for _, err := range c.Iterations(t.Context(), x) {
				return err
			}
			return nil
		}
	}
	factor := func(c Nonnegative, x *linalg.Dense) func() error {
		return func() error {
			for _, err := range c.Iterations(t.Context(), x) {
				return err
			}
			return nil
		}
	}
	lasso := Coder{Lambda: 1}
	for want, try := range map[string]func() error{
		"signals of 2 numbers":     code(lasso, linalg.NewDense(1, 3, nil), x),
		"it has no atoms":          code(lasso, linalg.NewDense(0, 2, nil), x),
		"λ = 0":                    code(Coder{}, d, x),
		"0 atoms, until":           code(Coder{Greedy: true}, d, x),
		"any sign":                 code(Coder{Greedy: true, Atoms: 1, Nonnegative: true}, d, x),
		"number 2 of signal 1":     code(lasso, d, nan),
		"atom 1 is 0":              code(lasso, linalg.NewDense(2, 2, nil), x),
		"groups of 3 atoms of 2":   code(Coder{Lambda: 1, Group: 3}, d, x),
		"sets of -1 signals":       code(Coder{Lambda: 1, Together: -1}, d, x),
		"of single atoms":          code(Coder{Greedy: true, Atoms: 1, BestFit: true, Together: 2}, d, x),
		"γ = -1 of sparse atoms":   learn(Online{Atoms: 1, Coder: lasso, Sparse: -1}, x),
		"one signal after anoth":   learn(Online{Atoms: 1, Coder: Coder{Lambda: 1, Together: 2}}, x),
		"0 atoms: one":             learn(Online{Coder: lasso}, x),
		"mini-batches of -1":       learn(Online{Atoms: 1, Coder: lasso, Batch: -1}, x),
		"a start of 2 × 2":         learn(Online{Atoms: 1, Coder: lasso, Start: d}, x),
		"one that is not 0":        learn(Online{Atoms: 1, Coder: lasso}, linalg.NewDense(2, 2, nil)),
		"number 1 of row 1 is -1":  factor(Nonnegative{Atoms: 1}, linalg.NewDense(1, 1, []float64{-1})),
		"there is nothing to":      factor(Nonnegative{Atoms: 1}, linalg.NewDense(1, 1, nil)),
		"0 atoms: one is the last": factor(Nonnegative{}, x),
	} {
		want = strings.TrimSuffix(want, " is the last")
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %q", err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if codes, err := lasso.Encode(ctx, d, x); !errors.Is(err, context.Canceled) || codes == nil {
		t.Error(err)
	}
}
