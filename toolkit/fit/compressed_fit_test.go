package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/sweep"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// tall are examples of features with a mean that are correlated, and a target with noise of a size.
func tall(mean, noise float64) Data {
	const n, d = 300, 5
	rng := rand.New(rand.NewPCG(12, uint64(d)))
	x, y, c := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
	for i := range n {
		row, common := x.Row(i), rng.NormFloat64()
		for j := range row {
			row[j] = (mean + 0.3*rng.NormFloat64() + common) * math.Pow(2, float64(j%4))
		}
		y[i] = 50 + row[0] - row[1]/2 + row[2]/8 + noise*rng.NormFloat64()
		c[i] = float64(1 + i%3)
	}
	return Data{X: x, Y: y, Weights: c}
}

// byMoments are problems that moments do for.
func byMoments() map[string]Linear {
	lasso := prox.L1{Lambda: 1}
	return map[string]Linear{
		"lasso":         {Penalty: lasso, Lambda: 0.05, Intercept: true, Standardize: true},
		"in units":      {Penalty: lasso, Lambda: 0.05, Intercept: true},
		"elastic net":   {Penalty: lasso, Lambda: 0.02, Mu: 0.1, Intercept: true, Standardize: true},
		"groups":        {Penalty: prox.L21{Lambda: 1, Groups: [][]int{{0, 1}, {2, 3, 4}}}, Lambda: 0.05, Intercept: true},
		"ridge":         {Mu: 0.1, Intercept: true},
		"least squares": {Intercept: true},
		"no intercept":  {Penalty: lasso, Lambda: 0.1},
		"beyond λ_max":  {Penalty: lasso, Lambda: 1e4, Intercept: true},
	}
}

// TestByMoments: one pass gives the answer that the examples themselves do, and its gap bounds what the objective on
// them, summed up plainly, is above the least that either way finds. Where moments lose too many digits, as near a
// perfect fit, or features depend on others, the examples are used.
func TestByMoments(t *testing.T) {
	t.Parallel()
	for name, c := range ofOutputs(byMoments(), tall(1000, 1)) {
		c.Tol = 1e-7
		data := dataFor(c, tall(1000, 1))
		if !c.Intercept {
			data = dataFor(c, tall(1, 1))
		}
		p, err := c.Prepare(data)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := p.Fit(t.Context())
		if err != nil || p.made != nil || p.few == nil {
			t.Fatal(name, "is not solved by moments", err)
		}
		want := plainly(t, c, data)
		best := math.Min(summed(c, data, got), summed(c, data, want))
		slack := 1e-12 * best
		if above := summed(c, data, got) - best; above > got.Gap+slack || got.Gap > c.Tol*got.Objective ||
			got.Status != want.Status || math.Abs(got.Objective-want.Objective) > 2e-7*best {
			t.Errorf("%s: %s, objective %.12g, gap %g, above %g; by the examples %s, %.12g, %g", name, got.Status,
				got.Objective, got.Gap, above, want.Status, want.Objective, want.Gap)
		}
	}
	exact, twins := tall(1000, 1e-7), tall(1000, 1)
	x := linalg.ToDense(twins.X)
	for i := range x.R {
		x.Row(i)[3] = x.Row(i)[0] + x.Row(i)[1]
	}
	for name, data := range map[string]Data{"a perfect fit": exact, "dependent": twins} {
		c := Linear{Intercept: true}
		p, err := c.Prepare(data)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := p.Fit(t.Context()); err != nil || p.made == nil {
			t.Errorf("%s: moments were enough, error %v", name, err)
		}
	}
}

