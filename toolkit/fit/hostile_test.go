package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
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

// hostile makes a problem of a kind that rounding is hard on. λ is a share of λ_max, unless a model to start from, of
// weights 0, says that it is λ itself.
type hostile func(rng *rand.Rand) (fit.Linear, fit.Data)

// at is a problem at a λ.
func at(lambda float64, h hostile) hostile {
	return func(rng *rand.Rand) (fit.Linear, fit.Data) {
		c, data := h(rng)
		_, d := data.X.Dims()
		c.Lambda, c.Start = lambda, &model.Linear{Features: d, Outputs: 1, Weights: make([]float64, d)}
		return c, data
	}
}

// normal are n×d examples of some scale around some mean, with targets that depend on all features, and labels.
func normal(rng *rand.Rand, n, d int, mean, scale float64) (x *linalg.Dense, y, signs, classes []float64) {
	x = linalg.NewDense(n, d, nil)
	for range n {
		i, score := len(y), 1.
		for j := range d {
			v := rng.NormFloat64()
			x.Row(i)[j] = mean + scale*v
			score += v / float64(1+j)
		}
		score += 0.5 * rng.NormFloat64()
		y, signs = append(y, score), append(signs, math.Copysign(1, score-1+0.3*float64(1-2*(i%2))))
		classes = append(classes, float64(max(0, min(2, int(score+1)))))
	}
	copy(signs, []float64{1, -1, 1, -1})
	copy(classes, []float64{0, 1, 2, 0, 1, 2})
	return x, y, signs, classes
}

func thirds(n int) (task []int64) {
	for i := range n {
		task = append(task, int64(i%3))
	}
	return task
}

// moved are targets by a factor and an offset.
func moved(y []float64, factor, offset float64) []float64 {
	out := slices.Clone(y)
	for i := range out {
		out[i] = out[i]*factor + offset
	}
	return out
}

// shifted is a squared loss with an intercept, a ridge of 0.1 where there is no penalty, and moved targets.
func shifted(penalty toolkit.Proxable, mu, factor, offset float64, sparse, tasks bool) hostile {
	return func(rng *rand.Rand) (fit.Linear, fit.Data) {
		x, y, _, _ := normal(rng, 20, 3, 0, 1)
		data := fit.Data{X: x, Y: moved(y, factor, offset)}
		if sparse {
			data.X = sparseOf(x)
		}
		if tasks {
			data.Task = thirds(20)
		}
		return fit.Linear{Penalty: penalty, Lambda: 0.05, Mu: mu, Intercept: true}, data
	}
}

// years are sparse examples with an intercept of which one feature, or all, is far from 0: of some mean, and the
// standard deviation 1.
func years(l toolkit.Loss, penalty toolkit.Proxable, mu, mean float64, all bool) hostile {
	return func(rng *rand.Rand) (fit.Linear, fit.Data) {
		x, y, signs, classes := normal(rng, 40, 3, 0, 1)
		for k, v := range x.Data {
			if all || k%3 == 0 {
				x.Data[k] = mean + v
			}
		}
		c := fit.Linear{Loss: l, Penalty: penalty, Lambda: 0.01, Mu: mu, Intercept: true}
		data := fit.Data{X: sparseOf(x), Y: signs}
		switch lossOf(c) {
		case "squared":
			data.Y = y
		case "multinomial":
			data.Y = classes
		}
		return c, data
	}
}

// scaled are examples by a factor, or with one entry in place of that.
func scaled(penalty toolkit.Proxable, factor, entry float64, tasks bool) hostile {
	return func(rng *rand.Rand) (fit.Linear, fit.Data) {
		x, y, _, _ := normal(rng, 20, 4, 0, 1)
		for k := range x.Data {
			x.Data[k] *= factor
		}
		if entry != 0 {
			x.Data[5] = entry
		}
		data := fit.Data{X: x, Y: y}
		if tasks {
			data.Task = thirds(20)
		}
		return fit.Linear{Penalty: penalty, Lambda: 0.1}, data
	}
}

