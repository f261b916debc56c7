package factor_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// lost is of each node by how much the best labelling that gives it another state scores less than y.
func lost(g *factor.Graph, y []int) []float64 {
	most := make([]float64, g.Len())
	for s := range most {
		most[s] = math.Inf(-1)
	}
	each(g, func(z []int, score float64) {
		for s, x := range z {
			if x != y[s] {
				most[s] = max(most[s], score)
			}
		}
	})
	for s, v := range most {
		most[s] = g.Of(y) - v
	}
	return most
}

// TestMargins: no other labelling is nearer than margins say, and on trees the nearest is as near; often they say more
// than nothing on others.
func TestMargins(t *testing.T) {
	t.Parallel()
	certain, nodes := 0, 0
	for trial := range graphs() {
		rng, g := draw(trial, anyKind)
		forest := trial%4 == 0
		if forest {
			g = tree(rng, 1+rng.IntN(6), 3)
		}
		r, err := factor.BranchAndBound{}.Decode(t.Context(), g)
		if err != nil {
			continue // there is nothing to label
		}
		margins, err := factor.TRWS{}.Margins(t.Context(), g, r.Y)
		if err != nil {
			t.Fatal(err)
		}
		for s, want := range lost(g, r.Y) {
			got, size := margins[s], 1e-9*(1+math.Abs(r.Score))
			if got > want+size || got < 0 || forest && got < want-size {
				t.Errorf("graph %d, node %d: margin %g, and the nearest labelling is %g below", trial, s, got, want)
			}
			if nodes++; got > 0 {
				certain++
			}
		}
	}
	if certain < nodes/2 {
		t.Errorf("%d of %d margins are certain", certain, nodes)
	}
}
