package params

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Pairs are pairs of a feature and an output: those of feature j are Output[k] for Ptr[j] ≤ k < Ptr[j+1], ascending.
type Pairs struct {
	Ptr    []int32
	Output []uint16
}

// PairsOf are the pairs that rows of x and their outputs y show: row rows[i] has the output y[rows[i]].
func PairsOf(x *linalg.CSR, y []int, rows []int) Pairs {
	const most = 1 << 16
	of := make([][]uint16, x.C)
	for _, i := range rows {
		if y[i] < 0 || y[i] >= most {
			panic("params: outputs of pairs are 0 to 65535")
		}
		columns, _ := x.Row(i)
		for _, j := range columns {
			if k, found := slices.BinarySearch(of[j], uint16(y[i])); !found {
				of[j] = slices.Insert(of[j], k, uint16(y[i]))
			}
		}
	}
	p := Pairs{Ptr: make([]int32, 1, x.C+1)}
	for _, outputs := range of {
		p.Output = append(p.Output, outputs...)
		p.Ptr = append(p.Ptr, int32(len(p.Output)))
	}
	return p
}

// whole are features that have pairs with all outputs: their weights are added by one call for many.
type whole struct {
	n    int
	step [64]float64
	from [64]int32
}

// add notes that a feature's weights, from one on, are to be added so many times. It returns whether there is no room
// for another.
func (a *whole) add(step float64, from int32) (full bool) {
	a.step[a.n], a.from[a.n] = step, from
	a.n++
	return a.n == len(a.step)
}

// take returns what was noted, and forgets it.
func (a *whole) take() (step []float64, from []int32) {
	step, from = a.step[:a.n], a.from[:a.n]
	a.n = 0
	return step, from
}

// AddScores adds to dst scale times the scores of a row of x under the weights w of the pairs, one entry an output.
func (p *Pairs) AddScores(dst, w []float64, scale float64, columns []int32, values []float64) {
	var all whole
	for k, j := range columns {
		lo, hi := p.Ptr[j], p.Ptr[j+1]
		v, outputs := scale*values[k], p.Output[lo:hi]
		if len(outputs) == len(dst) { // all of them, in order
			if all.add(v, lo) {
				step, from := all.take()
				simd.AxpyGathered(dst, step, from, w, 1)
			}
			continue
		}
		for i, weight := range w[lo:hi] {
			dst[outputs[i]] += v * weight
		}
	}
	step, from := all.take()
	simd.AxpyGathered(dst, step, from, w, 1)
}

// AddRow is w ← w + step·φ(row)uᵀ on the pairs, for a row of x and a vector u of one entry an output.
func (p *Pairs) AddRow(w []float64, step float64, columns []int32, values, u []float64) {
	var all whole
	for k, j := range columns {
		lo, hi := p.Ptr[j], p.Ptr[j+1]
		v, to := step*values[k], w[lo:hi]
		if len(to) == len(u) {
			if all.add(v, lo) {
				step, from := all.take()
				simd.AxpyScattered(w, 1, step, from, u)
			}
			continue
		}
		for i, output := range p.Output[lo:hi] {
			to[i] += v * u[output]
		}
	}
	steps, from := all.take()
	simd.AxpyScattered(w, 1, steps, from, u)
}