// weighing are examples of one weight.
func weighing(weight float64, c fit.Linear) hostile {
	return func(rng *rand.Rand) (fit.Linear, fit.Data) {
		x, y, signs, _ := normal(rng, 20, 3, 0, 1)
		data := fit.Data{X: x, Y: y, Weights: slices.Repeat([]float64{weight}, 20)}
		if lossOf(c) != "squared" {
			data.Y = signs
		}
		return c, data
	}
}

// tinyFeature is a feature of scale 1e-19 that the targets depend on, in unpenalized least squares.
func tinyFeature(rng *rand.Rand) (fit.Linear, fit.Data) {
	x, y, _, _ := normal(rng, 20, 3, 0, 1)
	for i := range y {
		y[i] += 3 * x.Row(i)[1]
		x.Row(i)[1] *= 1e-19
	}
	return fit.Linear{Intercept: true}, fit.Data{X: x, Y: y}
}

var (
	lasso     = prox.L1{Lambda: 1}
	pairs     = prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}}
	heavy     = prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}, Weights: []float64{1e308, 1e308}}
	heavyOne  = prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}, Weights: []float64{1, 1e308}}
	heavyMix  = prox.SparseGroup{Lambda: 1, Mix: 0.5, Groups: heavy.Groups, Weights: heavy.Weights}
	heavyLaps = prox.Overlap{Lambda: 1, Groups: prox.Groups{{0, 1, 2}, {2, 3}}, Weights: heavy.Weights}
	heavyOnes = prox.L1{Lambda: 1, Weights: []float64{1, 1e308, 1e308, 1}}
	traceNorm = prox.TraceNorm{Lambda: 1}
	rows      = prox.MultiTask{Lambda: 1}
)

var hostiles = map[string]hostile{
	"feature of 1e-19, least squares":   tinyFeature,
	"y + 1e9, ridge":                    shifted(nil, 0.1, 2, 1e9, false, false),
	"y + 1e9, ridge, sparse":            shifted(nil, 0.1, 2, 1e9, true, false),
	"y + 1e12, ridge":                   shifted(nil, 0.1, 1, 1e12, false, false),
	"y + 1e12, least squares":           shifted(nil, 0, 1, 1e12, false, false),
	"y + 1e12, least squares, sparse":   shifted(nil, 0, 1, 1e12, true, false),
	"y + 1e12, l1":                      shifted(lasso, 0, 1, 1e12, false, false),
	"y + 1e12, trace":                   shifted(traceNorm, 0, 1, 1e12, false, true),
	"y 1e8, trace":                      shifted(traceNorm, 0, 1e8, 0, false, true),
	"y 1e8, trace and ridge":            shifted(traceNorm, 0.1, 1e8, 0, false, true),
	"y 1e8 + 1e12, trace":               shifted(traceNorm, 0, 1e8, 1e12, false, true),
	"x + 1e7, least squares, sparse":    years(loss.Squared{}, nil, 0, 1e7, false),
	"all x + 1e7, least squares":        years(loss.Squared{}, nil, 0, 1e7, true),
	"x + 1e7, ridge, sparse":            years(loss.Squared{}, nil, 0.1, 1e7, false),
	"x + 1e7, l1, sparse":               years(loss.Squared{}, lasso, 0, 1e7, false),
	"x + 2e3, logistic and l1":          years(loss.Logistic{}, lasso, 0, 2e3, false),
	"x + 1e4, logistic and l1":          years(loss.Logistic{}, lasso, 0, 1e4, false),
	"x + 1e5, logistic and ridge":       years(loss.Logistic{}, nil, 0.1, 1e5, false),
	"all x + 2e3, logistic and ridge":   years(loss.Logistic{}, nil, 0.1, 2e3, true),
	"x + 1e5, multinomial and ridge":    years(loss.Multinomial{}, nil, 0.1, 1e5, false),
	"x + 2e3, multinomial and l1":       years(loss.Multinomial{}, lasso, 0, 2e3, false),
	"x + 2e3, hinge":                    years(loss.Hinge{}, nil, 0.1, 2e3, false),
	"x + 2e2, exponential and l1":       years(loss.Exponential{}, lasso, 0, 2e2, false),
	"X 1e-200, l1":                      scaled(lasso, 1e-200, 0, false),
	"X 1e-200, group":                   scaled(pairs, 1e-200, 0, false),
	"X 1e-200, multitask":               scaled(rows, 1e-200, 0, true),
	"X 1e-200, trace":                   scaled(traceNorm, 1e-200, 0, true),
	"X 1e-200, overlap":                 scaled(prox.Overlap{Lambda: 1, Groups: heavyLaps.Groups}, 1e-200, 0, false),
	"X 1e200, l1":                       scaled(lasso, 1e200, 0, false),
	"an entry of 1e200, l1":             scaled(lasso, 1, 1e200, false),
	"an entry of 1e200, group":          scaled(pairs, 1, 1e200, false),
	"an entry of 1e200, trace":          scaled(traceNorm, 1, 1e200, true),
	"an entry of 1e200, overlap":        scaled(prox.Overlap{Lambda: 1, Groups: heavyLaps.Groups}, 1, 1e200, false),
	"group weights of 1e308":            scaled(heavy, 1, 0, false),
	"group weights of 1e308, λ = 0.1":   at(0.1, scaled(heavy, 1, 0, false)),
	"group weights of 1e308, λ = 100":   at(100, scaled(heavy, 1, 0, false)),
	"a group weight of 1e308, λ = 0.1":  at(0.1, scaled(heavyOne, 1, 0, false)),
	"mixed weights of 1e308, λ = 100":   at(100, scaled(heavyMix, 1, 0, false)),
	"overlapping of 1e308, λ = 100":     at(100, scaled(heavyLaps, 1, 0, false)),
	"coordinates of 1e308, λ = 100":     at(100, scaled(heavyOnes, 1, 0, false)),
	"a group weight of 1e308":           scaled(heavyOne, 1, 0, false),
	"group weights of 1e308, mixed":     scaled(heavyMix, 1, 0, false),
	"group weights of 1e308, overlap":   scaled(heavyLaps, 1, 0, false),
	"coordinate weights of 1e308":       scaled(heavyOnes, 1, 0, false),
	"weights of 1e308, least squares":   weighing(1e308, fit.Linear{}),
	"weights of 1e308, ridge":           weighing(1e308, fit.Linear{Mu: 0.1, Intercept: true}),
	"weights of 1e308, logistic and l1": weighing(1e308, fit.Linear{Loss: loss.Logistic{}, Penalty: lasso, Lambda: 0.1}),
	"weights of 1e308, hinge":           weighing(1e308, fit.Linear{Loss: loss.Hinge{}, Mu: 0.1}),
	"weights of 1e-310, ridge":          weighing(1e-310, fit.Linear{Mu: 0.1, Intercept: true}),
}

