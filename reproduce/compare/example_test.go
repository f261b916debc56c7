package compare_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/reproduce/compare"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/sweep"
)

// The methods of a sweep are compared draw by draw: the draws differ more than the methods do.
func ExampleOf() {
	type setting struct {
		Method string
		Seed   uint64
	}
	type found struct{ Error float64 }
	var grid []setting
	for seed := range uint64(10) {
		grid = append(grid, setting{"median", seed}, setting{"mean", seed}, setting{"first", seed})
	}
	results, err := sweep.Sweep[setting, found]{
		Name: "location", Version: 1, Settings: grid,
		Work: func(_ context.Context, s setting) (found, error) {
			rng := rand.New(rand.NewPCG(s.Seed, 0))
			draw, noise := rng.ExpFloat64(), rng.ExpFloat64()
			return found{draw + map[string]float64{"median": 0.1, "mean": 0.1 + 0.01*noise, "first": 1}[s.Method]}, nil
		},
	}.Run(context.Background(), plan.Options{})
	if err != nil {
		fmt.Println(err)
	}
	scores, err := compare.Of(results.Kept(), compare.Roles{Measure: "Error", Reference: "median"})
	if err != nil {
		fmt.Println(err)
	}
	for _, d := range scores.Differences() {
		fmt.Printf("%s: %.3f above median, between %.3f and %.3f\n", d.Method, d.Mean, d.Low, d.High)
	}
	// Output:
	// mean: 0.010 above median, between 0.001 and 0.019
	// first: 0.900 above median, between 0.900 and 0.900
}
