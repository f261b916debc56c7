package atoms_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
)

// conditions are by how much W misses (i') and (ii') of Proposition 2.1, ‖∇φ(W)‖ ≤ λ and ⟨∇φ(W), W⟩ = −λ‖W‖_*.
func conditions(p *solver.Problem, w []float64) (polar, product float64) {
	gradient := make([]float64, p.Dim())
	p.ValueGrad(gradient, w)
	polar = p.Penalty.(prox.TraceNorm).Polar(gradient) - p.Lambda
	if trace := p.Penalty.Value(w); trace > 0 {
		product = math.Abs(floats.Dot(gradient, w)/trace + p.Lambda)
	}
	return polar, product
}

// randomAtoms are atoms of the trace norm with weights.
func randomAtoms(seed uint64, p *solver.Problem, count int) (start []atoms.Atom) {
	rng := rand.New(rand.NewPCG(seed, 7))
	_, d := p.A.Dims()
	for range count {
		u, v := testproblems.Normal(rng, d, 1), testproblems.Normal(rng, p.Outputs(), 1)
		floats.Scale(1/floats.Norm(u, 2), u)
		floats.Scale(1/floats.Norm(v, 2), v)
		start = append(start, atoms.Atom{Theta: rng.Float64(), U: u, V: v})
	}
	return start
}

// psi is Ψ(θ) of a list of atoms.
func psi(p *solver.Problem, list []atoms.Atom) float64 {
	w := make([]float64, p.Dim())
	var sum float64
	for _, a := range list {
		for j, u := range a.U {
			floats.AddScaled(w[j*len(a.V):(j+1)*len(a.V)], a.Theta*u, a.V)
		}
		sum += a.Theta
	}
	return p.Value(w) + p.Lambda*sum
}

// TestStartAndEpsilon: R1D(φ, λ, θ_0, ε) lowers Ψ from Ψ(θ_0) on, returns an ε-solution of the problem, and θ_0 stays
// as it was; started where it returned it has nothing to do.
func TestStartAndEpsilon(t *testing.T) {
	t.Parallel()
	for trial := range uint64(12) {
		p, lambdaMax := outputs(trial+160, trial%2 == 0, "TraceNorm")
		p = p.At(0.2 * lambdaMax)
		epsilon := p.Lambda * math.Pow(4, -float64(trial%4))
		start := randomAtoms(trial, p, int(trial%5))
		before := psi(p, start)
		first := psi(p, start)
		var last *atoms.State
		for st, err := range (atoms.Descent{Start: start, Epsilon: epsilon}).Iterations(t.Context(), p) {
			if err != nil || st.Objective > before*(1+1e-12) || st.Epsilon != epsilon {
				t.Fatalf("trial %d, step %d: Ψ = %g after %g, ε = %g, error %v",
					trial, st.Iter, st.Objective, before, st.Epsilon, err)
			}
			before = st.Objective
			if last = st; st.Optimal || st.Iter == 500 {
				break
			}
		}
		polar, product := conditions(p, last.X(nil))
		if !last.Optimal || polar > epsilon*(1+1e-9) || product > epsilon*(1+1e-9) || psi(p, start) != first {
			t.Errorf("trial %d: ε = %g, misses %g and %g after %d steps", trial, epsilon, polar, product, last.Iter)
		}
		w, objective := last.X(nil), last.Objective
		for st, err := range (atoms.Descent{Start: last.Atoms, Epsilon: epsilon}).Iterations(t.Context(), p) {
			if err != nil || !st.Optimal || st.Step != 0 || !floats.EqualApprox(st.X(nil), w, 1e-15) ||
				!testproblems.Near(st.Objective, objective, 1e-14) {
				t.Errorf("trial %d: from its end it goes on by %g to Ψ = %g from %g", trial, st.Step, st.Objective, objective)
			}
			if st.Iter == 2 {
				break
			}
		}
	}
}

// TestTwoSteps4InARow: with ε fixed an iteration of Step 4 is followed by a new atom or by the end (proof of Theorem
// 3.5), since its result is an ε-solution of the restricted problem: (a”) for the atoms before, (b”) for those that
// stay.
func TestTwoSteps4InARow(t *testing.T) {
	t.Parallel()
	solved := 0
	for trial := range uint64(12) {
		p, lambdaMax := outputs(trial+170, trial%2 == 0, "TraceNorm")
		p = p.At(0.1 * lambdaMax)
		epsilon := 0.05 * p.Lambda
		restricted := false
		var list []atoms.Atom
		for st, err := range (atoms.Descent{Epsilon: epsilon, Random: trial%3 == 0}).Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if st.Step == 0 && restricted {
				t.Fatalf("trial %d: two Steps 4 in a row at %d", trial, st.Iter)
			}
			if restricted = st.Step == 0; restricted {
				solved++
				checkRestricted(t, p, list, st, epsilon)
			}
			if st.Optimal || st.Iter == 500 {
				break
			}
			list = append(list[:0], st.Atoms...)
		}
	}
	if solved < 12 {
		t.Errorf("%d Steps 4 were looked at", solved)
	}
}

