package rna

// MostUnpaired is how many bases without partner an interior loop may have.
const MostUnpaired = longest

// Pairable tells whether two bases are AU, CG or GU.
func Pairable(a, b Base) bool { return pairType[a][b] >= 0 }

// Loops scores loops one by one, with the pair that closes each; the score of a structure is the sum.
type Loops struct{ s tables }

// NewLoops makes Loops of Features or Extended weights, which are finite.
func NewLoops(weights []float64) *Loops {
	mustBeUsable(weights)
	l := &Loops{}
	l.s.tabulate(weights)
	return l
}

// Hairpin is pair (i, j) with nothing but bases without partner in it.
func (l *Loops) Hairpin(x Sequence, i, j int) float64 {
	t := pairType[x[i]][x[j]]
	return l.s.pair[t] + l.s.hairpin[min(j-i-1, longest)] + l.s.turn[t][x[i+1]][x[j-1]]
}

// Interior is pair (i, j) with a stack, a bulge or an interior loop that ends in (p, q), which is not counted.
func (l *Loops) Interior(x Sequence, i, j, p, q int) float64 {
	s, t, inner, left, right := &l.s, pairType[x[i]][x[j]], pairType[x[p]][x[q]], p-i-1, j-q-1
	if left+right == 0 {
		return s.pair[t] + s.stack[t][inner]
	}
	v := s.pair[t] + s.size[left][right] + s.mismatch[t][x[i+1]][x[j-1]] + s.mismatch[pairType[x[q]][x[p]]][x[q+1]][x[p-1]]
	switch {
	case left+right == 1:
		v += s.skip[t][inner] + s.bulged[x[i+1]]*float64(left) + s.bulged[x[j-1]]*float64(right)
	case left == 1 && right == 1:
		v += s.oneByOne[x[i+1]][x[j-1]]
	}
	return v
}

// Multiple is pair (i, j) that closes a multiple loop, and no helix in it.
func (l *Loops) Multiple(x Sequence, i, j int) float64 {
	return l.s.pair[pairType[x[i]][x[j]]] + l.s.multiLoop + l.s.multiBranch + *l.s.ends(x, i, j)
}

// Branch is the end of helix (i, j) in a multiple loop.
func (l *Loops) Branch(x Sequence, i, j int) float64 { return l.s.multiBranch + *l.s.ends(x, j, i) }

// Outer is the end of helix (i, j) outside all pairs.
func (l *Loops) Outer(x Sequence, i, j int) float64 { return l.s.outerBranch + *l.s.ends(x, j, i) }

// Lone are a base without partner in a multiple loop, and outside all pairs.
func (l *Loops) Lone() (multiple, outer float64) { return l.s.multiUnpaired, l.s.outerUnpaired }
