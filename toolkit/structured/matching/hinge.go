package matching

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Pair is the family of parts of a matching: rows are pairs, and there is one column.
const Pair = 0

// Matchings are matchings of left things with so many right ones: Y[i][a] is the partner of a in example i, or None.
// The rows of example i, those of its pairs (a, b) at a·Right[i] + b, are behind those of the examples before it. With
// Whole every left thing has a partner. Check says what is wrong with them.
type Matchings struct {
	Y     [][]int
	Right []int
	Whole bool
}

// Rows are how many rows there are.
func (d *Matchings) Rows() (rows int) {
	for i, y := range d.Y {
		rows += len(y) * d.Right[i]
	}
	return rows
}

// Check tests that partners are there, and have one partner each.
func (d *Matchings) Check() error {
	if len(d.Y) == 0 || len(d.Y) != len(d.Right) {
		return fmt.Errorf("there are matchings of %d examples, and numbers of right things of %d", len(d.Y), len(d.Right))
	}
	for i, y := range d.Y {
		if d.Right[i] < 1 || d.Whole && d.Right[i] < len(y) {
			return fmt.Errorf("example %d has %d right things for %d left ones", i+1, d.Right[i], len(y))
		}
		partner := map[int]int{}
		for a, b := range y {
			other, taken := partner[b]
			switch {
			case b == None && !d.Whole:
				continue
			case b < 0 || b >= d.Right[i]:
				return fmt.Errorf("example %d: left thing %d goes with %d; right things are 0 to %d", i+1, a+1, b, d.Right[i]-1)
			case taken:
				return fmt.Errorf("example %d: left things %d and %d both go with %d", i+1, other+1, a+1, b)
			}
			partner[b] = a
		}
	}
	return nil
}

// Hinge is the loss of a structured support vector machine over matchings, whose cost is the number of left things with
// another partner:
//
//	ℓ_i(θ) = max_y' Σ_a [⟨θ, φ(a,y'_a)⟩ + [y'_a ≠ y_a]] − Σ_a ⟨θ, φ(a,y_a)⟩  ≥ 0.
//
// It implements toolkit.Oracle and is not for concurrent use.
//
// Source: Taskar, Lacoste-Julien, Klein, A Discriminative Matching Approach to Word Alignment, HLT-EMNLP 2005.
type Hinge struct {
	Data  *Matchings
	first []int
	w     []float64
	guess []int
}

// Len is the number of examples.
func (h *Hinge) Len() int { return len(h.Data.Y) }

// Grad writes the subgradient of ℓ_i at p to u and returns ℓ_i(p). It panics where Check finds something.
func (h *Hinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	d := h.Data
	if h.first == nil {
		if err := d.Check(); err != nil {
			panic("matching: " + err.Error())
		}
		rows := 0
		for k, y := range d.Y {
			h.first = append(h.first, rows)
			rows += len(y) * d.Right[k]
		}
	}
	y, m, first := d.Y[i], d.Right[i], h.first[i]
	h.w = append(h.w[:0], make([]float64, len(y)*m)...)
	h.guess = append(h.guess[:0], y...)
	loss := 0.
	for a, b := range y {
		for other := range m {
			at := a*m + other
			p.Scores(h.w[at:at+1], Pair, first+at)
			// the cost of nobody where there is somebody is 1, which all others have less of
			switch {
			case other == b:
				loss -= h.w[at]
				h.w[at]--
			case b == None:
				h.w[at]++
			}
		}
		if b != None {
			loss++
		}
	}
	loss += Assign(h.guess, h.w, d.Whole)
	u.Reset()
	for a, b := range h.guess {
		if b == y[a] {
			continue
		}
		if b != None {
			u.Add(Pair, first+a*m+b, 0, 1)
		}
		if y[a] != None {
			u.Add(Pair, first+a*m+y[a], 0, -1)
		}
	}
	return math.Max(0, loss)
}
