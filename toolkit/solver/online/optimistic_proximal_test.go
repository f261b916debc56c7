package online_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// converge plays Algorithm 3 until it says that the accuracy is reached, and returns the pass in which the last phase
// began.
func converge(
	t *testing.T, c online.OptimisticProximal, o toolkit.Oracle, model *params.Model,
) (state *online.GameState, began int) {
	t.Helper()
	phases := 0
	c.Params = model
	for st, err := range c.Iterations(t.Context(), o) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Phases != phases {
			phases, began = st.Phases, st.Iter
		}
		if st.Converged {
			return st, began
		}
		if st.Iter > 20000 {
			t.Fatalf("not converged after %d passes, in phase %d", st.Iter, st.Phases)
		}
	}
	return nil, 0
}

// TestOptimisticConverges: the iterate that Algorithm 3 chooses has the accuracy sought, and the last phase the
// length T.
func TestOptimisticConverges(t *testing.T) {
	t.Parallel()
	s := newSVM(100, 3, 0.1, 7)
	_, minimum := s.minimum(t)
	const epsilon = 0.2
	c := online.OptimisticProximal{
		Game: online.Game{Lambda: s.Mu}, G: s.bound(), Restart: true, Epsilon: epsilon, Delta: 0.5,
	}
	_, model := s.params()
	st, began := converge(t, c, s.oracle(), model)
	if o := s.Problem().Objective(st.Chosen); o-minimum > epsilon {
		t.Errorf("objective %g, more than %g above the minimum %g", o, epsilon, minimum)
	}
	hat, last := c.Delta/(3-math.Log2(s.Mu)), 1. // T, by trying one number after the other
	for ; ; last++ {
		logarithmic := c.G * c.G * (1 + math.Log(last)) / (hat * s.Mu * last)
		if math.Min(logarithmic, 4*st.Guess*c.G/(hat*math.Sqrt(last))) <= epsilon {
			break
		}
	}
	m := float64(s.X.R)
	if rounds := float64(st.Rounds) - float64(began-1)*m; rounds < last || rounds > last+2*m {
		t.Errorf("the last phase took about %g rounds, T = %g", rounds, last)
	}
}

// TestOneRoundChoosesTheStart: for an ε so large that a phase is one round, r = T = 1 and w_r = w_1 = 0, whatever the
// round did; the rounds are linear, and general.
func TestOneRoundChoosesTheStart(t *testing.T) {
	t.Parallel()
	s := newSVM(50, 3, 0.1, 7)
	c := online.OptimisticProximal{
		Game: online.Game{Lambda: s.Mu, Seed: 3}, G: s.bound(), Restart: true, Epsilon: 1e6, Delta: 0.9,
	}
	for name, o := range map[string]toolkit.Oracle{"linear": s.oracle(), "general": s.general()} {
		block, model := s.params()
		st, _ := converge(t, c, o, model)
		if st.Phases != 1 || floats.Norm(block.Weights(), 2) == 0 {
			t.Fatalf("%s rounds: %d phases, w = %v: the test tests nothing", name, st.Phases, block.Weights())
		}
		if len(st.Chosen) != s.X.C || floats.Norm(st.Chosen, 2) != 0 {
			t.Errorf("%s rounds: w_1 = 0, and %v is chosen", name, st.Chosen)
		}
	}
}

// TestChosenIsAnIterate: it is one of the points that the game met, in linear and in general rounds, and the same in
// both.
func TestChosenIsAnIterate(t *testing.T) {
	t.Parallel()
	s := newSVM(50, 3, 0.1, 7)
	c := online.OptimisticProximal{
		Game: online.Game{Lambda: s.Mu}, G: s.bound(), Restart: true, Epsilon: 2, Delta: 0.9,
	}
	block, model := s.params()
	var met [][]float64
	watch := watched{s.general(), func(toolkit.Params) { met = append(met, block.Weights()) }}
	state, _ := converge(t, c, watch, model)
	general := append([]float64(nil), state.Chosen...)
	off := math.Inf(1)
	for _, w := range met {
		off = math.Min(off, floats.Distance(w, general, 2))
	}
	if off > 1e-12 {
		t.Errorf("general rounds: the iterate chosen is %g from all of the %d that were met", off, len(met))
	}
	_, model = s.params()
	if state, _ = converge(t, c, s.oracle(), model); !floats.EqualApprox(state.Chosen, general, 1e-9) {
		t.Errorf("linear rounds choose %v, general rounds %v", state.Chosen, general)
	}
}

// watched calls a function before each gradient.
type watched struct {
	toolkit.Oracle
	before func(toolkit.Params)
}

func (w watched) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	w.before(p)
	return w.Oracle.Grad(i, p, u)
}
