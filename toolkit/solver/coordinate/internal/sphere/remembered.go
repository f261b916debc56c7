// Package sphere remembers products of blocks with dual points, and leaves those out that a ball about a later point
// bounds.
package sphere

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Remembered are products A_gᵀv of blocks with the dual points v they were computed at: as
//
//	‖A_gᵀu‖ ≤ α‖A_gᵀv‖ + ‖A_g‖‖u − αv‖,      α = max(0, ⟨u, v⟩/‖v‖²),
//
// a block for which the right side is at most λω_g is feasible at u, whatever its product there. Most blocks are so
// from one λ of a path to the next.
//
// Source: the sphere test of El Ghaoui, Viallon, Rabbani, Safe Feature Elimination for the Lasso, Pacific J. Optim.
// 2012, section 2, about points that are remembered.
type Remembered struct {
	Products []float64   // by column
	Sizes    []float64   // by block: the norm of its products, of the sign that its weight may have
	at       []int32     // by block: the number of its point; less than 0 for none
	points   [][]float64 // the last few: number k at place k modulo mostRemembered
	lengths  []float64
	now      int32     // the number of the last point; −1 before there is one
	Norms    []float64 // by block: ‖A_g‖ in the norm of Frobenius; nil where it is not known: nothing is left out
	Computed int       // columns, so far
}

// mostRemembered is how many points are.
const mostRemembered = 24

// New remembers nothing yet; columns are ‖A_j‖, nil where they are not known.
func New(b *model.Blocks, columns []float64) *Remembered {
	m := &Remembered{
		Products: make([]float64, len(b.Columns)), Sizes: make([]float64, b.Count()), at: make([]int32, b.Count()), now: -1,
	}
	for g := range m.at {
		m.at[g] = -1
	}
	switch {
	case len(columns) == b.Count():
		m.Norms = columns
	case columns != nil:
		m.Norms = make([]float64, b.Count())
		for g := range m.Norms {
			m.Norms[g] = vec.Norm(columns[b.From[g]:b.From[g+1]])
		}
	}
	return m
}

// Refresh makes products those at u, but for blocks that are at most λω_g there. Where they may be more, they are
// computed. Where columns are chosen all are; where minus the gradient −Aᵀu is known, they are taken from it.
func (m *Remembered) Refresh(b *model.Blocks, u []float64, lambda float64, gradient []float64) {
	if m.now++; len(m.points) < mostRemembered {
		m.points, m.lengths = append(m.points, nil), append(m.lengths, 0)
	}
	place := m.now % mostRemembered
	m.points[place], m.lengths[place] = append(m.points[place][:0], u...), vec.Norm(u)
	if b.Chosen != nil || gradient != nil {
		m.compute(b, u, gradient)
		return
	}
	near := m.nearness(u)
	var computed atomic.Int64
	Shared(b.Count(), len(u)*len(m.Products)/max(1, b.Count()), func(from, to int) {
		own := 0
		for g := from; g < to; g++ {
			if m.within(g, lambda*b.Omega[g], near) {
				continue
			}
			b.BlockProducts(m.Products, g, u)
			m.Sizes[g], m.at[g] = b.Polar(m.Products, g, 1), m.now
			own += b.From[g+1] - b.From[g]
		}
		computed.Add(int64(own))
	})
	m.Computed += int(computed.Load())
}

// compute makes products those at u, the last point, of all blocks, by the gradient or of chosen columns at once.
func (m *Remembered) compute(b *model.Blocks, u, gradient []float64) {
	if gradient == nil {
		b.ChosenProducts(m.Products, u)
	}
	for k := 0; k < len(b.Columns) && gradient != nil; k++ {
		switch e := &b.Columns[k]; {
		case b.Single && k < len(gradient):
			m.Products[k] = -gradient[k]
		case e.WeightAt < len(gradient):
			m.Products[k] = -gradient[e.WeightAt]
		default:
			m.Products[k] = e.Dot(u)
		}
	}
	for g := range m.at {
		m.at[g] = m.now
	}
	for g := range m.Sizes {
		if b.Single && b.Signs == nil {
			m.Sizes[g] = math.Abs(m.Products[g])
		} else {
			m.Sizes[g] = b.Polar(m.Products, g, 1)
		}
	}
	m.Computed += len(m.Products)
}

// Begun tells whether there was a point yet.
func (m *Remembered) Begun() bool { return len(m.points) > 0 }

// IsFresh tells whether a block's products are those at the last point: others are within their bounds there, and what
// is remembered of them may not be.
func (m *Remembered) IsFresh(g int) bool { return m.at[g] == m.now }

// within tells whether a block's products are at most a bound, as far as is known without computing them.
func (m *Remembered) within(g int, bound float64, near []nearness) bool {
	if m.at[g] < 0 || m.at[g] <= m.now-mostRemembered || m.Norms == nil {
		return false
	}
	v := &near[m.at[g]%mostRemembered]
	return v.share*m.Sizes[g]+m.Norms[g]*v.rest <= bound
}

// nearness is what of a point is along another, α, and the length of the rest with what rounding may add to it and to
// products of either: ‖u − αv‖² is ‖u‖² − 2α⟨u, v⟩ + α²‖v‖² but for a few γ‖u‖², as α‖v‖ ≤ ‖u‖.
type nearness struct{ share, rest float64 }

func (m *Remembered) nearness(u []float64) []nearness {
	out, length := make([]nearness, len(m.points)), vec.Norm(u)
	gamma := 0x1p-52 * float64(len(u)+32) // what rounding adds to a product, as a share of the lengths
	for k, v := range m.points {
		share, along, of := 0., simd.Dot(u, v), m.lengths[k]
		if of > 0 {
			share = math.Max(0, along/(of*of))
		}
		square := length*length - 2*share*along + share*share*of*of + 8*gamma*length*length
		out[k] = nearness{share, math.Sqrt(math.Max(0, square)) + gamma*(length+share*of)}
	}
	return out
}

// parallelProducts is how many numbers of A are worth another goroutine.
const parallelProducts = 1 << 18

// Shared does the work of items of so many numbers each, by ranges of them on several processors where that is worth
// it.
func Shared(count, each int, do func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), 1+count*each/parallelProducts)
	if workers == 1 {
		do(0, count)
		return
	}
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() { do(count*w/workers, count*(w+1)/workers) })
	}
	group.Wait()
}
