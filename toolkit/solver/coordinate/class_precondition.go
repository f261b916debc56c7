package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// classFactors precondition the Newton system of a classModel on blocks of one weight: they are the factors of its
// parts on the diagonal, class by class,
//
//	Σ_i c_i p_ic(1 − p_ic) a_i a_iᵀ + μI,
//
// over a share of the examples where these are many. Features that are nearly dependent are so within each class; what
// couples classes is weak beside. Other weights have their curvatures alone.
type classFactors struct {
	diagonal []float64 // by place in the system
	parts    []classPart
}

// classPart are the weights of a class, by place in the system, with the factor of its part.
type classPart struct {
	at   []int
	chol mat.Cholesky
	x, y *mat.VecDense
}

// mostFactored is how many weights of a class are factored together.
const mostFactored = 1000

// classGrams are Gram matrices by class of the features that had weights when they were asked for first.
type classGrams struct {
	place  []map[int]int // by class and feature
	values [][]float64
}

// newClassGrams computes them, from the examples of a sample with probabilities there.
func newClassGrams(p *classProblem, prob []float64, active []*classBlock) *classGrams {
	f := &classGrams{place: make([]map[int]int, p.k), values: make([][]float64, p.k)}
	features := make([][]int, p.k)
	for class := range f.place {
		f.place[class] = map[int]int{}
	}
	for _, block := range active {
		if c := block.classes[0]; block.row < p.d && len(features[c]) < mostFactored {
			f.place[c][block.row] = len(features[c])
			features[c] = append(features[c], block.row)
		}
	}
	for class, of := range features {
		h := make([]float64, p.n)
		for i, v := range prob[class*p.n : (class+1)*p.n] {
			h[i] = p.share[i] * math.Max(v*(1-v), minCurvature)
		}
		f.values[class] = linalg.GramOfRows(linalg.SelectRows(p.columns, of), h)
	}
	return f
}

// factors are those of a system of some blocks, whose curvatures are the diagonal.
func (f *classGrams) factors(active []*classBlock, diagonal []float64, mu float64) *classFactors {
	out := &classFactors{diagonal: diagonal}
	for class, place := range f.place {
		part := classPart{}
		var rows []int
		for i, block := range active {
			if row, known := place[block.row]; known && block.classes[0] == class {
				part.at, rows = append(part.at, i), append(rows, row)
			}
		}
		m := len(rows)
		if m < 2 {
			continue
		}
		sub := mat.NewSymDense(m, nil)
		for i, a := range rows {
			for j, b := range rows[:i+1] {
				sub.SetSym(j, i, f.values[class][a*len(place)+b])
			}
			// the diagonal is that of all examples at least, for features that few of a sample have
			sub.SetSym(i, i, math.Max(sub.At(i, i)*(1+factorShift)+mu, diagonal[part.at[i]]))
		}
		part.x, part.y = mat.NewVecDense(m, nil), mat.NewVecDense(m, nil)
		if part.chol.Factorize(sub) {
			out.parts = append(out.parts, part)
		}
	}
	return out
}

// factorShift is what is added to a part, as a share of its diagonal: a sample takes features for dependent that are
// not.
const factorShift = 1e-3

// solve is dst = M⁻¹r.
func (f *classFactors) solve(dst, r []float64) {
	floats.DivTo(dst, r, f.diagonal)
	for k := range f.parts {
		p := &f.parts[k]
		for i, at := range p.at {
			p.x.SetVec(i, r[at])
		}
		_ = p.chol.SolveVecTo(p.y, p.x) // it has a condition that the shift bounds
		for i, at := range p.at {
			dst[at] = p.y.AtVec(i)
		}
	}
}
