package atoms_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
)

// TestPathTo: the path arrives at λ with ε_N ≤ βλ in the fewest stages, and the intervals λ_ℓ ± ε_ℓ, which hold
// −⟨∇φ(W), W⟩/Ω(W) of a stage's ε-solutions W ≠ 0, touch and do not overlap: with a larger β they would.
func TestPathTo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(190, 1))
	for range 500 {
		first := math.Exp(3 * rng.NormFloat64())
		last, bound := first*math.Exp(-6*rng.Float64()), math.Exp(-4*rng.Float64())
		alpha, n := atoms.PathTo(first, last, bound)
		beta := func(n int) float64 {
			a := math.Pow(last/first, 1/float64(n))
			return (1 - a) / (1 + a)
		}
		if !testproblems.Near(math.Log(first)+float64(n)*math.Log(alpha), math.Log(last), 1e-12) {
			t.Fatalf("from %g to %g: %d stages of %g", first, last, n, alpha)
		}
		if beta(n) > bound*(1+1e-12) || n > 1 && beta(n-1) <= bound*(1-1e-12) {
			t.Fatalf("from %g to %g: β = %g in %d stages, %g in one less, at most %g", first, last, beta(n), n, beta(n-1), bound)
		}
		next := first * alpha // λ_1 after λ_0
		if b := beta(n); !testproblems.Near(first*(1-b), next*(1+b), 1e-12) || first*(1-1.001*b) >= next*(1+1.001*b) {
			t.Fatalf("stages at %g ± %g and %g ± %g", first, b*first, next, b*next)
		}
	}
	if _, n := atoms.PathTo(1, 0.005, 0.01); n != 265 { // ⌈5.2983/0.0200007⌉
		t.Errorf("%d stages to 0.005 with β = 0.01", n)
	}
	if alpha, n := atoms.PathTo(1, 2, 0.1); alpha != 1 || n != 1 {
		t.Errorf("%d stages of %g up", n, alpha)
	}
	for _, wrong := range [][3]float64{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, math.NaN()}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v was accepted", wrong)
				}
			}()
			atoms.PathTo(wrong[0], wrong[1], wrong[2])
		}()
	}
}

// TestContinuationToAnEpsilon: given ε̄, the last stage ends in an ε̄-solution for λ̄ after as many stages as PathTo
// says, every stage in a solution of its own that is none of another's, and where it returns it stays.
func TestContinuationToAnEpsilon(t *testing.T) {
	t.Parallel()
	for trial := range uint64(6) {
		p, lambdaMax := outputs(trial+200, trial%2 == 0, "TraceNorm")
		p = p.At(0.1 * lambdaMax)
		bound := 0.2 * p.Lambda
		alpha, stages := atoms.PathTo(lambdaMax, p.Lambda, 0.2)
		beta := (1 - alpha) / (1 + alpha)
		c := atoms.Continuation{Descent: atoms.Descent{Epsilon: bound}}
		ends := 0
		var end float64
		for st, err := range c.Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if end > 0 { // returned
				if st.Objective != end || !st.Optimal {
					t.Errorf("trial %d: it goes on from %g to %g", trial, end, st.Objective)
				}
				break
			}
			if !st.Optimal || st.Lambda == lambdaMax {
				continue
			}
			if ends++; st.Lambda == p.Lambda {
				end = st.Objective
			}
			for stage := 1; stage <= stages; stage++ {
				lambda := lambdaMax * math.Pow(alpha, float64(stage))
				polar, product := conditions(p.At(lambda), st.X(nil))
				most := beta * lambda * (1 + 1e-9)
				own := testproblems.Near(math.Log(lambda), math.Log(st.Lambda), 1e-9)
				if own != (polar <= most && product <= most) {
					t.Errorf("trial %d: the end of λ = %g at λ_%d = %g misses by %g and %g, ε = %g",
						trial, st.Lambda, stage, lambda, polar, product, most)
				}
			}
		}
		if beta*p.Lambda > bound || ends != stages {
			t.Errorf("trial %d: %d ends of %d stages, ε = %g of %g", trial, ends, stages, beta*p.Lambda, bound)
		}
	}
	p, lambdaMax := outputs(210, true, "TraceNorm")
	p = p.At(0.1 * lambdaMax)
	for what, c := range map[string]atoms.Continuation{
		"stages and ε": {Stages: 3, Descent: atoms.Descent{Epsilon: 0.1 * p.Lambda}},
		"a start":      {Descent: atoms.Descent{Start: randomAtoms(1, p, 2)}},
	} {
		if _, err := solver.Run(c.Iterations(t.Context(), p), solver.MaxIter(1)); err == nil {
			t.Errorf("%s were accepted", what)
		}
	}
}

// TestContinuationIsAChain: ContR1D is R1D from the last stage's atoms, stage by stage, by the letter of Algorithm 2.
func TestContinuationIsAChain(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(220, false, "TraceNorm")
	const stages = 4
	target := 0.1 * lambdaMax
	alpha := math.Pow(target/lambdaMax, 1./stages)
	beta := (1 - alpha) / (1 + alpha)
	var theta []atoms.Atom
	ends := map[int]float64{} // φ at the ends, by stage
	for stage := range stages + 1 {
		at := p.At(lambdaMax * math.Pow(alpha, float64(stage)))
		for st, err := range (atoms.Descent{Start: theta, Epsilon: beta * at.Lambda}).Iterations(t.Context(), at) {
			if err != nil || st.Iter == 500 {
				t.Fatalf("stage %d: %d iterations, error %v", stage, st.Iter, err)
			}
			if st.Optimal {
				theta, ends[stage] = append([]atoms.Atom(nil), st.Atoms...), p.Value(st.X(nil))
				break
			}
		}
	}
	for st, err := range (atoms.Continuation{Stages: stages}).Iterations(t.Context(), p.At(target)) {
		if err != nil || st.Iter == 500 {
			t.Fatalf("%d iterations, error %v", st.Iter, err)
		}
		stage := int(math.Round(math.Log(st.Lambda/lambdaMax) / math.Log(alpha)))
		if st.Optimal && !testproblems.Near(p.Value(st.X(nil)), ends[stage], 2e-2) {
			t.Errorf("stage %d ends at φ = %g, R1D on its own at %g", stage, p.Value(st.X(nil)), ends[stage])
		}
		if st.Optimal && st.Lambda == target {
			break
		}
	}
}
