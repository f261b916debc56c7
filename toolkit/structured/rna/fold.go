package rna

import "math"

// Folder finds the structure of the highest score. With i ≤ j places, and the best scores of
//
//	C(i,j)    pair (i, j) and what is inside
//	M₁(i,j)   a helix that begins at i in a multiple loop, and bases without partner after it, up to j
//	O(i,j)    the same with bases without partner before it as well
//	M₂(i,j)   two helices or more in a multiple loop
//	M(i,j)    max{O, M₂}: one helix or more
//	F(j)      all up to j, outside all pairs
//
// the recursion is
//
//	C(i,j)  = pair + max{hairpin, max_{p,q} loop(i,j,p,q) + C(p,q), M₂(i+1,j−1) + multiple loop}
//	M₁(i,j) = max{M₁(i,j−1) + unpaired, C(i,j) + branch}
//	O(i,j)  = max{M₁(i,j), O(i+1,j) + unpaired}
//	M₂(i,j) = max_k M(i,k−1) + M₁(k,j)
//	F(j)    = max{F(j−1) + unpaired, max_i F(i−1) + C(i,j) + branch}
//
// O(n³) for M₂, and O(n²·30²) for interior loops of at most 30 bases. Ties go to what comes first in a fixed order. A
// Folder keeps its memory, 40n² bytes, from one sequence to the next, and is not for concurrent use.
type Folder struct {
	s tables
	x Sequence
	n int
	// What the distance from a truth adds: for a base without partner, and sums of it; for each pair that is not the
	// truth's.
	truth  Structure
	unit   float64
	before []float64 // before[k] is the sum over the bases before k

	c, d, m1, m2, m []float64 // n×n; m1 by columns; d is c with the end of the helix in an interior loop
	one             []float64 // O(i+1, ·), then O(i, ·)
	f               []float64 // f[j] is F(j−1)
}

// NewFolder makes a Folder with Features weights.
func NewFolder(weights []float64) *Folder {
	f := &Folder{}
	f.SetWeights(weights)
	return f
}

// SetWeights changes the weights; it panics where there are not Features of them.
func (f *Folder) SetWeights(weights []float64) {
	if len(weights) != Features {
		panic("rna: there must be as many weights as features")
	}
	f.s.tabulate(weights)
}

// Fold returns the structure of the highest score and that score. The result is a new slice.
func (f *Folder) Fold(x Sequence) (Structure, float64) {
	return f.fold(x, nil, 0)
}

// FoldAway adds to the score what a structure costs beside the truth: the share of bases whose partner, or lack of one,
// is not the truth's.
func (f *Folder) FoldAway(x Sequence, truth Structure) (Structure, float64) {
	if len(x) == 0 {
		return Structure{}, 0
	}
	return f.fold(x, truth, 1/float64(len(x)))
}

func (f *Folder) fold(x Sequence, truth Structure, unit float64) (Structure, float64) {
	f.begin(x, truth, unit)
	for i := f.n - 1; i >= 0; i-- {
		f.row(i)
	}
	f.outside()
	y := make(Structure, f.n)
	for i := range y {
		y[i] = -1
	}
	f.trace(y)
	return y, f.f[f.n]
}

// begin makes room, and sums of the costs of bases without partner.
func (f *Folder) begin(x Sequence, truth Structure, unit float64) {
	f.x, f.n, f.truth, f.unit = x, len(x), truth, unit
	n := f.n
	if cap(f.c) < n*n {
		for _, table := range []*[]float64{&f.c, &f.d, &f.m1, &f.m2, &f.m} {
			*table = make([]float64, n*n)
		}
	}
	for _, table := range []*[]float64{&f.c, &f.d, &f.m1, &f.m2, &f.m} {
		*table = (*table)[:n*n]
	}
	f.before = append(f.before[:0], 0)
	for k := range n {
		cost := 0.0
		if truth != nil && truth[k] >= 0 {
			cost = unit
		}
		f.before = append(f.before, f.before[k]+cost)
	}
	f.one = f.one[:0]
	for range n {
		f.one = append(f.one, math.Inf(-1))
	}
}

// lone is what bases without partner from i to j−1 cost beside the truth.
func (f *Folder) lone(i, j int) float64 { return f.before[j] - f.before[i] }

// paired is what pair (i, j) costs beside the truth, and the pair's own score.
func (f *Folder) paired(i, j int, t int8) float64 {
	if f.truth == nil || f.truth[i] == j {
		return f.s.pair[t]
	}
	return f.s.pair[t] + 2*f.unit
}