// checkRestricted compares the result of Step 4 on some atoms with its conditions, and for the squared loss with the
// minimum over their weights by plain coordinate descent, which they keep it within ε‖θ − θ*‖₁ of.
func checkRestricted(t *testing.T, p *solver.Problem, before []atoms.Atom, st *atoms.State, epsilon float64) {
	t.Helper()
	gradient := make([]float64, p.Dim())
	slope := func(a atoms.Atom) (sum float64) {
		for j, u := range a.U {
			sum += u * floats.Dot(gradient[j*len(a.V):(j+1)*len(a.V)], a.V)
		}
		return sum + p.Lambda
	}
	p.ValueGrad(gradient, st.X(nil))
	for _, a := range before {
		if s := slope(a); s < -epsilon*(1+1e-9) {
			t.Errorf("(a”) fails by %g of %g", -s, epsilon)
		}
	}
	for _, a := range st.Atoms {
		if s := slope(a); math.Abs(s) > epsilon*(1+1e-9) {
			t.Errorf("(b”) fails by %g of %g", math.Abs(s), epsilon)
		}
	}
	squared, ok := p.Loss.(loss.SquaredOutputs)
	if !ok {
		return
	}
	plain := nonnegativeLeastSquares(p, squared.Y, before)
	var far float64
	for _, a := range append(plain, st.Atoms...) {
		far += a.Theta
	}
	if excess := st.Objective - psi(p, plain); excess > epsilon*far || excess < -1e-9 {
		t.Errorf("%g above plain coordinate descent, %g is allowed", excess, epsilon*far)
	}
}

// nonnegativeLeastSquares minimizes Ψ over the weights of atoms by cyclic coordinate descent.
func nonnegativeLeastSquares(p *solver.Problem, y []float64, list []atoms.Atom) []atoms.Atom {
	list = append([]atoms.Atom(nil), list...)
	x, n := p.A.(*linalg.Dense), float64(p.Loss.Len())
	residual := append([]float64(nil), y...)
	lines := make([][]float64, len(list))
	for t, a := range list {
		for i := range x.R {
			for _, v := range a.V {
				lines[t] = append(lines[t], floats.Dot(x.Row(i), a.U)*v)
			}
		}
		floats.AddScaled(residual, -a.Theta, lines[t])
	}
	for range 5000 {
		for t, line := range lines {
			step := math.Max(-list[t].Theta, (floats.Dot(line, residual)/n-p.Lambda)/(floats.Dot(line, line)/n))
			list[t].Theta += step
			floats.AddScaled(residual, -step, line)
		}
	}
	return list
}

// TestWrongStarts: weights that are no weights, atoms that are none of the gauge's, an ε above λ.
func TestWrongStarts(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(180, false, "TraceNorm")
	p = p.At(0.2 * lambdaMax)
	for what, change := range map[string]func(c *atoms.Descent){
		"a negative weight": func(c *atoms.Descent) { c.Start[0].Theta = -1 },
		"a weight of NaN":   func(c *atoms.Descent) { c.Start[0].Theta = math.NaN() },
		"atoms too long":    func(c *atoms.Descent) { floats.Scale(10, c.Start[0].U) },
		"a negative ε":      func(c *atoms.Descent) { c.Epsilon = -1 },
		"ε above λ":         func(c *atoms.Descent) { c.Epsilon = 2 * p.Lambda },
		"an ε of NaN":       func(c *atoms.Descent) { c.Epsilon = math.NaN() },
	} {
		c := atoms.Descent{Start: randomAtoms(1, p, 1)}
		change(&c)
		if _, err := solver.Run(c.Iterations(t.Context(), p), solver.MaxIter(1)); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an atom of another shape was accepted")
		}
	}()
	wrong := atoms.Descent{Start: []atoms.Atom{{Theta: 1, U: []float64{1}, V: []float64{1}}}}
	_, err := solver.Run(wrong.Iterations(t.Context(), p), solver.MaxIter(1))
	t.Errorf("an atom of another shape: error %v", err)
}
