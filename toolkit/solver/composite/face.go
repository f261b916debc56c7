package composite

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// face is x, in its own units, with what the splits say exactly: a variable is 0 where a term's split of it alone is,
// and two are equal where that of their difference is 0. Iterations come near to both and do not reach them.
func (m *machine) face(x []float64) []float64 {
	out := m.outward(x)
	class := make([]int, len(x)) // the parent in a tree; itself for a root
	for j := range class {
		class[j] = j
	}
	root := func(j int) int {
		for class[j] != j {
			class[j] = class[class[j]]
			j = class[j]
		}
		return j
	}
	zero := make([]bool, len(x))
	m.eachZero(func(col []int32, val []float64) {
		switch len(col) {
		case 1:
			zero[col[0]] = true
		case 2:
			i, j := int(col[0]), int(col[1])
			a, b := val[0]/m.columns[i], val[1]/m.columns[j]
			if math.Abs(a+b) <= 1e-14*math.Abs(a) {
				class[root(i)] = root(j)
			}
		}
	})
	sum, count := make([]float64, len(x)), make([]float64, len(x))
	for j, v := range out {
		r := root(j)
		zero[r] = zero[r] || zero[j]
		sum[r] += v
		count[r]++
	}
	for j := range out {
		r := root(j)
		switch {
		case zero[r]:
			out[j] = 0
		case count[r] > 1:
			out[j] = sum[r] / count[r]
		}
	}
	return out
}

// eachZero calls f for rows of sparse maps without offset of which the split is 0.
func (m *machine) eachZero(f func(col []int32, val []float64)) {
	for _, t := range m.terms {
		if t.full || t.offset != nil {
			continue
		}
		if _, loss := t.of.(functions.Sloped); loss {
			continue
		}
		for i, z := range t.z {
			if z == 0 {
				f(t.own.Stored(i))
			}
		}
	}
}
