package risk_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// oracleOf is an oracle whose answers are spoilt.
type oracleOf struct {
	toolkit.Oracle
	spoil func(i int, loss float64, u *toolkit.Update) float64
}

func (o oracleOf) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	return o.spoil(i, o.Oracle.Grad(i, p, u), u)
}

// wrongs are oracles whose losses and subgradients do not belong together.
var wrongs = map[string]func(i int, loss float64, u *toolkit.Update) float64{
	"a wrong sign": func(_ int, loss float64, u *toolkit.Update) float64 {
		for k := range u.Parts {
			u.Parts[k].Value *= -1
		}
		return loss
	},
	"a capped loss": func(_ int, loss float64, _ *toolkit.Update) float64 { return math.Min(loss, 0.3) },
	"a forgotten part": func(_ int, loss float64, u *toolkit.Update) float64 {
		if len(u.Parts) > 0 {
			u.Parts = u.Parts[1:]
		}
		return loss
	},
	"a doubled loss": func(_ int, loss float64, _ *toolkit.Update) float64 { return 2 * loss },
	"one example's sign": func(i int, loss float64, u *toolkit.Update) float64 {
		for k := range u.Parts {
			if i == 2 {
				u.Parts[k].Value *= -1
			}
		}
		return loss
	},
}

// TestFrankWolfeOfWrongOraclesCertificate: what is no subgradient is found, and the example is named; nothing is
// certified.
func TestFrankWolfeOfWrongOraclesCertificate(t *testing.T) {
	t.Parallel()
	for what, spoil := range wrongs {
		for name, method := range frankWolfes {
			for seed := range uint64(6) {
				c := newChains(seed)
				method.Params, method.Mu, method.Seed = c.model("one group"), 0.05, seed
				oracle := oracleOf{&structured.Hinge{Data: c.data}, spoil}
				seq := method.Iterations(t.Context(), oracle)
				res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-6), solver.MaxIter(2000)))
				if !errors.Is(err, risk.ErrInconsistent) || !strings.Contains(err.Error(), "example") {
					t.Errorf("%s, %s, seed %d: status %v after %d passes, gap %g of %g, error %v",
						what, name, seed, res.Status, res.Iter, res.Gap, res.Objective, err)
				}
			}
		}
	}
}

// TestQuasiNewtonOfWrongOraclesCertificate: wrong gradients are never "converged", and losses that are too large for
// theirs are told.
func TestQuasiNewtonOfWrongOraclesCertificate(t *testing.T) {
	t.Parallel()
	for what, spoil := range wrongs {
		told := 0
		for seed := range uint64(6) {
			c := newChains(seed)
			oracle := oracleOf{&structured.CRF{Data: c.data}, spoil}
			seq := risk.LBFGS{Mu: 0.05, Params: c.model("one group")}.Iterations(t.Context(), oracle)
			stop := solver.Any(solver.RelGap(1e-6), solver.NoDecrease(10), solver.MaxIter(2000))
			res, err := solver.Run(seq, stop)
			if errors.Is(err, risk.ErrInconsistent) {
				told++
			} else if err != nil || res.Status == solver.Converged {
				t.Errorf("%s, seed %d: status %v, gap %g of %g, error %v", what, seed, res.Status, res.Gap, res.Objective, err)
			}
		}
		if what == "a doubled loss" && told < 6 {
			t.Errorf("%s was told %d times of 6", what, told)
		}
	}
}
