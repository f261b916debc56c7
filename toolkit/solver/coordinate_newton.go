package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Newton steps are tried after so many rounds of passes over a working set, for at most so many weights, and so many numbers in their columns; a
// product in them costs about a third of one in a pass, and as much time is spent on them as on passes.
const (
	newtonRounds  = 6
	newtonMost    = 1000
	newtonNumbers = 1 << 22
	newtonCheaper = 1
)

// newton takes a Newton step on the blocks of a set that are not 0, where P is smooth: columns that are nearly dependent cost passes many
// rounds, and this step none. Weights of single blocks that would change sign become 0. It returns whether the objective fell, and leaves
// everything as it was where it did not.
//
// The Hessian is A_SᵀC A_S + μI + λω_g (I − w_g w_gᵀ/‖w_g‖²)/‖w_g‖ on the blocks.
func (p *coordinates) newton(set []int) bool {
	var on []int // indices of columns
	var blocks []int
	for _, g := range set {
		if p.nonzero(g) {
			blocks = append(blocks, g)
			for k := p.b.start[g]; k < p.b.start[g+1]; k++ {
				on = append(on, k)
			}
		}
	}
	m, n := len(on), p.b.n
	cost := float64(m) * float64(m) * (float64(n) + float64(m)/3)
	if m == 0 || m > newtonMost || m*n > newtonNumbers || cost > newtonCheaper*p.spent {
		return false
	}
	p.spent = 0
	hessian, gradient := p.secondOrder(on, blocks)
	step := mat.NewVecDense(m, nil)
	var chol mat.Cholesky
	if !chol.Factorize(hessian) || chol.SolveVecTo(step, mat.NewVecDense(m, gradient)) != nil {
		return false
	}
	before := p.primal()
	r := append([]float64(nil), p.r...)
	old := make([]float64, m)
	for i, k := range on {
		old[i] = p.s.w[p.b.columns[k].weightAt]
	}
	for _, length := range []float64{1, p.firstZero(blocks, step.RawVector().Data)} {
		p.advance(blocks, old, step.RawVector().Data, length)
		if p.primal() < before {
			p.past = p.past[:0]
			return true
		}
		copy(p.r, r)
		for i, k := range on {
			p.s.w[p.b.columns[k].weightAt] = old[i]
		}
	}
	return false
}

// secondOrder is the Hessian of P on some columns, whole blocks, and minus its gradient.
func (p *coordinates) secondOrder(on, blocks []int) (*mat.SymDense, []float64) {
	m, n := len(on), p.b.n
	z := make([]float64, m*n) // √c times the columns, as rows
	gradient := make([]float64, m)
	for i, k := range on {
		e := &p.b.columns[k]
		row := z[i*n : (i+1)*n]
		e.add(row, 1)
		for at := e.lo; at < e.hi; at++ {
			if row[at] != 0 {
				row[at] *= math.Sqrt(p.c[at])
			}
		}
		gradient[i] = p.product(k) - p.mu*p.s.w[e.weightAt]
	}
	gram := make([]float64, m*m)
	linalg.Gemm(gram, z, z, m, n, m, true)
	hessian := mat.NewSymDense(m, gram)
	at := 0
	for _, g := range blocks {
		block := p.b.of(g)
		norm, strength := p.norm(g, p.s.w), p.lambda*p.b.omega(g)
		for i := range block {
			wi := p.s.w[block[i].weightAt] / norm
			gradient[at+i] -= strength * wi
			for j := i; j < len(block); j++ {
				v := hessian.At(at+i, at+j)
				if i == j {
					v += p.mu
				}
				if len(block) > 1 {
					v -= strength / norm * wi * p.s.w[block[j].weightAt] / norm
					if i == j {
						v += strength / norm
					}
				}
				hessian.SetSym(at+i, at+j, v)
			}
		}
		at += len(block)
	}
	for i := range m { // so that dependent columns do no harm
		hessian.SetSym(i, i, hessian.At(i, i)*(1+1e-10))
	}
	return hessian, gradient
}

// firstZero is the part of a step at which the first weight of a single block becomes 0; 0 where none does before its end.
func (p *coordinates) firstZero(blocks []int, step []float64) float64 {
	first, at := 1., 0
	for _, g := range blocks {
		block := p.b.of(g)
		if w := p.s.w[block[0].weightAt]; len(block) == 1 && -step[at]/w >= 1 {
			first = math.Min(first, -w/step[at])
		}
		at += len(block)
	}
	if first == 1 {
		return 0.5
	}
	return first
}

// advance goes a part of a step from old weights; weights of single blocks stop at 0.
func (p *coordinates) advance(blocks []int, old, step []float64, part float64) {
	at := 0
	for _, g := range blocks {
		block := p.b.of(g)
		for i := range block {
			e := &block[i]
			now := old[at] + part*step[at]
			if len(block) == 1 && (now*old[at] <= 0 || math.Abs(now) < 1e-14*math.Abs(old[at])) {
				now = 0
			}
			if now != old[at] {
				e.add(p.r, old[at]-now)
				p.s.w[e.weightAt] = now
			}
			at++
		}
	}
}

// settled tells whether two points have the same zeros.
func settled(a, b []float64) bool {
	return floats.EqualFunc(a, b, func(x, y float64) bool { return (x == 0) == (y == 0) })
}
