package params

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// Indicators are rows of features that are there or not, of the value 1: those of row i are the ascending numbers
// Col[k] < Features for Ptr[i] ≤ k < Ptr[i+1]. They take a third of a linalg.CSR's memory.
type Indicators struct {
	Features int
	Ptr      []int
	Col      []int32
}

// Rows is how many rows there are.
func (x *Indicators) Rows() int { return len(x.Ptr) - 1 }

// Row views the features of row i.
func (x *Indicators) Row(i int) []int32 { return x.Col[x.Ptr[i]:x.Ptr[i+1]] }

// Pairs are pairs of a feature and an output: those of feature j are Output[k] for Ptr[j] ≤ k < Ptr[j+1], ascending.
type Pairs struct {
	Ptr    []int32
	Output []uint16
}

// PairsOf are the pairs that rows of x and their outputs y show: row rows[i] has the output y[rows[i]].
func PairsOf(x *Indicators, y []int, rows []int) Pairs {
	const most = 1 << 16
	of := make([][]uint16, x.Features)
	for _, i := range rows {
		if y[i] < 0 || y[i] >= most {
			panic("params: outputs of pairs are 0 to 65535")
		}
		for _, j := range x.Row(i) {
			if k, found := slices.BinarySearch(of[j], uint16(y[i])); !found {
				of[j] = slices.Insert(of[j], k, uint16(y[i]))
			}
		}
	}
	p := Pairs{Ptr: make([]int32, 1, x.Features+1)}
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

// AddScores adds to dst scale times the scores of a row of features under the weights w of the pairs, one entry an
// output.
func (p *Pairs) AddScores(dst, w []float64, scale float64, row []int32) {
	var all whole
	for _, j := range row {
		lo, hi := p.Ptr[j], p.Ptr[j+1]
		outputs := p.Output[lo:hi]
		if len(outputs) == len(dst) { // all of them, in order
			if all.add(scale, lo) {
				step, from := all.take()
				simd.AxpyGathered(dst, step, from, w, 1)
			}
			continue
		}
		for i, weight := range w[lo:hi] {
			dst[outputs[i]] += scale * weight
		}
	}
	step, from := all.take()
	simd.AxpyGathered(dst, step, from, w, 1)
}

// AddRow is w ← w + step·φuᵀ on the pairs, for the features φ of a row and a vector u of one entry an output.
func (p *Pairs) AddRow(w []float64, step float64, row []int32, u []float64) {
	var all whole
	for _, j := range row {
		lo, hi := p.Ptr[j], p.Ptr[j+1]
		to := w[lo:hi]
		if len(to) == len(u) {
			if all.add(step, lo) {
				step, from := all.take()
				simd.AxpyScattered(w, 1, step, from, u)
			}
			continue
		}
		for i, output := range p.Output[lo:hi] {
			to[i] += step * u[output]
		}
	}
	steps, from := all.take()
	simd.AxpyScattered(w, 1, steps, from, u)
}
