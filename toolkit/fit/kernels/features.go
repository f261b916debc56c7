package kernels

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// factored is a Gram matrix K = ΦΦᵀ, with the examples whose rows of Φ, in this order, are a lower triangle.
type factored struct {
	features *linalg.Dense
	pivots   []int
}

// factor has features of all kernels.
func factor(ctx context.Context, grams []toolkit.Gram) ([]factored, error) {
	out := make([]factored, len(grams))
	for j, g := range grams {
		k, err := kernel.Whole(ctx, g)
		if err != nil {
			return nil, err
		}
		if out[j].features, out[j].pivots, err = kernel.PivotedFeatures(k); err != nil {
			return nil, fmt.Errorf("kernel %d: %w", j+1, err)
		}
	}
	return out, nil
}

// beside is one matrix of several, side by side, and the columns of each.
func beside(parts []factored) (*linalg.Dense, prox.Groups) {
	groups := make(prox.Groups, len(parts))
	d := 0
	for j, p := range parts {
		for range p.features.C {
			groups[j] = append(groups[j], d)
			d++
		}
	}
	out := linalg.NewDense(parts[0].features.R, d, nil)
	for j, p := range parts {
		for i := range p.features.R {
			if p.features.C > 0 {
				copy(out.Row(i)[groups[j][0]:], p.features.Row(i))
			}
		}
	}
	return out, groups
}

// needed is the group lasso of kernels that are not 0.
func needed(groups prox.Groups) prox.L21 {
	return prox.L21{Lambda: 1, Groups: slices.DeleteFunc(slices.Clone(groups), func(g []int) bool { return len(g) == 0 })}
}

// coefficients are α, of as many rows as there are examples, with Φᵀα = W for r×k weights: those of the pivots alone,
// whose rows L of Φ are a triangle, Lᵀα = W.
func (f factored) coefficients(w []float64, k int) *linalg.Dense {
	out := linalg.NewDense(f.features.R, k, nil)
	for s := f.features.C - 1; s >= 0; s-- {
		to := out.Row(f.pivots[s])
		copy(to, w[s*k:(s+1)*k])
		for later := s + 1; later < f.features.C; later++ {
			l := f.features.At(f.pivots[later], s)
			for c, v := range out.Row(f.pivots[later]) {
				to[c] -= l * v
			}
		}
		for c := range to {
			to[c] /= f.features.At(f.pivots[s], s)
		}
	}
	return out
}
