package risk_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// frankWolfes holds the forms of the method.
var frankWolfes = map[string]risk.BlockFrankWolfe{
	"plain":                {},
	"average":              {Average: true},
	"every third":          {Every: 3},
	"gap sampling":         {GapSampling: true},
	"average, gap, second": {Average: true, GapSampling: true, Every: 2},
	"pairwise":             {Pairwise: true},
	"pairwise, cached":     {Pairwise: true, Cached: 3},
	"pairwise, average":    {Pairwise: true, Average: true, GapSampling: true},
}

// TestFrankWolfeCertificate: the gap is never less than the error at the point that is reported, nor the lower bound
// above the minimum, which a quadratic program over all outputs tells; both come near, also where rounding is all that
// is left.
func TestFrankWolfeCertificate(t *testing.T) {
	t.Parallel()
	for name, method := range frankWolfes {
		tol, passes := 1., 240 // steps zigzag: there is no margin
		if method.Pairwise && !method.Average {
			tol, passes = 1e-7, 3600
		}
		for seed, mu := range []float64{1, 0.1, 0.01} {
			c := newChains(uint64(seed))
			_, upper := c.minimum(mu)
			method.Mu, method.Seed = mu, uint64(seed)
			kind := []string{"one group", "two groups", "one group"}[seed]
			m := c.model(kind)
			last := math.NaN()
			method.Params = m
			for st, err := range method.Iterations(t.Context(), &structured.Hinge{Data: c.data}) {
				if err != nil {
					t.Fatal(err)
				}
				if st.Iter >= passes {
					break
				}
				if math.IsNaN(st.Gap) != (st.Iter%max(1, method.Every) != 0) {
					t.Fatalf("%s: gap %g after %d passes", name, st.Gap, st.Iter)
				}
				if !math.IsNaN(st.Gap) {
					last = st.Gap
				}
				if math.IsNaN(st.Gap) || st.Iter > 40 && st.Iter%60 != 0 {
					continue
				}
				w, _ := m.Vector()
				at := c.objective(mu, w)
				m.Refresh()
				if at-upper > st.Gap || st.Lower > upper || !testproblems.Near(at, st.Objective, 1e-12) {
					t.Fatalf("%s, μ = %g, pass %d: objective %.17g, in fact %.17g, gap %g, lower bound %.17g, minimum %.17g",
						name, mu, st.Iter, st.Objective, at, st.Gap, st.Lower, upper)
				}
			}
			if !(last < tol) {
				t.Errorf("%s, μ = %g: gap %g at the end", name, mu, last)
			}
		}
	}
}

// frankWolfePlainly is Algorithm 4 on dense vectors with every output written out, as the paper has it, without and
// with the average w̄ ← k/(k+2) w̄ + 2/(k+2) w, over the examples in a given order.
func frankWolfePlainly(c chains, mu float64, order []int) (w, mean []float64) {
	all := c.all
	d, m := len(all[0].differences[0]), float64(len(all))
	w, mean = make([]float64, d), make([]float64, d)
	of, l := make([][]float64, len(all)), make([]float64, len(all))
	for i := range of {
		of[i] = make([]float64, d)
	}
	for k, i := range order {
		_, at := all[i].hinge(w)
		s := append([]float64(nil), all[i].differences[at]...)
		floats.Scale(-1/(mu*m), s)
		cost := all[i].costs[at] / m
		difference := append([]float64(nil), of[i]...)
		floats.Sub(difference, s)
		gamma := 0.
		if squared := floats.Dot(difference, difference); squared > 0 {
			gamma = min(1, max(0, (mu*floats.Dot(difference, w)-l[i]+cost)/(mu*squared)))
		}
		floats.AddScaled(w, -gamma, difference)
		floats.AddScaled(of[i], -gamma, difference)
		l[i] += gamma * (cost - l[i])
		floats.Scale(float64(k)/float64(k+2), mean)
		floats.AddScaled(mean, 2/float64(k+2), w)
	}
	return w, mean
}

