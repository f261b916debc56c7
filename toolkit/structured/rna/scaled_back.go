package rna

import "gonum.org/v1/gonum/floats"

// negligible is a probability below which what a sum consists of is not asked for.
const negligible = 1e-17

// expect goes back through the recursion of the last logPartition: derivatives of log Z by each sum, of which those by
// entries, times the entries, are how often each is expected.
func (q *scaled) expect() {
	q.mass, q.massOfSizes = tables{}, [longest + 1][longest + 1]float64{}
	for _, table := range q.tables()[6:] {
		clear(*table)
	}
	q.openOutside()
	for i := range q.n {
		for j := q.n - 1; j >= i; j-- {
			q.back(i, j)
		}
	}
	for left := range q.sizes {
		for right := range longest + 1 - left {
			q.mass.size[left][right] += q.massOfSizes[left][longest-right] * q.sizes[left][longest-right]
		}
	}
}

// openOutside shares what is expected outside all pairs.
func (q *scaled) openOutside() {
	n := q.n
	q.pf = append(q.pf[:0], make([]float64, n+1)...)
	q.pf[n] = 1 / q.f[n]
	for j := n - 1; j >= 0; j-- {
		by := q.pf[j+1]
		q.pf[j] += by * q.s.outerUnpaired
		q.mass.outerUnpaired += by * q.f[j] * q.s.outerUnpaired
		for i := range j {
			c := q.c[i*n+j]
			if c == 0 {
				continue
			}
			end := by * q.outerEnd(i, j)
			q.pc[i*n+j] += end * q.f[i]
			q.pf[i] += end * c
			p := end * c * q.f[i]
			q.mass.outerBranch += p
			*q.mass.ends(q.x, j, i) += p
		}
	}
}

// back shares what is expected of the sums from i to j among their terms.
func (q *scaled) back(i, j int) {
	n, x, at := q.n, q.x, i*q.n+j
	u := q.s.multiUnpaired
	one, m2 := q.pOne[at]+q.pm[at], q.pm2[at]+q.pm[at]
	if m2*q.m2[at] > negligible {
		floats.AddScaled(q.pm[i*n+i:i*n+j], m2, q.m1[j*n+i+1:j*n+j+1])
		floats.AddScaled(q.pm1[j*n+i+1:j*n+j+1], m2, q.m[i*n+i:i*n+j])
	}
	m1 := q.pm1[j*n+i] + one
	if j > i {
		q.pOne[at+n] += one * u
		q.pm1[(j-1)*n+i] += m1 * u
		q.mass.multiUnpaired += u * (one*q.one[at+n] + m1*q.m1[(j-1)*n+i])
	}
	c := q.c[at]
	if c == 0 {
		return
	}
	end := m1 * q.branchEnd(i, j)
	q.mass.multiBranch += end * c
	*q.mass.ends(x, j, i) += end * c
	q.pc[at] += end
	if by := q.pd[at]; by != 0 {
		t := pairType[x[j]][x[i]]
		q.pc[at] += by * q.s.mismatch[t][x[j+1]][x[i-1]]
		q.mass.mismatch[t][x[j+1]][x[i-1]] += by * q.d[at]
	}
	if q.pc[at]*c > negligible {
		q.open(i, j)
	}
}

// open shares what is expected of pair (i, j) among what it may close.
func (q *scaled) open(i, j int) {
	n, x, at := q.n, q.x, i*q.n+j
	t := pairType[x[i]][x[j]]
	q.mass.pair[t] += q.pc[at] * q.c[at]
	by := q.pc[at] * q.s.pair[t]
	around := q.s.mismatch[t][x[i+1]][x[j-1]]
	p := by * q.hairpin[j-i-1] * around
	q.mass.hairpin[min(j-i-1, longest)] += p
	q.mass.mismatch[t][x[i+1]][x[j-1]] += p
	if j-i <= 2 {
		return
	}
	inner := (i+1)*n + j - 1
	if c := q.c[inner]; c != 0 {
		stack := by * q.s.stack[t][pairType[x[i+1]][x[j-1]]]
		q.pc[inner] += stack
		q.mass.stack[t][pairType[x[i+1]][x[j-1]]] += stack * c
	}
	multiple := by * q.closedEnd(i, j)
	q.pm2[inner] += multiple
	p = multiple * q.m2[inner]
	q.mass.multiLoop += p
	q.mass.multiBranch += p
	*q.mass.ends(x, i, j) += p
	q.mass.mismatch[t][x[i+1]][x[j-1]] += q.openLoops(i, j, by*around)
}

// openLoops shares what is expected of the bulges and interior loops of pair (i, j), and returns it.
func (q *scaled) openLoops(i, j int, by float64) float64 {
	var sum float64
	for left := 0; left <= longest && i+1+left < j-1; left++ {
		from, to, sizes := q.span(i, j, left)
		sum += floats.Dot(q.d[from:to], sizes)
		floats.AddScaled(q.massOfSizes[left][longest+1-len(sizes):], by, q.d[from:to])
		floats.AddScaled(q.pd[from:to], by, sizes)
	}
	for _, s := range small {
		cell, factor := q.special(i, j, s)
		if factor == nil {
			continue
		}
		size := q.s.size[s[0]][s[1]]
		more := (*factor - 1) * size // beside what the rows have
		sum += more * q.d[cell]
		q.pd[cell] += by * more
		q.mass.size[s[0]][s[1]] += by * more * q.d[cell]
		*smallEntry(&q.mass, q.x, i, j, s) += by * *factor * size * q.d[cell]
	}
	return by * sum
}

// finite tells whether all that is expected is a number.
func (q *scaled) finite() bool {
	var sum float64
	q.mass.each(func(entry *float64, _ func(add counter)) { sum += *entry })
	return sum-sum == 0
}

// pair is the probability of the pair of a cell.
func (q *scaled) pair(at int) float64 { return q.pc[at] * q.c[at] }
