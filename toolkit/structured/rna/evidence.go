package rna

import (
	"errors"
	"fmt"
	"math"
)

// Evidence is what is known of a structure beside the sequence: which bases pair, for certain, or how likely it is.
type Evidence struct {
	// Constraint has a sign for each base, as ViennaRNA has them: x for one that pairs with none, | for one that pairs, <
	// with a base after it, > with one before it, ( and ) with each other, and . where nothing is known. "" is nothing.
	Constraint string
	// Unpaired is added to the score of a structure for each base without partner, as Reactivities makes it of a
	// probing; nil for 0.
	Unpaired []float64
}

// ErrNoStructure is that no structure meets a constraint.
var ErrNoStructure = errors.New("no structure of the sequence meets the constraint")

// Reactivities are the scores of bases without partner by SHAPE, (m·log(1 + r) + b)/kT at 37 °C for a reactivity r ≥ 0,
// with m and b in kcal/mol: what a base with partner has less. NaN, and what is below 0, is unknown: 0.
//
// Source: Deigan, Li, Mathews, Weeks, Accurate SHAPE-Directed RNA Structure Determination, PNAS 2009, equation 1, who
// count it for each stack that a base is in; m = 1.8 and b = −0.6 are RNAstructure's.
func Reactivities(r []float64, m, b float64) []float64 {
	const kT = 0.0019872 * 310.15
	out := make([]float64, len(r))
	for k, v := range r {
		if v >= 0 {
			out[k] = (m*math.Log1p(v) + b) / kT
		}
	}
	return out
}

// Check says what is wrong with evidence for a sequence.
func (e Evidence) Check(x Sequence) error {
	_, err := e.known(x)
	return err
}

// known is evidence that was checked.
type known struct {
	sign     string
	partner  Structure // of ( and )
	unpaired []float64
}

// known checks evidence; nil where there is none.
func (e Evidence) known(x Sequence) (*known, error) {
	if e.Constraint == "" && e.Unpaired == nil {
		return nil, nil
	}
	k := &known{e.Constraint, make(Structure, len(x)), e.Unpaired}
	if e.Unpaired != nil && len(e.Unpaired) != len(x) {
		return nil, fmt.Errorf("the sequence has %d bases, and there are scores for %d", len(x), len(e.Unpaired))
	}
	for i, v := range e.Unpaired {
		if !(math.Abs(v) <= mostWeight) {
			return nil, fmt.Errorf("the score of base %d without partner is %g: it must be a finite number", i+1, v)
		}
	}
	if e.Constraint != "" && len(e.Constraint) != len(x) {
		return nil, fmt.Errorf("the sequence has %d bases, and its constraint %d signs", len(x), len(e.Constraint))
	}
	var open []int
	for i := range k.partner {
		k.partner[i] = -1
		switch sign := k.at(i); sign {
		case '.', 'x', '|', '<', '>':
		case '(':
			open = append(open, i)
		case ')':
			if len(open) == 0 {
				return nil, fmt.Errorf("sign %d of the constraint, ), closes none", i+1)
			}
			j := open[len(open)-1]
			open = open[:len(open)-1]
			if pairType[x[i]][x[j]] < 0 {
				return nil, fmt.Errorf("bases %d and %d of the constraint are %c and %c: AU, CG and GU are the pairs that are "+
					"known", j+1, i+1, "ACGUN"[x[j]], "ACGUN"[x[i]])
			}
			k.partner[i], k.partner[j] = j, i
		default:
			return nil, fmt.Errorf("sign %d of the constraint is %q, none of .x|<>()", i+1, sign)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("sign %d of the constraint, (, is not closed", open[0]+1)
	}
	return k, nil
}

// at is a sign.
func (k *known) at(i int) byte {
	if k.sign == "" {
		return '.'
	}
	return k.sign[i]
}

// may tells whether two bases, the first of which is before the second, may pair.
func (k *known) may(i, j int) bool {
	a, b := k.at(i), k.at(j)
	return a != 'x' && b != 'x' && a != '>' && b != '<' && (k.partner[i] < 0 && k.partner[j] < 0 || k.partner[i] == j)
}

// must tells whether a base has a partner.
func (k *known) must(i int) bool {
	sign := k.at(i)
	return sign != '.' && sign != 'x'
}

// alone is the score of a base without partner.
func (k *known) alone(i int) float64 {
	if k == nil || k.unpaired == nil {
		return 0
	}
	return k.unpaired[i]
}

// violation is what a base without partner costs where it must have one: a power of 2 beyond all scores.
func (k *known) violation(s *tables, n int) float64 {
	most := 1.0
	s.each(func(entry *float64, _ func(counter)) { most = max(most, math.Abs(*entry)) })
	for _, v := range k.unpaired {
		most = max(most, math.Abs(v))
	}
	return math.Exp2(math.Ceil(math.Log2(32 * most * float64(n+1))))
}

// met tells whether a structure meets the constraint.
func (k *known) met(y Structure) bool {
	for i, j := range y {
		if j < 0 && k.must(i) || j > i && !k.may(i, j) {
			return false
		}
	}
	return true
}