// row fills in all cells of row i.
func (f *Folder) row(i int) {
	n := f.n
	minus := math.Inf(-1)
	c, d, m, m2 := f.c[i*n:(i+1)*n], f.d[i*n:(i+1)*n], f.m[i*n:(i+1)*n], f.m2[i*n:(i+1)*n]
	single := minus // M₁(i, j−1)
	for j := i; j < n; j++ {
		c[j], d[j] = minus, minus
		loneJ := f.s.multiUnpaired + f.lone(j, j+1)
		if t := pairType[f.x[i]][f.x[j]]; t >= 0 && j > i {
			c[j] = f.paired(i, j, t) + f.inside(i, j, t)
			if i > 0 && j+1 < n {
				d[j] = c[j] + f.s.mismatch[pairType[f.x[j]][f.x[i]]][f.x[j+1]][f.x[i-1]]
			}
		}
		single += loneJ
		if c[j] > minus {
			single = max(single, c[j]+f.s.multiBranch+*f.s.ends(f.x, j, i))
		}
		f.m1[j*n+i] = single
		f.one[j] = max(single, f.one[j]+f.s.multiUnpaired+f.lone(i, i+1))
		m2[j] = largestSum(m[i:j], f.m1[j*n+i+1:j*n+j+1])
		m[j] = max(f.one[j], m2[j])
	}
}

// largestSum is max_k a_k + b_k, −∞ of none.
func largestSum(a, b []float64) float64 {
	best := math.Inf(-1)
	b = b[:len(a)]
	for k, v := range a {
		if v += b[k]; v > best {
			best = v
		}
	}
	return best
}

// inside is the best of what pair (i, j) closes.
func (f *Folder) inside(i, j int, t int8) float64 {
	n := f.n
	best := f.closed(i, j, t)
	if j-i > 2 {
		if p, q := i+1, j-1; f.c[p*n+q] > math.Inf(-1) {
			best = max(best, f.s.stack[t][pairType[f.x[p]][f.x[q]]]+f.c[p*n+q])
		}
		best = max(best, f.multiple(i, j))
	}
	around := f.s.mismatch[t][f.x[i+1]][f.x[j-1]]
	for left := 0; left <= longest && i+1+left < j-1; left++ {
		p := i + 1 + left
		row, sizes := f.d[p*n:(p+1)*n], &f.s.size[left]
		lone := f.lone(i+1, p) + around
		for right := max(0, 1-left); right <= longest-left; right++ {
			q := j - 1 - right
			if q <= p {
				break
			}
			v := row[q] + sizes[right] + lone
			if left+right <= 2 {
				v += f.small(i, j, left, right)
			}
			if v += f.before[j] - f.before[q+1]; v > best {
				best = v
			}
		}
	}
	return best
}

// closed is a hairpin.
func (f *Folder) closed(i, j int, t int8) float64 {
	return f.s.hairpin[min(j-i-1, longest)] + f.s.mismatch[t][f.x[i+1]][f.x[j-1]] + f.lone(i+1, j)
}

// multiple is the best multiple loop that pair (i, j) closes.
func (f *Folder) multiple(i, j int) float64 {
	return f.m2[(i+1)*f.n+j-1] + f.s.multiLoop + f.s.multiBranch + *f.s.ends(f.x, i, j)
}

// small is what the bases of a bulge of one or of an interior loop of 1 × 1 add.
func (f *Folder) small(i, j, left, right int) float64 {
	switch {
	case left == 1 && right == 0:
		return f.s.bulged[f.x[i+1]]
	case left == 0 && right == 1:
		return f.s.bulged[f.x[j-1]]
	case left == 1 && right == 1:
		return f.s.oneByOne[f.x[i+1]][f.x[j-1]]
	}
	return 0
}

// outside fills in F.
func (f *Folder) outside() {
	f.f = append(f.f[:0], 0)
	for j := range f.n {
		best := f.f[j] + f.s.outerUnpaired + f.lone(j, j+1)
		for i := range j {
			if f.c[i*f.n+j] > math.Inf(-1) {
				best = max(best, f.f[i]+f.helix(i, j))
			}
		}
		f.f = append(f.f, best)
	}
}

// helix is C(i, j) outside all pairs.
func (f *Folder) helix(i, j int) float64 {
	return f.c[i*f.n+j] + f.s.outerBranch + *f.s.ends(f.x, j, i)
}
