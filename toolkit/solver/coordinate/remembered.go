package coordinate

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
)

// remembered are products A_gᵀv of blocks with the dual points v they were computed at, each block's the last two that
// mattered: as
//
//	‖A_gᵀu‖ ≤ |α|‖A_gᵀv‖ + ‖A_g‖‖u − αv‖,      α = ⟨u, v⟩/‖v‖²,
//	‖A_gᵀu‖ ≤ ‖αA_gᵀv + βA_gᵀv'‖ + ‖A_g‖‖u − αv − βv'‖
//
// for all α and β, of which those are taken that make the rest least, a block for which a right side is at most λω_g is
// feasible at u, whatever its product there. Most blocks are so from one λ of a path to the next.
//
// Source: the sphere test of El Ghaoui, Viallon, Rabbani, Safe Feature Elimination for the Lasso, Pacific J. Optim.
// 2012, section 2, about points that are remembered, and about what two of them span.
type remembered struct {
	products []float64   // by column
	size     []float64   // by block: the norm of its products
	at       []int32     // by block: the index of its point; −1 for none
	before   []float64   // by column: the products before these
	was      []int32     // by block: the point of those; −1 for none
	points   [][]float64 // nil for those that were forgotten
	lengths  []float64
	inners   []float64 // of the points that are remembered; see inner
	norms    []float64 // by block: ‖A_g‖ in the norm of Frobenius; nil where it is not known: nothing is left out
	computed int       // columns, so far
	last     int       // of these at the last point
}

// mostRemembered is how many points are.
const mostRemembered = 24

func newRemembered(b *blocks, columns []float64) *remembered {
	m := &remembered{
		products: make([]float64, len(b.columns)), size: make([]float64, b.count()), at: make([]int32, b.count()),
		inners: make([]float64, mostRemembered*mostRemembered),
	}
	for g := range m.at {
		m.at[g] = -1
	}
	if b.chosen == nil {
		m.before, m.was = make([]float64, len(b.columns)), append([]int32(nil), m.at...)
	}
	if columns != nil {
		m.norms = make([]float64, b.count())
		for g := range m.norms {
			m.norms[g] = floats.Norm(columns[b.start[g]:b.start[g+1]], 2)
		}
	}
	return m
}

// refresh makes products those at u, but for blocks that are at most λω_g there. Where they may be more, they are
// computed.
func (m *remembered) refresh(b *blocks, u []float64, lambda float64) {
	m.points, m.lengths = append(m.points, append([]float64(nil), u...)), append(m.lengths, floats.Norm(u, 2))
	now := len(m.points) - 1
	if now >= mostRemembered {
		m.points[now-mostRemembered] = nil
	}
	if b.chosen != nil {
		m.compute(b, u)
		return
	}
	m.note()
	near := m.nearness(u)
	count := b.count()
	workers := min(runtime.GOMAXPROCS(0), 1+len(m.products)*len(u)/parallelProducts)
	var computed atomic.Int64
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			own, pairs := 0, make([]between, mostRemembered*mostRemembered)
			for g := count * w / workers; g < count*(w+1)/workers; g++ {
				bound := lambda * b.omega[g]
				if m.within(g, bound, near) || m.withinTwo(b, g, bound, pairs) {
					continue
				}
				copy(m.before[b.start[g]:b.start[g+1]], m.products[b.start[g]:b.start[g+1]])
				m.was[g] = m.at[g]
				b.blockProducts(m.products, g, u)
				m.size[g], m.at[g] = b.productNorm(m.products, g), int32(now)
				own += b.start[g+1] - b.start[g]
			}
			computed.Add(int64(own))
		})
	}
	group.Wait()
	m.last = int(computed.Load())
	m.computed += m.last
}

// compute makes products those at u, the last point, of all blocks, whose columns are chosen but for a few that come
// last.
func (m *remembered) compute(b *blocks, u []float64) {
	count, _ := b.chosen.Dims()
	b.chosen.MulVec(m.products[:count], u)
	for g := count; g < b.count(); g++ {
		b.blockProducts(m.products, g, u)
	}
	for g := range m.at {
		m.size[g], m.at[g] = math.Abs(m.products[g]), int32(len(m.points)-1)
	}
	m.last = len(m.products)
	m.computed += m.last
}

// fresh are the blocks whose products are those at the last point: the others are within their bounds there, and what
// is remembered of them may not be.
func (m *remembered) fresh() (blocks []int) {
	now := int32(len(m.points) - 1)
	blocks = make([]int, 0, m.last)
	for g, at := range m.at {
		if at == now {
			blocks = append(blocks, g)
		}
	}
	return blocks
}

// within tells whether a block's products are at most a bound, as far as is known without computing them.
func (m *remembered) within(g int, bound float64, near []nearness) bool {
	if m.at[g] < 0 || m.norms == nil {
		return false
	}
	v := &near[m.at[g]]
	return v.share*m.size[g]+m.norms[g]*v.rest <= bound
}

// withinTwo tells it by both points that a block's products are known at; pairs are those that were looked at.
func (m *remembered) withinTwo(b *blocks, g int, bound float64, pairs []between) bool {
	i, j := int(m.at[g]), int(m.was[g])
	if j < 0 || m.norms == nil || m.points[i] == nil || m.points[j] == nil {
		return false
	}
	pair := &pairs[i%mostRemembered*mostRemembered+j%mostRemembered]
	if pair.rest == 0 {
		*pair = m.between(i, j)
	}
	var sum float64
	for k := b.start[g]; k < b.start[g+1]; k++ {
		v := pair.first*m.products[k] + pair.second*m.before[k]
		sum += v * v
	}
	return math.Sqrt(sum)+m.norms[g]*pair.rest <= bound
}
