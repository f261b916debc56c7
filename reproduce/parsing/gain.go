package parsing

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// gains returns the information gain of each template, in bits: the mutual information I(Y; F) of whether an arc is of
// the tree and of its feature, over all possible arcs of the sentences to train on, as they are counted. Features share
// slots as they do in the models.
//
// Source: Yang, Pedersen, A Comparative Study on Feature Selection in Text Categorization, ICML 1997, with the features
// of a template as one variable of many values.
func (c *corpus) gains(ctx context.Context, list []templates.Template, bits int) ([]float64, error) {
	of := c.train.arrows()
	arcs := c.train.arcs(list)
	first := arcs.Rows()
	out := make([]float64, len(list))
	counts := make([][2]uint32, 1<<bits)
	var slots []uint32
	for k := range list {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		clear(counts)
		for i := range c.train.trees.Len() {
			var rows []int32
			slots, rows = arcs.Slots(slots[:0], i, k, bits)
			if rows != nil {
				panic("parsing: a template with several features of an arc has no information gain of its own")
			}
			for r, slot := range slots {
				counts[slot][of[first[i]+r]]++
			}
		}
		out[k] = gain(counts)
	}
	return out, nil
}

// arrows says of all possible arcs, in the order of their rows, whether they are of the trees: 1, or else 0.
func (p part) arrows() (out []byte) {
	for i := range p.trees.Len() {
		heads := p.trees.Of(i)
		n := len(heads)
		first := len(out)
		out = append(out, make([]byte, n*n)...)
		for k, h := range heads {
			out[first+structured.ArcRow(n, h, k+1)] = 1
		}
	}
	return out
}

// gain is the mutual information of a table of counts, in bits.
func gain(counts [][2]uint32) float64 {
	var total [2]float64
	var sum float64 // Σ n_fy log2(n_fy/n_f)
	for _, n := range counts {
		for y, v := range n {
			if v > 0 {
				sum += float64(v) * math.Log2(float64(v)/float64(n[0]+n[1]))
				total[y] += float64(v)
			}
		}
	}
	all := total[0] + total[1]
	if all == 0 {
		return 0
	}
	for _, v := range total {
		if v > 0 {
			sum -= v * math.Log2(v/all)
		}
	}
	return max(0, sum/all)
}
