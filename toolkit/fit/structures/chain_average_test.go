package structures_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// kernelMatrix holds the kernel between the rows of x and those of z.
func kernelMatrix(k kernel.Kernel, x, z *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(x.R, z.R, nil)
	for i := range x.R {
		for j := range z.R {
			a, b := x.Row(i), z.Row(j)
			out.Row(i)[j] = k.OfDot(floats.Dot(a, b), floats.Dot(a, a), floats.Dot(b, b))
		}
	}
	return out
}

// recomputed returns the norms of a chain's groups, and its scores of the rows of x, from what the model holds.
func recomputed(m *model.Chain, x *linalg.Dense) (norms, emission []float64) {
	emission = make([]float64, x.R*m.Labels)
	for _, g := range m.Groups {
		cross, within := kernelMatrix(g.Kernel, x, m.Support), kernelMatrix(g.Kernel, m.Support, m.Support)
		if known, ok := g.Kernel.(kernel.Explicit); ok {
			cross = known.Features(x)
			within = linalg.ToDense(linalg.Identity(cross.C))
		}
		squared := 0.
		for c := range m.Labels {
			w := make([]float64, g.Weights.R)
			for j := range w {
				w[j] = g.Weights.At(j, c)
			}
			for i := range x.R {
				emission[i*m.Labels+c] += floats.Dot(cross.Row(i), w)
			}
			for j := range w {
				squared += w[j] * floats.Dot(within.Row(j), w)
			}
		}
		norms = append(norms, math.Sqrt(max(0, squared)))
	}
	return append(norms, floats.Norm(m.Transitions.Data, 2)), emission
}

// TestWhatAChainReportsIsTheModels recomputes norms and objective from the model that is returned, the last or the
// averaged one, and what Watch sees after the last epoch is the same.
func TestWhatAChainReportsIsTheModels(t *testing.T) {
	t.Parallel()
	x, start, y := chains(12, 6, 11)
	for _, average := range []bool{false, true} {
		for _, crf := range []bool{false, true} {
			var watched float64
			var seen []float64
			c := structures.Chain{Kernels: kernels, Lambda: 1e-2, Epochs: 4, Eta0: 3, Average: average, CRF: crf}
			c.Watch = func(e structures.ChainEpoch) {
				watched, seen = e.Objective(), nil
				for k := range e.Params().Groups() {
					seen = append(seen, e.Params().Norm(k))
				}
			}
			m, err := c.Fit(t.Context(), structures.Sequences{X: x, Start: start, Y: y, Labels: 3})
			if err != nil {
				t.Fatal(err)
			}
			norms, emission := recomputed(m, x)
			var losses float64
			for i := range len(start) - 1 {
				lo, hi := start[i], start[i+1]
				losses += chainLoss(crf, y[lo:hi], emission[lo*3:hi*3], m.Transitions.Data)
			}
			objective := c.Lambda/2*math.Pow(floats.Sum(norms), 2) + losses/float64(len(start)-1)
			if !testproblems.Near(m.Progress.Objective, objective, 1e-9) || watched != m.Progress.Objective {
				t.Errorf("averaged %t, CRF %t: objective %g, watched %g; of the model it is %g", average, crf,
					m.Progress.Objective, watched, objective)
			}
			if !floats.EqualApprox(m.Norms, norms, 1e-9) || !floats.Equal(seen, m.Norms) {
				t.Errorf("averaged %t, CRF %t: norms %v, watched %v; of the model they are %v", average, crf,
					m.Norms, seen, norms)
			}
		}
	}
}

// chainLoss is ℓ of one sequence by its scores.
func chainLoss(crf bool, y []int, emission, transition []float64) float64 {
	s := &structured.ChainScores{Labels: 3, Emission: emission, Transition: transition}
	truth := s.Of(y)
	if crf {
		return new(structured.ForwardBackward).LogPartition(s) - truth
	}
	s.AddHamming(y)
	return structured.Exhaustive{}.Decode(make([]int, len(y)), s) - truth
}
