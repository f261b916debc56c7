package rna

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Example is a sequence with its structure.
type Example struct {
	Name string
	X    Sequence
	Y    Structure
}

// CheckExamples names an example whose structure is none of its sequence.
func CheckExamples(examples []Example) error {
	for i, e := range examples {
		if err := e.Y.Check(e.X); err != nil {
			return fmt.Errorf("example %d, %.60q: %w", i+1, e.Name, err)
		}
	}
	return nil
}

// Hinge is the loss of a structured support vector machine over structures,
//
//	ℓ_i(w) = max{0, max_y ⟨w, φ(x_i,y) − φ(x_i,y_i)⟩ + Δ(y, y_i)},
//
// where Δ is the share of bases whose partner, or lack of one, is not the truth's. The truth may have interior loops
// that are not predicted: it joins the candidates, which is the 0. Parts are of family 0, a row a feature, column 0:
// the weights are an explicit block over the identity. It implements toolkit.Oracle and is not for concurrent use.
//
// Source: Tsochantaridis et al., Support Vector Machine Learning for Interdependent and Structured Output Spaces, ICML
// 2004; Do, Le, Foo, ICML 2009, section 5.2.
type Hinge struct {
	Examples []Example
	Extended bool // the features, and as many rows
	learner
	folder Folder
}

// Len is the number of sequences.
func (h *Hinge) Len() int { return len(h.Examples) }

// Grad writes the subgradient of ℓ_i at p to u and returns ℓ_i(p); NaN where the weights are not Usable.
func (h *Hinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	e := h.Examples[i]
	w := h.read(p, h.Extended)
	if !Usable(w) {
		u.Reset()
		return math.NaN()
	}
	h.folder.SetWeights(w)
	guess, best := h.folder.FoldAway(e.X, e.Y)
	h.count(e.X, e.Y, -1, h.Extended)
	truth := h.score()
	h.count(e.X, guess, 1, h.Extended)
	h.write(u)
	if loss := best + truth; loss > 0 {
		return loss
	}
	u.Reset()
	return 0
}

// CRF is the negative log-likelihood of structures, log Z(x_i) − ⟨w, φ(x_i,y_i)⟩, with parts as Hinge has them. It is
// below 0 where a truth with interior loops that are not predicted is likelier than all that are. It implements
// toolkit.Oracle and is not for concurrent use.
//
// Source: Lafferty, McCallum, Pereira, ICML 2001; Do, Woods, Batzoglou, Bioinformatics 2006.
type CRF struct {
	Examples []Example
	Extended bool // as in Hinge
	learner
	ensemble Ensemble
}

// Len is the number of sequences.
func (c *CRF) Len() int { return len(c.Examples) }

// Grad writes the gradient of ℓ_i at p to u and returns ℓ_i(p); NaN where the weights are not Usable.
func (c *CRF) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	e := c.Examples[i]
	w := c.read(p, c.Extended)
	if !Usable(w) {
		u.Reset()
		return math.NaN()
	}
	c.ensemble.SetWeights(w)
	c.count(e.X, e.Y, -1, c.Extended)
	loss := c.score()
	loss += c.ensemble.Expected(e.X, func(feature int, count float64) { c.counts[feature] += count })
	c.write(u)
	return loss
}

// learner reads weights out of parameters, and writes counts of features as updates.
type learner struct{ weights, counts [Extended]float64 }

// read returns the weights, and sets the counts to 0.
func (l *learner) read(p toolkit.Params, extended bool) []float64 {
	clear(l.weights[:])
	clear(l.counts[:])
	weights := l.weights[:Features]
	if extended {
		weights = l.weights[:]
	}
	if many, ok := p.(toolkit.RowsScorer); ok {
		many.ScoreRows(weights, 0, 0, len(weights))
		return weights
	}
	for k := range weights {
		p.Scores(weights[k:k+1], 0, k)
	}
	return weights
}

// count adds the features of a structure so many times.
func (l *learner) count(x Sequence, y Structure, times float64, extended bool) {
	counted := Count
	if extended {
		counted = CountExtended
	}
	counted(x, y, func(feature int, count float64) { l.counts[feature] += times * count })
}

// score is the sum of the counts, weighted.
func (l *learner) score() (sum float64) {
	for k, v := range l.counts {
		sum += v * l.weights[k]
	}
	return sum
}

// write makes the counts an update.
func (l *learner) write(u *toolkit.Update) {
	u.Reset()
	for k, v := range l.counts {
		if v != 0 {
			u.Add(0, k, 0, v)
		}
	}
}
