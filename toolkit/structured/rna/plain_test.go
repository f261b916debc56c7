package rna

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// plain is the recursion of Folder as it is written: all alternatives of a cell in the order of the rule for ties, of
// which the first of the largest value is taken.
type plain struct {
	s     tables
	x     Sequence
	truth Structure
	away  float64 // what a wrong pair adds; a base without partner that has one adds half
	memo  map[cell]float64
}

type cell struct {
	kind byte // as the recursion calls it; 1 and 2 are M₁ and M₂
	i, j int
}

func (p *plain) lone(i int) float64 {
	if p.truth == nil || p.truth[i] < 0 {
		return 0
	}
	return p.away / 2
}

func (p *plain) between(i, j int) (sum float64) { // i < · < j
	for k := i + 1; k < j; k++ {
		sum += p.lone(k)
	}
	return sum
}

// each visits the alternatives: what one has of its own, and the cells that it goes on in.
func (p *plain) each(c cell, visit func(own float64, next ...cell) bool) {
	i, j, x, s := c.i, c.j, p.x, &p.s
	isPair := i < j && j < len(x) && pairType[x[i]][x[j]] >= 0
	switch c.kind {
	case 'F':
		if i == len(x) {
			visit(0)
			return
		}
		ok := visit(s.outerUnpaired+p.lone(i), cell{'F', i + 1, 0})
		for j := i + 1; ok && j < len(x); j++ {
			if pairType[x[i]][x[j]] >= 0 {
				ok = visit(s.outerBranch+*s.ends(x, j, i), cell{'C', i, j}, cell{'F', j + 1, 0})
			}
		}
	case 'C':
		if isPair {
			p.closed(i, j, visit)
		}
	case 'M':
		_ = visit(0, cell{'O', i, j}) && visit(0, cell{'2', i, j})
	case 'O':
		_ = (i == j || visit(s.multiUnpaired+p.lone(i), cell{'O', i + 1, j})) && visit(0, cell{'1', i, j})
	case '1':
		if (i == j || visit(s.multiUnpaired+p.lone(j), cell{'1', i, j - 1})) && isPair {
			visit(s.multiBranch+*s.ends(x, j, i), cell{'C', i, j})
		}
	case '2':
		p.several(i, j, visit)
	}
}

// several visits where the last of several helices begins.
func (p *plain) several(i, j int, visit func(own float64, next ...cell) bool) {
	x, s := p.x, &p.s
	ok := i >= j || visit(s.multiUnpaired+p.lone(j), cell{'2', i, j - 1})
	for k := i + 1; ok && k < j; k++ {
		if pairType[x[k]][x[j]] >= 0 {
			ok = visit(s.multiBranch+*s.ends(x, j, k), cell{'M', i, k - 1}, cell{'C', k, j})
		}
	}
}

// closed visits what pair (i, j) may close.
func (p *plain) closed(i, j int, visit func(own float64, next ...cell) bool) {
	x, s := p.x, &p.s
	t := pairType[x[i]][x[j]]
	pair := s.pair[t]
	if p.truth != nil && p.truth[i] != j {
		pair += p.away
	}
	around := s.mismatch[t][x[i+1]][x[j-1]]
	if !visit(pair+s.hairpin[min(j-i-1, longest)]+s.turn[t][x[i+1]][x[j-1]]+p.between(i, j)) ||
		!visit(pair+s.multiLoop+s.multiBranch+*s.ends(x, i, j), cell{'2', i + 1, j - 1}) {
		return
	}
	for left := range longest + 1 {
		for right := range longest + 1 - left {
			q, r := i+1+left, j-1-right
			if q >= r || pairType[x[q]][x[r]] < 0 {
				continue
			}
			inner := pairType[x[q]][x[r]]
			own := around + s.size[left][right] + s.mismatch[pairType[x[r]][x[q]]][x[r+1]][x[q-1]]
			switch {
			case left+right == 0:
				own = s.stack[t][inner]
			case left == 1 && right == 0:
				own += s.bulged[x[i+1]] + s.skip[t][inner]
			case left == 0 && right == 1:
				own += s.bulged[x[j-1]] + s.skip[t][inner]
			case left == 1 && right == 1:
				own += s.oneByOne[x[i+1]][x[j-1]]
			}
			if !visit(pair+own+p.between(i, q)+p.between(r, j), cell{'C', q, r}) {
				return
			}
		}
	}
}

func (p *plain) value(c cell) float64 {
	if v, known := p.memo[c]; known {
		return v
	}
	best := math.Inf(-1)
	p.each(c, func(own float64, next ...cell) bool {
		for _, n := range next {
			own += p.value(n)
		}
		best = max(best, own)
		return true
	})
	p.memo[c] = best
	return best
}

func (p *plain) trace(c cell, y Structure) {
	if c.kind == 'C' {
		y[c.i], y[c.j] = c.j, c.i
	}
	p.each(c, func(own float64, next ...cell) bool {
		for _, n := range next {
			own += p.value(n)
		}
		if own != p.value(c) {
			return true
		}
		for _, n := range next {
			p.trace(n, y)
		}
		return false
	})
}

// TestFolderIsThePlainRecursion: values agree, and structures to the last tie where sums are exact: weights that are
// whole numbers, 0 among them, with the distance from a truth and without.
func TestFolderIsThePlainRecursion(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	f := NewFolder(make([]float64, Extended))
	for trial := range 48 {
		x := make(Sequence, []int{1, 10, 20, 30, 45}[trial%5])
		for i := range x {
			if x[i] = Base(rng.IntN(4 + trial%2)); trial%5 == 4 && rng.IntN(4) > 0 {
				x[i] = A // long loops
			}
		}
		w := make([]float64, Extended)
		for k := range w {
			switch w[k] = rng.NormFloat64(); {
			case trial%4 == 0:
				w[k] = 0
			case trial%4 < 3:
				w[k] = math.Round(w[k])
			default: // bounds are near what they bound
				w[k] *= 0.05
			}
		}
		if trial%4 == 3 { // many multiple loops
			w[multiLoop], w[multiBranch] = w[multiLoop]+0.4, w[multiBranch]+0.2
		}
		f.SetWeights(w)
		truth, _ := f.Fold(x)
		for away := range 2 {
			p := &plain{x: x, memo: map[cell]float64{}}
			p.s.tabulate(w)
			y, value := f.Fold(x)
			if away == 1 {
				p.s.each(func(entry *float64, _ func(counter)) { *entry *= float64(len(x)) })
				p.truth, p.away = truth, 2
				truth = slices.Clone(truth)
				for i, j := range truth { // not the best
					if j > i && rng.IntN(2) == 0 {
						truth[i], truth[j] = -1, -1
					}
				}
				p.truth = truth
				y, value = f.FoldAway(x, truth)
				value *= float64(len(x))
			}
			want := make(Structure, len(x))
			for i := range want {
				want[i] = -1
			}
			best := p.value(cell{'F', 0, 0})
			p.trace(cell{'F', 0, 0}, want)
			if math.Abs(value-best) > 1e-12*(1+math.Abs(best))*float64(len(x)) {
				t.Fatalf("%s: %g, and plainly %g", x, value, best)
			}
			if trial%4 < 3 && !slices.Equal(y, want) {
				t.Fatalf("%s: of the same score,\n%s is taken, and plainly\n%s", x, y, want)
			}
		}
	}
}
