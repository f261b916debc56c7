package sweep_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/sweep"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// twoFeatures draws examples whose target follows the first of two features.
func twoFeatures(n int, noise float64, seed uint64) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 0))
	data := fit.Data{}
	x := linalg.NewDense(n, 2, nil)
	for i := range n {
		x.Row(i)[0], x.Row(i)[1] = rng.NormFloat64(), rng.NormFloat64()
		data.Y = append(data.Y, x.Row(i)[0]+noise*rng.NormFloat64())
	}
	data.X = x
	return data
}

// A grid of settings × seeds, and a table of means over the seeds. With a folder, a second run finds everything done.
func ExampleSweep() {
	type setting struct {
		Lambda, Noise float64
		Seed          uint64
	}
	type found struct{ Error, Features float64 }
	var grid []setting
	for _, lambda := range []float64{0.01, 0.1, 0.5} {
		for seed := range uint64(5) {
			grid = append(grid, setting{lambda, 0.3, seed})
		}
	}
	results, err := sweep.Sweep[setting, found]{
		Name: "shrinkage", Version: 1, Settings: grid,
		Work: func(ctx context.Context, s setting) (found, error) {
			m, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: s.Lambda}.Fit(ctx, twoFeatures(40, s.Noise, s.Seed))
			if err != nil {
				return found{}, err
			}
			fresh, _, err := fit.MeanError(m, twoFeatures(1000, s.Noise, s.Seed+100))
			return found{fresh, float64(len(m.Selected()))}, err
		},
	}.Run(context.Background(), plan.Options{})
	if err != nil {
		fmt.Println(err)
	}
	table := results.Over("Seed")
	_ = table.Text(os.Stdout, 0)
	// Output:
	// shrinkage
	//
	//   Lambda  Noise            Error  Features  runs
	//   ──────  ─────  ───────────────  ────────  ────
	//     0.01    0.3  0.0921 ± 0.0021         2     5
	//      0.1    0.3  0.1032 ± 0.0082         1     5
	//      0.5    0.3    0.395 ± 0.088         1     5
}
