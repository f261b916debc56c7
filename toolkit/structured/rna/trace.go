package rna

import "math"

// trace writes the pairs of the best structure to y, which has none: it goes back through the recursion and takes the
// first of what gives each value, to the last bit.
func (f *Folder) trace(y Structure) {
	for j := f.n; j > 0; {
		if f.f[j] == f.f[j-1]+f.s.outerUnpaired+f.lone(j-1, j) {
			j--
			continue
		}
		i := 0
		for !(f.c[i*f.n+j-1] > math.Inf(-1)) || f.f[j] != f.f[i]+f.helix(i, j-1) {
			i++
		}
		f.traceHelix(y, i, j-1)
		j = i
	}
}

// traceHelix goes through what pair (i, j) closes.
func (f *Folder) traceHelix(y Structure, i, j int) {
	for {
		y[i], y[j] = j, i
		t := pairType[f.x[i]][f.x[j]]
		best := f.inside(i, j, t)
		if best == f.closed(i, j, t) {
			return
		}
		if j-i > 2 && best == f.multiple(i, j) {
			f.traceBranches(y, i+1, j-1)
			return
		}
		i, j = f.traceSingle(i, j, t, best)
	}
}

// traceSingle finds the pair that ends the loop of pair (i, j).
func (f *Folder) traceSingle(i, j int, t int8, best float64) (p, q int) {
	n := f.n
	if p, q = i+1, j-1; p < q && f.c[p*n+q] > math.Inf(-1) &&
		best == f.s.stack[t][pairType[f.x[p]][f.x[q]]]+f.c[p*n+q] {
		return p, q
	}
	around := f.s.mismatch[t][f.x[i+1]][f.x[j-1]]
	for left := 0; ; left++ {
		p := i + 1 + left
		lone := f.lone(i+1, p) + around
		for right := max(0, 1-left); right <= longest-left && j-1-right > p; right++ {
			q := j - 1 - right
			v := f.d[p*n+q] + f.s.size[left][right] + lone
			if left+right <= 2 {
				v += f.small(i, j, left, right)
			}
			if v+(f.before[j]-f.before[q+1]) == best {
				return p, q
			}
		}
	}
}

// traceBranches goes through two helices or more between i and j.
func (f *Folder) traceBranches(y Structure, i, j int) {
	n := f.n
	for {
		value := f.m2[i*n+j]
		k := i + 1
		for f.m[i*n+k-1]+f.m1[j*n+k] != value {
			k++
		}
		f.traceBranch(y, k, j)
		j = k - 1
		if f.m[i*n+j] != f.m2[i*n+j] {
			break
		}
	}
	f.traceBranch(y, f.firstHelix(i, j), j)
}

// firstHelix is where the helix of O(i, j) begins.
func (f *Folder) firstHelix(i, j int) int {
	value := f.m[i*f.n+j]
	for k := i; ; k++ {
		v := f.m1[j*f.n+k]
		for l := k - 1; l >= i; l-- {
			v = v + f.s.multiUnpaired + f.lone(l, l+1)
		}
		if v == value {
			return k
		}
	}
}

// traceBranch goes through a helix that begins at i, and bases without partner after it up to j.
func (f *Folder) traceBranch(y Structure, i, j int) {
	n := f.n
	for ; ; j-- {
		c := f.c[i*n+j]
		if c > math.Inf(-1) && f.m1[j*n+i] == c+f.s.multiBranch+*f.s.ends(f.x, j, i) {
			f.traceHelix(y, i, j)
			return
		}
	}
}
