package matrices

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ratings are entries of a matrix of rank one with offsets, and what the others are.
func ratings(seed uint64, n, m int) (known *linalg.CSR, truth func(i, j int) float64) {
	rng := rand.New(rand.NewPCG(seed, 6))
	of := linalg.NewDense(2, n+m, nil)
	for k := range of.Data {
		of.Data[k] = rng.NormFloat64()
	}
	truth = func(i, j int) float64 { return 3 + of.At(0, i) + of.At(0, n+j) + 2*of.At(1, i)*of.At(1, n+j) }
	ptr := []int{0}
	var col []int32
	var val []float64
	for i := range n {
		for j := range m {
			if rng.Float64() < 0.4 {
				col, val = append(col, int32(j)), append(val, truth(i, j)+0.1*rng.NormFloat64())
			}
		}
		ptr = append(ptr, len(col))
	}
	return linalg.NewCSR(n, m, ptr, col, val), truth
}

// TestCompletionFillsIn: what is not known is predicted, folds find a λ that does so, and a path has what each λ has.
func TestCompletionFillsIn(t *testing.T) {
	t.Parallel()
	known, truth := ratings(1, 40, 30)
	c := Completion{Mu: 0.1, Tol: 1e-4}
	most, err := c.LambdaMaxOf(known)
	if err != nil {
		t.Fatal(err)
	}
	lambdas := []float64{2 * most, 0.2 * most, 0.02 * most}
	mean, deviation, err := c.Folds(t.Context(), known, lambdas, 2)
	if err != nil || !(mean[2] < 0.5*mean[0]) || !(deviation[0] > 0) {
		t.Fatalf("errors %g ± %g, %v", mean, deviation, err)
	}
	path, err := c.Path(t.Context(), known, lambdas)
	if err != nil || path[0].Rank() != 0 {
		t.Fatal(err)
	}
	for _, f := range path {
		c.Lambda = f.Lambda
		alone, err := c.Fit(t.Context(), known)
		if err != nil || f.Status != solver.Converged || math.Abs(alone.Objective-f.Objective) > alone.Gap+f.Gap {
			t.Errorf("λ = %g: P = %g, alone %g, %v", f.Lambda, f.Objective, alone.Objective, err)
		}
	}
	var square float64
	for i := range 40 {
		for j := range 30 {
			d := path[2].At(i, j) - truth(i, j)
			square += d * d / 1200
		}
	}
	if math.Sqrt(square) > 0.5 {
		t.Errorf("the error is %g", math.Sqrt(square))
	}
	c.Rank, c.NoOffsets = 1, true
	if f, err := c.Fit(t.Context(), known); err != nil || f.Rank() != 1 || f.Mean != 0 {
		t.Errorf("of rank one: %v", err)
	}
}

func TestCompletionRefuses(t *testing.T) {
	t.Parallel()
	known, _ := ratings(2, 6, 5)
	for want, try := range map[string]func() error{
		"λ = 0":   func() error { _, err := Completion{}.Fit(t.Context(), known); return err },
		"rank -1": func() error { _, err := Completion{Lambda: 1, Rank: -1}.Fit(t.Context(), known); return err },
		"1 folds": func() error { _, _, err := Completion{}.Folds(t.Context(), known, nil, 1); return err },
		"0 entries": func() error {
			_, err := Completion{}.LambdaMaxOf(without(known, func(int) bool { return true }))
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %q", err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := Completion{Lambda: 0.1, Tol: 1e-12, Watch: func(solver.Progress) { stop() }}
	if f, err := c.Fit(ctx, known); !errors.Is(err, context.Canceled) || f == nil || f.Status != solver.Canceled {
		t.Errorf("%v", err)
	}
}
