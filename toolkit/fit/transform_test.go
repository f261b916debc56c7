package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/exact"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestCertificatesUnderExactTransformations: a problem and one that has the same answer by its algebra get it, within
// their gaps, over twenty orders of magnitude. Data are multiples of 1/16 of few digits, so that no sum is rounded.
func TestCertificatesUnderExactTransformations(t *testing.T) {
	t.Parallel()
	exponents, halves := []int{-33, 33}, 1
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		exponents, halves = []int{-33, -27, -20, -13, -7, -3, 3, 7, 13, 20, 27, 33}, 2
	}
	for k, c := range judged {
		for half := range halves {
			c, variant := c, (k+2*(k/4)+2*half)%4
			c.Intercept, c.Standardize = variant%2 == 1, variant >= 2
			seed := uint64(1000 + 2*k + half)
			name := fmt.Sprintf("%s-%s-%g-%d-%d", lossOf(c), penaltyOf(c), c.Mu, k, variant)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				transformAll(t, c, seed, exponents)
			})
		}
	}
}

func transformAll(t *testing.T, c fit.Linear, seed uint64, exponents []int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 173))
	x := linalg.NewDense(12, 4, nil)
	for k := range x.Data {
		x.Data[k] = math.Round(16*rng.NormFloat64()) / 16
	}
	data := targets(rng, &c, x)
	for i := range data.Y {
		data.Y[i] = math.Round(16*data.Y[i]) / 16
	}
	data.X, c.Penalty = x, inGroups(c.Penalty, rng, 4)
	if c.Penalty != nil {
		top, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		c.Lambda = 0.1 * top
	}
	first, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range transformations {
		if change.suit != nil && !change.suit(c) {
			continue
		}
		for _, e := range exponents {
			t.Run(fmt.Sprintf("%s, s = 2^%d", change.name, e), func(t *testing.T) {
				compareTransformed(t, c, data, first, change, math.Ldexp(1, e))
			})
		}
	}
}

// compareTransformed checks a model of the changed problem against that of the first. With P at most a gap above
// P* at both, P at the middle of both, which is at least P*, says that
//
//	Σ_i c_i κ_i (f_i − f'_i)² + μ‖W − W'‖² ≤ 4 (gap + gap'),
//
// where κ_i is the least curvature of ℓ_i between both predictions.
func compareTransformed(
	t *testing.T, c fit.Linear, data fit.Data, first *model.Linear, change transformation, s float64,
) {
	t.Helper()
	other, changed := c, fit.Data{
		X: data.X, Y: slices.Clone(data.Y), Task: slices.Clone(data.Task), Weights: slices.Clone(data.Weights),
	}
	change.change(&other, &changed, s)
	m, err := other.Fit(t.Context(), changed)
	if err != nil {
		t.Fatal(err)
	}
	if first.Status != solver.Converged || m.Status != solver.Converged && m.Gap > first.Gap+hidden(m, s) {
		t.Fatalf("%s before (gap %g of %g), %s after (gap %g of %g, by %s)",
			first.Status, first.Gap, first.Objective, m.Status, m.Gap, m.Objective, m.Method)
	}
	value, score, offset := factor(change.value, s, 1), factor(change.score, s, 1), factor(change.offset, s, 0)
	objective, gap := m.Objective/value, m.Gap/value
	const slack = 1e-13
	if d := math.Abs(objective - first.Objective); !(d <= gap+first.Gap+slack*first.Objective) {
		t.Fatalf("P = %.15g after, %.15g before: %.2g of it apart; gaps %.2g, %.2g",
			objective, first.Objective, d/first.Objective, gap, first.Gap)
	}
	if change.moved {
		return
	}
	far := distance(c, data, first, other, changed, m, score, offset)
	if most := 4*(gap+first.Gap) + slack*first.Objective; !(far <= most) {
		t.Fatalf("predictions are %.3g apart, and the gaps %.3g and %.3g allow for %.3g (squared, times curvature)",
			far, gap, first.Gap, most)
	}
}

// hidden is what rounding an intercept of the size of s|w| may add to a loss of slopes of at most 1.
func hidden(m *model.Linear, s float64) (sum float64) {
	for _, w := range m.Weights {
		sum += 0x1p-53 * math.Abs(w) * s
	}
	return sum
}

func factor(of func(float64) float64, s, without float64) float64 {
	if of == nil {
		return without
	}
	return of(s)
}

// distance is Σ_i c_i κ_i (f_i − f'_i)² + μ‖W − W'‖², of exact predictions; κ is 0 where it is not worked out here.
func distance(
	c fit.Linear, data fit.Data, first *model.Linear, c2 fit.Linear, data2 fit.Data, m *model.Linear,
	score, offset float64,
) float64 {
	p, x := exactly(c, data, first)
	q, y := exactly(c2, data2, m)
	sum := 0.
	for i, weight := range p.C {
		w, _ := weight.Float64()
		f, g := p.Predict(i, x), q.Predict(i, y)
		for k := range f {
			g[k].Sub(g[k], exact.New(offset))
			g[k].Quo(g[k], exact.New(score))
			a, _ := f[k].Float64()
			b, _ := g[k].Float64()
			d, _ := g[k].Sub(g[k], f[k]).Float64()
			sum += w * leastCurvature(lossOf(c), a, b, classOf(first, data, i)) * d * d
		}
	}
	if score == 1 && !c.Standardize && c.Mu > 0 {
		ratio := math.Sqrt(c2.Mu / c.Mu) // W' = W/s where μ' = μ s²
		for j := range first.Weights {
			d := first.Weights[j] - ratio*m.Weights[j]
			sum += c.Mu * d * d
		}
	}
	return sum
}

// classOf is −1 or +1 of two labels, 0 of others.
func classOf(m *model.Linear, data fit.Data, i int) float64 {
	if len(m.Labels) != 2 {
		return 0
	}
	return float64(2*slices.Index(m.Labels, data.Y[i]) - 1)
}

// leastCurvature is that of a loss between two predictions.
func leastCurvature(name string, a, b, y float64) float64 {
	switch name {
	case "squared":
		return 1
	case "logistic":
		far := math.Max(math.Abs(a), math.Abs(b))
		return math.Exp(-far) / ((1 + math.Exp(-far)) * (1 + math.Exp(-far)))
	case "exponential":
		return math.Exp(-math.Max(y*a, y*b))
	}
	return 0
}
