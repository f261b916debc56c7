package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// families are losses of distributions.
var families = []toolkit.Loss{
	loss.Poisson{}, loss.NegativeBinomial{Theta: 0.7}, loss.NegativeBinomial{Theta: 1e6}, loss.Gamma{},
	loss.Tweedie{Power: 1.25}, loss.Tweedie{Power: 1.875}, loss.Binomial{},
}

// familyData are targets that a family takes, in units of a size, some of them 0 where that is allowed.
func familyData(l toolkit.Loss, n, d int, seed uint64, size float64) fit.Data {
	rng := rand.New(rand.NewPCG(17, seed))
	x, data := linalg.NewDense(n, d, nil), fit.Data{Y: make([]float64, n)}
	for i := range n {
		f := 0.5 * rng.NormFloat64()
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64()
			f += x.Row(i)[j] * float64(d-2*j) / float64(2*d)
		}
		switch y := size * math.Exp(f); l.(type) {
		case loss.Binomial:
			data.Y[i] = math.Round(7/(1+math.Exp(-2*f))) / 7
		case loss.Gamma:
			data.Y[i] = y
		case loss.Tweedie:
			data.Y[i] = y * float64(i%3)
		default:
			data.Y[i] = math.Floor(y * rng.ExpFloat64())
		}
		data.Weights = append(data.Weights, float64(1+i%3))
	}
	data.X = x
	return data
}

// TestFamiliesAreCertified: answers for every family, with penalties and a ridge, in any unit, are judged in numbers of
// 384 bits: no error exceeds its gap, which comes to the tolerance.
func TestFamiliesAreCertified(t *testing.T) {
	t.Parallel()
	penalties := []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}}, {Mu: 0.1}, {Penalty: prox.L1{Lambda: 1}, Mu: 0.05},
		{Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}}},
	}
	for k, l := range families {
		for seed := range uint64(8) {
			t.Run(fmt.Sprintf("%d-%v-%d", k, l, seed), func(t *testing.T) {
				t.Parallel()
				c := penalties[seed%4]
				c.Loss, c.Intercept, c.Standardize, c.Tol = l, seed%2 == 0, seed%3 == 0, 1e-9
				data := familyData(l, 14, 4, seed, []float64{1, 1, 100, 1e4}[seed/2])
				if c.Penalty != nil {
					most, err := c.LambdaMax(data)
					if err != nil {
						t.Fatal(err)
					}
					c.Lambda = 0.2 * most
				}
				m, err := c.Fit(t.Context(), data)
				if err != nil {
					t.Fatal(err)
				}
				if m.GapKind != model.DualityGap || m.Status != solver.Converged {
					t.Errorf("%s by %s, gap %.2g (%s) of %g", m.Status, m.Method, m.Gap, m.GapKind, m.Objective)
				}
				if kind := checkCertificate(t, "family", c, data, m); kind != honest {
					t.Errorf("the certificate is %s", kind)
				}
			})
		}
	}
}

// glm are 12 examples of two features, with offsets and weights, on which another package was run.
func glm() (x *linalg.Dense, offset, weights []float64) {
	x = linalg.NewDense(12, 2, []float64{
		0.5, -1.2, 1.1, 0.3, -0.7, 0.8, 0.2, 1.5, -1.4, -0.6, 0.9, 0.1, -0.3, 1.2, 1.6, -0.9, -1.1, 0.4, 0.6, -0.2,
		-0.5, -1.6, 1.3, 0.7,
	})
	for i := range 12 {
		offset, weights = append(offset, 0.1*float64(i%4)), append(weights, float64(1+i%3))
	}
	return x, offset, weights
}

// TestFamiliesAsElsewhere compares weights with those of statsmodels 0.14.5 (GLM with freq_weights and offset, the
// logarithm as link), with a ridge that hardly counts.
func TestFamiliesAsElsewhere(t *testing.T) {
	t.Parallel()
	x, offset, weights := glm()
	positive := []float64{0.4, 3.2, 1.1, 2.3, 0.3, 2.2, 1.4, 1.9, 0.2, 1.8, 0.6, 5.1}
	claims, counts := slices.Clone(positive), []float64{0, 4, 1, 3, 0, 2, 0, 5, 1, 2, 0, 9}
	claims[0], claims[4], claims[8] = 0, 0, 0
	for name, c := range map[string]struct {
		of   toolkit.Loss
		y    []float64
		want []float64
	}{
		"gamma":   {loss.Gamma{}, positive, []float64{-0.0782811387121, 0.778150868245, 0.367350540489}},
		"tweedie": {loss.Tweedie{Power: 1.3}, claims, []float64{-0.317082425951, 0.948868871642, 0.597122921214}},
		"negative binomial": {
			loss.NegativeBinomial{Theta: 1.7}, counts, []float64{-0.0941609967387, 1.06843987307, 0.686538842059},
		},
		"poisson": {loss.Poisson{}, counts, []float64{-0.162368586837, 1.18215052814, 0.62873665005}},
		"binomial": {
			loss.Binomial{}, []float64{0, 1, 0.25, 0.5, 0.25, 0.75, 0.5, 0.5, 0, 0.75, 0.25, 1},
			[]float64{-0.533154316443, 1.35068171417, 0.626376354066},
		},
	} {
		m, err := fit.Linear{Loss: c.of, Mu: 1e-12, Intercept: true, Tol: 1e-14}.Fit(t.Context(),
			fit.Data{X: x, Y: c.y, Offset: offset, Weights: weights})
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range []float64{m.Intercept[0], m.Weights[0], m.Weights[1]} {
			if math.Abs(w-c.want[j]) > 1e-8 {
				t.Errorf("%s: weight %d is %.12g, elsewhere %.12g", name, j, w, c.want[j])
			}
		}
	}
}

// TestCriteriaOfFamilies: deviances of gamma and Tweedie are no likelihoods without a dispersion.
func TestCriteriaOfFamilies(t *testing.T) {
	t.Parallel()
	for _, l := range families {
		data := familyData(l, 30, 3, 1, 1)
		p, err := fit.Linear{Loss: l, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true}.Prepare(data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Fit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Criteria(t.Context(), m)
		if dispersed, ok := l.(loss.Dispersed); (err != nil) != (ok && dispersed.Dispersed()) {
			t.Errorf("%v: %v", l, err)
		}
	}
}
