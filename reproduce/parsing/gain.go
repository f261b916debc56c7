package parsing

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// gains returns the information gain of each template, in bits: the mutual information I(Y; F) of whether an arc is of
// the tree and of its feature, over all possible arcs of the sentences to train on, as they are counted. Features share
// slots as they do in the models.
//
// Source: Yang, Pedersen, A Comparative Study on Feature Selection in Text Categorization, ICML 1997, with the features
// of a template as one variable of many values.
func (c *corpus) gains(ctx context.Context, list []templates.Template, bits int) ([]float64, error) {
	arcs := c.arcs(list)
	rows := arcs.Rows()
	of := make([]bool, rows[c.train.Len()]) // the arc is of its tree
	for i := range c.train.Len() {
		heads := c.train.Of(i)
		for k, h := range heads {
			row := k*len(heads) + h
			if h > k {
				row--
			}
			of[rows[i]+row] = true
		}
	}
	out := make([]float64, len(list))
	var hashes []uint64
	counts := make([][2]uint32, 1<<bits)
	for k := range list {
		clear(counts)
		for i := range c.train.Len() {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			hashes = append(hashes[:0], make([]uint64, rows[i+1]-rows[i])...)
			arcs.Hashes(hashes, i, k)
			for r, h := range hashes {
				y := 0
				if of[rows[i]+r] {
					y = 1
				}
				counts[h>>(64-bits)][y]++
			}
		}
		out[k] = gain(counts)
	}
	return out, nil
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