// TestHostile: what was once answered wrongly, or panicked, is answered with a true certificate to the tolerance, or
// refused with an error that says what to do.
func TestHostile(t *testing.T) {
	t.Parallel()
	seeds := uint64(2)
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		seeds = 10
	}
	for name, draw := range hostiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				c, data := draw(rand.New(rand.NewPCG(seed, 174)))
				c.Standardize = seed%2 == 1
				withstands(t, fmt.Sprintf("%s, %d", name, seed), c, data)
			}
		})
	}
}

func withstands(t *testing.T, name string, c fit.Linear, data fit.Data) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic %v", name, r)
		}
	}()
	if c.Penalty != nil && c.Start == nil {
		top, err := c.LambdaMax(data)
		if err != nil {
			checkRefusal(t, name, err)
			return
		}
		if !(top > 0) || math.IsInf(top, 1) {
			t.Errorf("%s: λ_max = %g", name, top)
			return
		}
		c.Lambda *= top
	}
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		checkRefusal(t, name, err)
		return
	}
	if m.Status != solver.Converged || m.GapKind != model.DualityGap {
		t.Errorf("%s: %s, gap %g (%s) of %g", name, m.Status, m.Gap, m.GapKind, m.Objective)
	}
	if kind := checkCertificate(t, name, c, data, m); kind == open {
		t.Errorf("%s: the certificate was not judged", name)
	}
}

// remedy is what an error that says what to do speaks of.
var remedy = regexp.MustCompile("scale|too large|too small|too far|divide|overflow")

func checkRefusal(t *testing.T, name string, err error) {
	t.Helper()
	if !remedy.MatchString(err.Error()) {
		t.Errorf("%s: the error does not say what to do: %v", name, err)
	}
}