// plainly is the model without moments.
func plainly(t *testing.T, c Linear, data Data) *model.Linear {
	t.Helper()
	p, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	p.few = nil
	if p.made, err = newProblem(p.Linear, p.in, &sweep.Columns{}, nil); err != nil {
		t.Fatal(err)
	}
	m, err := p.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ofOutputs adds problems of three outputs: a target, another with noise of its own and the first feature.
func ofOutputs(problems map[string]Linear, data Data) map[string]Linear {
	const k = 3
	rng := rand.New(rand.NewPCG(12, 13))
	x, y := linalg.ToDense(data.X), make([]float64, 0, k*len(data.Y))
	for i, v := range data.Y {
		y = append(y, v, x.At(i, 2)-v/2+3*rng.NormFloat64(), x.At(i, 0))
	}
	several, rows := loss.SquaredOutputs{Y: y, K: k}, prox.MultiTask{Lambda: 1}
	problems["outputs"] = Linear{Loss: several, Penalty: rows, Lambda: 0.1, Intercept: true}
	problems["outputs in standard units"] = Linear{
		Loss: several, Penalty: rows, Lambda: 0.1, Intercept: true, Standardize: true,
	}
	problems["outputs, a ridge too"] = Linear{Loss: several, Penalty: rows, Lambda: 0.1, Mu: 0.2, Intercept: true}
	problems["outputs, a ridge"] = Linear{Loss: several, Mu: 0.2, Intercept: true}
	first := loss.SquaredOutputs{Y: data.Y, K: 1}
	problems["an output"] = Linear{Loss: first, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Intercept: true}
	problems["outputs, lasso"] = Linear{Loss: several, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Intercept: true}
	return problems
}

// dataFor are the data without what a loss of examples of its own has.
func dataFor(c Linear, data Data) Data {
	if _, own := c.Loss.(loss.SquaredOutputs); own {
		data.Y, data.Weights = nil, nil
	}
	return data
}

// summed is P at a model, on the examples one by one.
func summed(c Linear, data Data, m *model.Linear) (sum float64) {
	x, k := linalg.ToDense(data.X), m.Outputs
	y, shares := data.Y, append([]float64(nil), data.Weights...)
	if of, several := c.Loss.(loss.SquaredOutputs); several {
		y, shares = of.Y, slices.Repeat([]float64{1}, x.R)
	}
	floats.Scale(1/floats.Sum(shares), shares)
	means, scales := make([]float64, x.C), make([]float64, x.C)
	for i, share := range shares {
		floats.AddScaled(means, share, x.Row(i))
	}
	for i, share := range shares {
		for t := range k {
			r := -y[i*k+t]
			if m.Intercept != nil {
				r += m.Intercept[t]
			}
			for j, v := range x.Row(i) {
				r += v * m.Weights[j*k+t]
			}
			sum += share * r * r / 2
		}
		for j, v := range x.Row(i) {
			if scales[j] += share * (v - means[j]) * (v - means[j]); !c.Standardize {
				scales[j] = 1
			}
		}
	}
	w := make([]float64, len(m.Weights))
	for i, v := range m.Weights {
		w[i] = v * math.Sqrt(scales[i/k])
	}
	if c.Penalty != nil {
		penalty := c.Penalty
		if of, ok := penalty.(prox.Shaped); ok {
			penalty = of.WithShape(x.C, k)
		}
		sum += c.Lambda * penalty.Value(w)
	}
	return sum + c.Mu/2*floats.Dot(w, w)
}

// TestGapOfMoments: moments that are wrong by as much as is said lead to an answer that is above the minimum by no more
// than is said, for errors large enough to be seen.
func TestGapOfMoments(t *testing.T) {
	t.Parallel()
	seen, asked := 0, 0
	rng := rand.New(rand.NewPCG(3, 3))
	for name, c := range ofOutputs(byMoments(), tall(1, 1)) {
		data := dataFor(c, tall(1, 1))
		c.Tol = 1e-10
		best := math.Inf(1)
		for k := range 30 {
			p, err := c.Prepare(data)
			if err != nil {
				t.Fatal(name, err)
			}
			z := p.few
			if k > 0 {
				z = disturbed(t, p, rng, math.Pow(10, -2-float64(k%4)))
			}
			few, err := z.Fit(t.Context())
			if err != nil {
				t.Fatal(name, err)
			}
			m := z.taken(few)
			above := summed(c, data, m) - best
			if k == 0 {
				best = summed(c, data, m) // at moments good to 1e-13
				continue
			}
			if gap := z.gap(few, c.Lambda, nil); !(above <= gap) {
				t.Errorf("%s: %g above the minimum; said was %g", name, above, gap)
			}
			if own, ok := z.ownGap(few, c.Lambda, make([]float64, len(few.Weights))); ok {
				if asked++; !(above <= own) {
					t.Errorf("%s: %g above the minimum; said was %g by the descent's gap", name, above, own)
				}
			}
			if above > 2*few.Gap+1e-9*best {
				seen++
			}
		}
	}
	if asked < 20 {
		t.Errorf("the descent's own gap is known of %d answers", asked)
	}
	if seen < 20 {
		t.Errorf("errors of moments show in %d answers", seen)
	}
}

// disturbed is p's compression with entries that are off by share N_iN_j at most; none of the means are.
func disturbed(t *testing.T, p *Prepared, rng *rand.Rand, share float64) *fewExamples {
	t.Helper()
	m := *p.few.m
	m.Second = append([]float64(nil), m.Second...)
	k := p.in.d + p.in.k
	for i := range k {
		for j := range i + 1 {
			m.Second[i*k+j] += share / 2 * (2*rng.Float64() - 1) * m.Sizes[i] * m.Sizes[j]
			m.Second[j*k+i] = m.Second[i*k+j]
		}
	}
	x, y, left := m.Examples()
	c, data := p.few.Linear, Data{X: x, Y: y}
	if _, several := p.in.loss.(loss.OutputTargets); several {
		c.Loss, data.Y = loss.SquaredOutputs{Y: y, K: p.in.k}, nil
	}
	few, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	return &fewExamples{few, p.few.units, &m, share/2 + left, nil}
}

// TestPathByMoments: along a path moments do for fewer examples than a fit of these asks for, and the models are as
// good as those of single fits by the examples, within the gaps of both; of a perfect fit too.
func TestPathByMoments(t *testing.T) {
	t.Parallel()
	rows := make([]int, 24)
	for i := range rows {
		rows[i] = i
	}
	lambdas := Geometric(1, 1e-3, 20)
	for _, noise := range []float64{1, 1e-9} {
		data := tall(1, noise).Pick(rows)
		for name, c := range byMoments() {
			if c.Penalty == nil {
				continue
			}
			p, err := c.Prepare(data)
			if err != nil || p.few != nil {
				t.Fatal(name, "begins by moments", err)
			}
			if q, err := p.alongPath(t.Context(), len(lambdas), nil); err != nil || q.few == nil {
				t.Errorf("%s: a path is not learnt by moments: %v", name, err)
			}
			models, err := p.Path(t.Context(), lambdas)
			if err != nil {
				t.Fatal(name, err)
			}
			for k, m := range models {
				c.Lambda = lambdas[k]
				of, err := c.Fit(t.Context(), data)
				if err != nil {
					t.Fatal(name, err)
				}
				room := 1e-14 * math.Abs(of.Objective)
				if m.Status != solver.Converged || m.Objective-m.Gap > of.Objective+room || of.Objective-of.Gap > m.Objective+room {
					t.Errorf("%s, λ %g: %.16g with a gap of %g, %s; by the examples %.16g, %g", name, c.Lambda, m.Objective, m.Gap,
						m.Status, of.Objective, of.Gap)
				}
			}
		}
	}
}
