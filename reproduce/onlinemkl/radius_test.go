package onlinemkl

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestVacuousRadius: bounding ‖θ‖ by √(2Λ/λ), Λ the mean length of a word, changes nothing material.
func TestVacuousRadius(t *testing.T) {
	t.Parallel()
	data, err := generate.Handwriting(t.Context(), generate.HandwritingConfig{Words: 300, Writers: 10, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	f := split(data, 0)
	m := float64(f.train.sequences.Len())
	for _, c := range []float64{1, 100} {
		var objectives []float64
		for _, radius := range []float64{0, math.Sqrt(2 * float64(len(f.train.sequences.Y)) / m * c * m)} {
			model, algorithm, err := f.problem(t.Context(), composite{lambda: 1 / (c * m)}, radius,
				online.InvSqrt{Eta0: 1})
			if err != nil {
				t.Fatal(err)
			}
			oracle := &structured.Hinge{Data: &f.train.sequences}
			if _, err := solver.Run(algorithm.Iterations(t.Context(), oracle), solver.MaxIter(epochs)); err != nil {
				t.Fatal(err)
			}
			objective, err := online.RegularizedRisk(oracle, model, algorithm.Terms...)
			if err != nil {
				t.Fatal(err)
			}
			objectives = append(objectives, objective)
		}
		if d := math.Abs(objectives[0] - objectives[1]); d > 0.01*objectives[0] {
			t.Errorf("C = %g: objective %g without and %g with the radius", c, objectives[0], objectives[1])
		}
	}
}
