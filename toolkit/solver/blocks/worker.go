package blocks

import "github.com/proxlab/proxlab/toolkit/linalg"

// reads are the columns of A that a request is for, nil for all, and the place among them of each column of the
// request; nil where they are the same.
func (p *Problem) reads(r *Request) (columns, places []int) {
	k := p.wide()
	if k == 1 {
		return r.columns(), nil
	}
	if r.columns() == nil {
		for at := range p.size() {
			places = append(places, at/k)
		}
		return nil, places
	}
	columns, places = []int{}, []int{}
	for _, at := range r.Columns {
		if j := at / k; len(columns) == 0 || columns[len(columns)-1] != j {
			columns = append(columns, j)
		}
		places = append(places, len(columns)-1)
	}
	return columns, places
}

// newSums are those of no block, with room for some columns.
func (p *Problem) newSums(r *Request, columns int) *Sums {
	k, which := p.outputs(), len(r.Which)
	s := &Sums{
		Hessian: make([]float64, which*which), Border: make([]float64, which*k), Corner: make([]float64, k*k),
	}
	for t := range s.Sides {
		of := &s.Sides[t]
		of.Slopes, of.Conjugate, of.Least = make([]float64, k), make([]float64, k), make([]float64, k)
		if t == 1 || !p.joint() {
			of.Gradient = make([]float64, columns)
		}
	}
	if r.Norms {
		s.Squares = make([]float64, columns)
		if p.joint() {
			s.Classes, s.Masses = make([]float64, columns), make([]float64, k)
		}
	}
	return s
}

// worker adds up its blocks. Scores, slopes and second derivatives are those of the rows for the first output, for the
// second and so on.
type worker struct {
	p      *Problem
	r      *Request
	places []int // see reads
	s      *Sums
	block  *linalg.RowBlock
	rows   int

	z, positive, negative, h, v []float64
	gram                        []float64 // of the features of an edge
	features                    []int
}

// of are the numbers of an output.
func (w *worker) of(all []float64, output int) []float64 {
	return all[output*w.rows : (output+1)*w.rows]
}

// place is the column of the block of a column that was asked for.
func (w *worker) place(at int) int {
	if w.places == nil {
		return at
	}
	return w.places[at]
}

// output is that of a score of the block.
func (w *worker) output(i int) int {
	if w.p.Own {
		return int(w.block.Tasks[i])
	}
	return i / w.rows
}

// weigh makes the weights v_i of the targets of the block.
func (w *worker) weigh() {
	w.v = w.v[:0]
	for len(w.v) < len(w.block.Y) {
		if w.v = append(w.v, w.block.Weights...); len(w.block.Weights) == 0 {
			w.v = append(w.v, 1)
		}
	}
}

// held tells whether row i of the block is left out.
func (w *worker) held(i int) bool {
	if keys := w.block.Keys; len(keys) > 0 {
		return w.r.Fold.Has(keys[i])
	}
	return w.r.Fold.Has(float64(w.block.First + i))
}

// hold adds up what is left out of a block, and lets its target weigh nothing.
func (w *worker) hold(value float64, right bool, i int) {
	h := &w.s.Held
	h.Loss += w.v[i] * value
	h.Mass += w.v[i]
	if right {
		h.Right += w.v[i]
	}
	w.v[i] = 0
}
