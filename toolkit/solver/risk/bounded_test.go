package risk_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestRoughDecodersCertificate: of a decoder that does not find the maximum, and says by how much at most, objective
// and gap are bounds of what all outputs, written out, say of P, and the lower bound is one of its minimum.
func TestRoughDecodersCertificate(t *testing.T) {
	t.Parallel()
	slack := 0.
	for name, method := range frankWolfes {
		for seed, share := range []float64{1, 1.5} {
			c := newChains(uint64(seed))
			const mu = 0.1
			lower, upper := c.minimum(mu)
			method.Mu, method.Seed = mu, uint64(seed)
			m := c.model("one group")
			method.Params = m
			for st, err := range method.Iterations(t.Context(), testproblems.NewRoughChains(c.data, share)) {
				if err != nil {
					t.Fatal(err)
				}
				if st.Iter >= 60 {
					break
				}
				if math.IsNaN(st.Gap) {
					continue
				}
				w, _ := m.Vector()
				at := c.objective(mu, w)
				m.Refresh()
				slack = max(slack, st.Slack)
				if at > st.Objective+st.Rounding || at-lower > st.Gap+1e-9 || st.Lower > upper || st.Slack < 0 {
					t.Fatalf("%s, share %g, pass %d: P is %.12g, said to be at most %.12g; P − P* is %g, gap %g; the lower "+
						"bound is %.12g, P* %.12g", name, share, st.Iter, at, st.Objective, at-upper, st.Gap, st.Lower, upper)
				}
			}
		}
	}
	if !(slack > 0) {
		t.Error("no decode was rough: nothing was tried")
	}
}

// TestLyingDecodersCertificate: a bound that is below the maximum is found out where planes of other passes are above
// it, and nothing converges.
func TestLyingDecodersCertificate(t *testing.T) {
	t.Parallel()
	for name, method := range frankWolfes {
		told := 0
		for seed := range uint64(6) {
			c := newChains(seed)
			method.Params, method.Mu, method.Seed = c.model("one group"), 0.02, seed
			seq := method.Iterations(t.Context(), testproblems.NewRoughChains(c.data, 0))
			_, err := solver.Run(seq, solver.MaxIter(300))
			if errors.Is(err, risk.ErrInconsistent) && strings.Contains(err.Error(), "example") {
				told++
			}
		}
		if told < 2 {
			t.Errorf("%s: told %d times of 6", name, told)
		}
	}
}

// below is an oracle of which a part of each loss is said to be slack.
type below struct {
	toolkit.Oracle
	slack float64
}

func (b below) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	return b.Oracle.Grad(i, p, u) - b.slack
}

func (b below) Slack(int) float64 { return b.slack }

// TestQuasiNewtonOfBounds: values that are too low by a constant slack are none in objective and gap.
func TestQuasiNewtonOfBounds(t *testing.T) {
	t.Parallel()
	c := newChains(1)
	run := func(o toolkit.Oracle) (last risk.State) {
		for st, err := range (risk.LBFGS{Mu: 0.1, Params: c.model("one group")}).Iterations(t.Context(), o) {
			if err != nil {
				t.Fatal(err)
			}
			if last = *st; st.Iter >= 25 {
				break
			}
		}
		return last
	}
	exact := run(&structured.CRF{Data: c.data})
	const slack = 0.01
	rough := run(below{&structured.CRF{Data: c.data}, slack})
	if !testproblems.Near(rough.Objective, exact.Objective, 1e-8) || !testproblems.Near(rough.Slack, slack, 1e-12) ||
		!testproblems.Near(rough.Gap, slack+exact.Gap, 1e-6) {
		t.Errorf("objective %.12g with slack %g and gap %g; it is %.12g with gap %g", rough.Objective, rough.Slack, rough.Gap,
			exact.Objective, exact.Gap)
	}
	defer func() {
		if recover() == nil {
			t.Error("a negative slack is taken")
		}
	}()
	run(below{&structured.CRF{Data: c.data}, -1})
}