// TestFrankWolfeAsWritten compares with the plain form, for explicit weights and a kernel.
func TestFrankWolfeAsWritten(t *testing.T) {
	t.Parallel()
	const mu, passes, seed = 0.05, 7, 3
	c := newChains(7)
	rng := rand.New(rand.NewPCG(seed, 0))
	var order []int
	for range passes {
		order = append(order, rng.Perm(c.data.Len())...)
	}
	w, mean := frankWolfePlainly(c, mu, order)
	scores := func(m *params.Model) (out []float64) {
		for row := range c.x.R {
			s := make([]float64, c.data.Labels)
			m.Scores(s, structured.Emission, row)
			out = append(out, s...)
		}
		for row := range c.data.Labels {
			s := make([]float64, c.data.Labels)
			m.Scores(s, structured.Transition, row)
			out = append(out, s...)
		}
		return out
	}
	for _, average := range []bool{false, true} {
		plain := c.model("one group")
		v, _ := plain.Vector()
		copy(v, w)
		if average {
			copy(v, mean)
		}
		want := scores(plain)
		for _, kind := range []string{"one group", "kernel"} {
			for _, every := range []int{1, passes} {
				m := c.model(kind)
				method := risk.BlockFrankWolfe{Mu: mu, Average: average, Every: every, Seed: seed}
				method.Params = m
				seq := method.Iterations(t.Context(), &structured.Hinge{Data: c.data})
				if _, err := solver.Run(seq, solver.MaxIter(passes)); err != nil {
					t.Fatal(err)
				}
				if got := scores(m); !floats.EqualApprox(got, want, 1e-10) {
					t.Errorf("%s, average %v, every %d: scores %v, plainly %v", kind, average, every, got, want)
				}
			}
		}
	}
}

// TestFrankWolfeEnds: with its context, at a NaN, and where it is told nonsense.
func TestFrankWolfeEnds(t *testing.T) {
	t.Parallel()
	c := newChains(1)
	oracle := &structured.Hinge{Data: c.data}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := solver.Run(risk.BlockFrankWolfe{Mu: 1, Params: c.model("")}.Iterations(ctx, oracle), solver.MaxIter(1))
	if !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
		t.Errorf("status %v, error %v after cancellation", res.Status, err)
	}
	for says, method := range map[string]risk.BlockFrankWolfe{
		"μ = 0": {}, "μ = NaN": {Mu: math.NaN()}, "every -1 passes": {Mu: 1, Every: -1},
	} {
		method.Params = c.model("")
		testproblems.Says(t, method.Iterations(t.Context(), oracle), says)
	}
	none := &structured.Hinge{Data: &structured.Sequences{Start: []int{0}, Labels: 2}}
	testproblems.Says(t, risk.BlockFrankWolfe{Mu: 1, Params: c.model("")}.Iterations(t.Context(), none), "no examples")
	below := risk.BlockFrankWolfe{Mu: 1, Params: c.model("")}.Iterations(t.Context(), negative{oracle})
	testproblems.Says(t, below, "never below 0")
	c.x.Data[3] = math.NaN()
	frank := risk.BlockFrankWolfe{Params: c.model(""), Mu: 1}
	_, err = solver.Run(frank.Iterations(t.Context(), oracle), solver.MaxIter(5))
	if !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("error %v after a NaN", err)
	}
}

// negative is an oracle whose losses are less by 100.
type negative struct{ toolkit.Oracle }

func (o negative) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	return o.Oracle.Grad(i, p, u) - 100
}

// repeating is an oracle whose updates have parts twice, and parts that cancel: the same vectors as the other's.
type repeating struct{ toolkit.Oracle }

func (o repeating) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	loss := o.Oracle.Grad(i, p, u)
	for _, a := range append([]toolkit.Part(nil), u.Parts...) {
		u.Add(a.Family, a.Row, a.Col, 1)
		u.Add(a.Family, a.Row, a.Col, 2)
		u.Add(a.Family, a.Row, a.Col, -3)
	}
	return loss
}

// TestFrankWolfeOfRepeatedParts: parts add up, in whatever order they come.
func TestFrankWolfeOfRepeatedParts(t *testing.T) {
	t.Parallel()
	c := newChains(2)
	var gaps [2]float64
	for k, o := range []toolkit.Oracle{&structured.Hinge{Data: c.data}, repeating{&structured.Hinge{Data: c.data}}} {
		frank := risk.BlockFrankWolfe{Params: c.model(""), Mu: 0.1}
		res, err := solver.Run(frank.Iterations(t.Context(), o), solver.MaxIter(20))
		if err != nil {
			t.Fatal(err)
		}
		gaps[k] = res.Left()
	}
	if !testproblems.Near(gaps[0], gaps[1], 1e-9) {
		t.Errorf("gaps %g and %g", gaps[0], gaps[1])
	}
}
