package fit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// selection draws targets for a fixed design of features that hang together, and learns the lasso.
type selection struct {
	x     *linalg.Dense
	mean  []float64 // of targets
	sigma float64
	c     fit.Linear
}

func newSelection(n, d int, weights ...float64) selection {
	rng := rand.New(rand.NewPCG(23, uint64(n)))
	s := selection{x: linalg.NewDense(n, d, nil), mean: make([]float64, n), sigma: 2}
	for i := range n {
		shared := rng.NormFloat64()
		for j := range d {
			s.x.Row(i)[j] = float64(1+j%3) * (rng.NormFloat64() + 0.7*shared + 1)
		}
		s.mean[i] = 3
		for j, w := range weights {
			s.mean[i] += w * s.x.Row(i)[j]
		}
	}
	s.c = fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.45, Intercept: true, Standardize: true, Tol: 1e-12}
	return s
}

func (s selection) draw(rng *rand.Rand) fit.Data {
	out := fit.Data{X: s.x, Y: slices.Clone(s.mean)}
	for i := range out.Y {
		out.Y[i] += s.sigma * rng.NormFloat64()
	}
	return out
}

// truth are the weights of least squares of the means on selected features and a constant.
func (s selection) truth(in []int) []float64 {
	n := len(s.mean)
	a := mat.NewDense(n, len(in)+1, nil)
	for i := range n {
		a.Set(i, len(in), 1)
		for k, j := range in {
			a.Set(i, k, s.x.Row(i)[j])
		}
	}
	var out mat.VecDense
	if err := out.SolveVec(a, mat.NewVecDense(n, s.mean)); err != nil {
		panic("the selected features depend on one another")
	}
	return out.RawVector().Data[:len(in)]
}

// TestSelectedIsUniform: over targets drawn anew, p of features that have no weight is uniform, though the lasso has
// picked them – that of least squares is not –, and intervals hold the weights on what was selected as often as the
// level says, with noise that is known and with noise that is estimated.
func TestSelectedIsUniform(t *testing.T) {
	t.Parallel()
	draws := 800
	if testing.Short() {
		draws = 250
	}
	for _, c := range []struct {
		name    string
		s       selection
		known   bool
		uniform bool // no feature has weight
	}{
		{"nothing to find", newSelection(40, 8), true, true},
		{"two of ten, noise estimated", newSelection(60, 10, 0.7, 0, 0.3), false, false},
		{"two of sixty", newSelection(40, 60, 0.9, 0, 0.5), true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(29, 1))
			var p, naive []float64
			var within, all float64
			for range draws {
				ready, err := c.s.c.Prepare(c.s.draw(rng))
				if err != nil {
					t.Fatal(err)
				}
				m, err := ready.Fit(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				in := m.Selected()
				if len(in) == 0 {
					continue
				}
				sigma := 0.
				if c.known {
					sigma = c.s.sigma
				}
				v, err := ready.Selected(t.Context(), m, 0.8, sigma)
				if err != nil {
					t.Fatal(err)
				}
				truth := c.s.truth(in)
				for k, j := range in {
					p = append(p, v.P[j])
					naive = append(naive, math.Erfc(math.Abs(v.Estimate[j])/v.StdError[j]/math.Sqrt2))
					all++
					if v.Low[j] <= truth[k] && truth[k] <= v.High[j] {
						within++
					}
				}
			}
			if share := within / all; math.Abs(share-0.8) > 4*math.Sqrt(0.16/all)+0.01 {
				t.Errorf("%.3f of %g weights are within, not .8", share, all)
			}
			if limit := 1.95 / math.Sqrt(all); c.uniform && (fromUniform(p) > limit || fromUniform(naive) < 2*limit) {
				t.Errorf("p is %.3f from uniform (%.3f by chance), that of least squares %.3f", fromUniform(p), limit,
					fromUniform(naive))
			}
		})
	}
}

// fromUniform is that of Kolmogorov and Smirnov from the uniform law.
func fromUniform(p []float64) (most float64) {
	slices.Sort(p)
	for k, v := range p {
		most = max(most, math.Abs(v-float64(k)/float64(len(p))), math.Abs(v-float64(k+1)/float64(len(p))))
	}
	return most
}

// TestSelectedRefuses: what the theory is not of is named.
func TestSelectedRefuses(t *testing.T) {
	t.Parallel()
	s := newSelection(40, 8)
	data := s.draw(rand.New(rand.NewPCG(1, 1)))
	labels := data
	labels.Y = make([]float64, len(data.Y))
	for i := range labels.Y {
		labels.Y[i] = float64(i % 2)
	}
	ridge, empty, bare := s.c, s.c, s.c
	logistic := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01}
	ridge.Mu, empty.Lambda = 0.1, 100
	bare.Penalty, bare.Lambda = nil, 0
	for want, c := range map[string]struct {
		c     fit.Linear
		data  fit.Data
		level float64
	}{
		"squared loss with ℓ1":    {logistic, labels, 0.9},
		"no intervals with a rid": {ridge, data, 0.9},
		"selected no feature":     {empty, data, 0.9},
		"must be between 0 and 1": {s.c, data, 9},
		"with ℓ1, not":            {bare, data, 0.9},
	} {
		p, err := c.c.Prepare(c.data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Fit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Selected(t.Context(), m, c.level, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
