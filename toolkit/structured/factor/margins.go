package factor

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// Margins are of each node by how much all labellings that give it another state score less than y, at least: 0 where
// that is not certain. On forests they are these differences themselves, where y is a best labelling. They are those of
// a pass forward: where it comes to a node s, messages agree, so that θ̂_s(x) falls short of its largest entry by what
// the chains' bound of the labellings with y_s = x falls short of the bound (Kolmogorov 2006, section 3).
func (d TRWS) Margins(ctx context.Context, g *Graph, y []int) ([]float64, error) {
	score := g.Of(y) // panics where y is of another length
	if err := g.check(); err != nil {
		return nil, err
	}
	if len(g.rules) > 0 {
		return nil, errRules
	}
	t := newMessages(g)
	r, err := d.decode(ctx, t)
	if err != nil {
		return nil, err
	}
	slack, out := max(r.Bound, score)-score, make([]float64, g.Len())
	for _, s := range t.links.Order {
		hat := t.belief(t.hat, int(s))
		_, most := sums.Highest(hat)
		least := math.Inf(1)
		for x, v := range hat {
			if x != y[s] {
				least = min(least, most-v)
			}
		}
		out[s] = max(0, least-slack)
		for _, b := range t.links.Of(int(s)) {
			if t.links.Rank[b.Other] > t.links.Rank[s] {
				t.send(int(s), &b, hat)
			}
		}
	}
	return out, nil
}
