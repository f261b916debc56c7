package rna

import "math"

// trace writes the pairs of the best structure to y, which has none: it goes back through the recursion and takes the
// first of what gives each value, to the last bit.
func (f *Folder) trace(y Structure) {
	for i := 0; i < f.n; {
		if f.f[i] == f.alone(i) {
			i++
			continue
		}
		j := i + 1
		for math.IsInf(f.c[f.at(i, j)], -1) || f.outer(i, j) != f.f[i] {
			j++
		}
		f.traceHelix(y, i, j)
		i = j + 1
	}
}

// traceHelix goes through what pair (i, j) closes.
func (f *Folder) traceHelix(y Structure, i, j int) {
	for {
		y[i], y[j] = j, i
		t := pairType[f.x[i]][f.x[j]]
		value, pair := f.c[f.at(i, j)], f.paired(i, j, t)
		switch value {
		case pair + f.closed(i, j, t):
			return
		case pair + f.multiple(i, j):
			f.traceBranches(y, i+1, j-1)
			return
		case pair + f.stack(i, j, t):
			i, j = i+1, j-1
		default:
			i, j = f.traceSingle(i, j, value, pair, f.around(i, j, t))
		}
	}
}

// traceSingle finds the pair that ends the bulge or interior loop of pair (i, j).
func (f *Folder) traceSingle(i, j int, value, pair, around float64) (p, q int) {
	for left := 0; ; left++ {
		for right := 0; right <= longest-left; right++ {
			if left+right > 0 && pair+(f.single(i, j, left, right)+around) == value {
				return i + 1 + left, j - 1 - right
			}
		}
	}
}

// traceBranches goes through two helices or more between i and j.
func (f *Folder) traceBranches(y Structure, i, j int) {
	for {
		value := f.m2[f.at(i, j)]
		if value == f.m2[f.at(i, j-1)]+f.lone[j] {
			j--
			continue
		}
		k := i + 1
		for !f.splits(i, k, j, value) {
			k++
		}
		f.traceHelix(y, k, j)
		j = k - 1
		if f.o[f.at(i, j)] >= f.m2[f.at(i, j)] {
			break
		}
	}
	f.traceFirst(y, i, j)
}

// splits tells whether M₂(i, j) is M(i, k−1) and the helix (k, j).
func (f *Folder) splits(i, k, j int, value float64) bool {
	if math.IsInf(f.c[f.at(k, j)], -1) {
		return false
	}
	at := f.at(i, k-1)
	return max(f.o[at], f.m2[at])+f.helix(k, j) == value
}

// traceFirst goes through the one helix of O(i, j).
func (f *Folder) traceFirst(y Structure, i, j int) {
	for i < j && f.o[f.at(i, j)] == f.o[f.at(i+1, j)]+f.lone[i] {
		i++
	}
	// M₁(i, ·) is not kept
	m1, last := math.Inf(-1), i
	for k := i; k <= j; k++ {
		m1 += f.lone[k]
		if math.IsInf(f.c[f.at(i, k)], -1) {
			continue
		}
		if value := f.helix(i, k); value > m1 {
			m1, last = value, k
		}
	}
	f.traceHelix(y, i, last)
}
