package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestStructuredCertificates: of structured pairs on data of pathological scales, no answer is farther above the best
// that any tolerance or method finds than its gap, and what it reports is what its weights have, where a plain sum can
// tell.
func TestStructuredCertificates(t *testing.T) {
	t.Parallel()
	for k, c := range structuredPairs {
		edge := edges[5*k%len(edges)]
		name := fmt.Sprintf("%s-%s-%g-%s-%d", lossOf(c), penaltyOf(c), c.Mu, edge.name, k)
		if edge.name == "weights" || strings.HasPrefix(edge.name, "y") && edge.name[1] != 'e' && !numbers(c) {
			continue // weights that numbers do not resolve; targets that are labels
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(k), 214))
			c.Intercept, c.Standardize = rng.IntN(2) == 0, rng.IntN(2) == 0
			data := sample(&c, 20, 8, uint64(6*k)) // dense, without weights
			c.Lambda = 0
			edge.make(rng, &c, data.X.(*linalg.Dense), &data)
			plainly := edge.name[0] == 'd' || strings.HasPrefix(edge.name, "λ") // else numbers are too large for a plain sum
			checkHonest(t, c, data, plainly)
		})
	}
}

func checkHonest(t *testing.T, c fit.Linear, data fit.Data, plainly bool) {
	t.Helper()
	share := c.Lambda
	if share == 0 {
		share = 0.1
	}
	most, err := c.LambdaMax(data)
	if err != nil {
		t.Skip(err)
	}
	c.Lambda, c.MaxIter = share*most, 1000
	if math.IsInf(most, 1) || most == 0 {
		c.Lambda = 1
	}
	var found []*model.Linear
	for _, tol := range []float64{1e-2, 1e-6, 1e-12} {
		c.Tol = tol
		m, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Skip(err)
		}
		found = append(found, m)
	}
	c.Method, c.Start = fit.FISTA, found[2]
	if m, err := c.Fit(t.Context(), data); err == nil {
		found = append(found, m)
	}
	best := math.Inf(1)
	for _, m := range found {
		best = math.Min(best, m.Objective)
	}
	for k, m := range found {
		if m.GapKind == model.DualityGap && m.Objective-best > m.Gap {
			t.Errorf("%d, %s by %s: P = %.17g, the best %.17g, and the gap is %.3g",
				k, m.Status, m.Method, m.Objective, best, m.Gap)
		}
		if !plainly {
			continue
		}
		r := newReference(c, data, m)
		if o := r.objective(r.of(m)); math.Abs(o-m.Objective) > 1e-9*math.Abs(o)+m.Gap {
			t.Errorf("%d: reports %.12g, and its weights have %.12g; gap %.3g", k, m.Objective, o, m.Gap)
		}
	}
}
