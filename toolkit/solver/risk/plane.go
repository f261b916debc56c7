package risk

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// plane is a linear minorant of a loss, ℓ_i(θ) ≥ b + ⟨g, θ⟩ for all θ, up to what rounding made of it.
type plane struct {
	g        []toolkit.Part // each family, column and row once, in that order
	b        float64
	rounding float64
}

// notAbove tells whether a minorant of ℓ_i has, where it is at, a loss below it by more than rounding, ‖θ‖ ≤ reach:
// what cannot be where subgradients are right.
func (p *plane) notAbove(i int, loss, at, reach float64, s *sizes) error {
	terms := usualUnit * float64(len(p.g)+s.longest) // of inner products
	rounding := p.rounding + (terms+s.gamma)*(2*loss+4*reach*s.largest)
	if at-loss > 2*rounding {
		return fmt.Errorf("%w: of example %d it is %g above, where the loss is %g; what the oracle returns for it is no "+
			"subgradient, or the loss is not convex", ErrInconsistent, i+1, at-loss, loss)
	}
	return nil
}

func inOrder(a, b toolkit.Part) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Row, b.Row))
}

// collect writes the parts of an update to dst, in order and each once; what adds up to 0 is left out.
func collect(dst, parts []toolkit.Part) []toolkit.Part {
	dst = append(dst[:0], parts...)
	slices.SortStableFunc(dst, inOrder)
	n := 0
	for _, p := range dst {
		if n > 0 && inOrder(dst[n-1], p) == 0 {
			dst[n-1].Value += p.Value
			continue
		}
		if n > 0 && dst[n-1].Value == 0 {
			n--
		}
		dst[n] = p
		n++
	}
	if n > 0 && dst[n-1].Value == 0 {
		n--
	}
	return dst[:n]
}

// combine writes s·a + t·b to dst, which is neither: all of them in order, and each part once.
func combine(dst []toolkit.Part, s float64, a []toolkit.Part, t float64, b []toolkit.Part) []toolkit.Part {
	dst = dst[:0]
	for len(a) > 0 || len(b) > 0 {
		order := 0
		switch {
		case len(b) == 0:
			order = -1
		case len(a) == 0:
			order = 1
		default:
			order = inOrder(a[0], b[0])
		}
		var p toolkit.Part
		if order <= 0 {
			p, a = a[0], a[1:]
			p.Value *= s
		}
		if order >= 0 {
			v := t * b[0].Value
			if order == 0 {
				v += p.Value
			}
			p, b = b[0], b[1:]
			p.Value = v
		}
		if p.Value != 0 {
			dst = append(dst, p)
		}
	}
	return dst
}
