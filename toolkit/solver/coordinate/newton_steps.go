package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Newton steps are tried after so many rounds of passes over a working set, for systems of at most so many unknowns, and so many numbers in the
// columns; as many flops are spent on them as on passes.
const (
	newtonRounds  = 6
	newtonMost    = 1000
	newtonNumbers = 1 << 22
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
	inner := m                     // the size of the system to solve
	if p.mu > 0 && p.b.free == 0 { // D is regular
		inner = min(m, n)
	}
	cost := float64(m)*float64(n)*float64(inner) + float64(inner)*float64(inner)*float64(inner)/3
	if m == 0 || inner > newtonMost || m*n > newtonNumbers || cost > p.spent {
		return false
	}
	p.spent = 0
	step, ok := p.newtonStep(on, blocks, inner < m)
	if !ok {
		return false
	}
	before := p.primal()
	r := append([]float64(nil), p.r...)
	old := make([]float64, m)
	for i, k := range on {
		old[i] = p.s.w[p.b.columns[k].weightAt]
	}
	for _, length := range []float64{1, p.firstZero(blocks, step)} {
		p.advance(blocks, old, step, length)
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

// newtonStep solves ZᵀZ + D for minus the gradient of P on some columns, whole blocks: Z = √C A_S, and D has μ + s(I − w_g w_gᵀ/‖w_g‖²) on a
// block, s = λω_g/‖w_g‖ (for one weight 0). It works with the Hessian itself, or, where there are fewer predictions than columns, with
// I + Z D⁻¹ Zᵀ by the formula of Sherman, Morrison and Woodbury.
func (p *coordinates) newtonStep(on, blocks []int, wide bool) (step []float64, ok bool) {
	m, n := len(on), p.b.n
	z, gradient := p.scaledColumns(on), make([]float64, m)
	unit, stiff := make([]float64, m), make([]float64, m) // w_g/‖w_g‖ and s
	at := 0
	for _, g := range blocks {
		block := p.b.of(g)
		norm, strength := p.norm(g, p.s.w), p.lambda*p.b.omega(g)
		for i := range block {
			w := p.s.w[block[i].weightAt]
			if norm > 0 { // a free weight may be 0
				unit[at+i] = w / norm
			}
			if len(block) > 1 {
				stiff[at+i] = strength / norm
			}
			gradient[at+i] = p.product(p.b.start[g]+i) - p.ridge(g)*w - strength*unit[at+i]
		}
		at += len(block)
	}
	out := mat.NewVecDense(m, nil)
	var chol mat.Cholesky
	if !wide {
		gram := make([]float64, m*m)
		linalg.Gemm(gram, z, z, m, n, m, true)
		hessian := mat.NewSymDense(m, gram)
		p.addCurved(hessian, blocks, unit, stiff)
		ok = chol.Factorize(hessian) && chol.SolveVecTo(out, mat.NewVecDense(m, gradient)) == nil
		return out.RawVector().Data, ok
	}
	// rows of solved are D⁻¹ times a row of Z, and t = D⁻¹ times the gradient
	solved := append([]float64(nil), z...)
	p.solveCurved(solved, n, blocks, unit, stiff)
	t := append([]float64(nil), gradient...)
	p.solveCurved(t, 1, blocks, unit, stiff)
	zt := make([]float64, n*m)
	linalg.Transpose(zt, z, m, n)
	inner := make([]float64, n*n)
	linalg.Gemm(inner, zt, solved, n, m, n, false)
	system := mat.NewSymDense(n, inner)
	for i := range n {
		system.SetSym(i, i, system.At(i, i)+1)
	}
	right, y := make([]float64, n), mat.NewVecDense(n, nil)
	linalg.NewDense(n, m, zt).MulVec(right, t)
	if !chol.Factorize(system) || chol.SolveVecTo(y, mat.NewVecDense(n, right)) != nil {
		return nil, false
	}
	linalg.NewDense(m, n, solved).MulVec(gradient, y.RawVector().Data)
	floats.Sub(t, gradient)
	return t, true
}

// scaledColumns are √c times some columns, as rows.
func (p *coordinates) scaledColumns(on []int) []float64 {
	n := p.b.n
	z := make([]float64, len(on)*n)
	for i, k := range on {
		e := &p.b.columns[k]
		row := z[i*n : (i+1)*n]
		e.add(row, 1)
		for at := e.lo; at < e.hi; at++ {
			if row[at] != 0 {
				row[at] *= math.Sqrt(p.c[at])
			}
		}
	}
	return z
}

// addCurved adds D, and a little so that dependent columns do no harm.
func (p *coordinates) addCurved(hessian *mat.SymDense, blocks []int, unit, stiff []float64) {
	at := 0
	for _, g := range blocks {
		size, ridge := len(p.b.of(g)), p.ridge(g)
		for i := at; i < at+size; i++ {
			for j := i; j < at+size; j++ {
				v := hessian.At(i, j) - stiff[i]*unit[i]*unit[j]
				if i == j {
					v = (v + ridge + stiff[i]) * (1 + 1e-10)
				}
				hessian.SetSym(i, j, v)
			}
		}
		at += size
	}
}

// solveCurved replaces X, of k columns row by row, by D⁻¹X = (X + (s/μ) u uᵀX)/(μ + s) on every block; μ > 0.
func (p *coordinates) solveCurved(x []float64, k int, blocks []int, unit, stiff []float64) {
	at := 0
	along := make([]float64, k)
	for _, g := range blocks {
		size := len(p.b.of(g))
		s := stiff[at]
		if s > 0 {
			clear(along)
			for i := at; i < at+size; i++ {
				floats.AddScaled(along, unit[i], x[i*k:(i+1)*k])
			}
		}
		for i := at; i < at+size; i++ {
			row := x[i*k : (i+1)*k]
			if s > 0 {
				floats.AddScaled(row, s/p.mu*unit[i], along)
			}
			floats.Scale(1/(p.mu+s), row)
		}
		at += size
	}
}

// firstZero is the part of a step at which the first weight of a single block becomes 0; 0 where none does before its end.
func (p *coordinates) firstZero(blocks []int, step []float64) float64 {
	first, at := 1., 0
	for _, g := range blocks {
		block := p.b.of(g)
		if w := p.s.w[block[0].weightAt]; len(block) == 1 && !p.b.isFree(g) && -step[at]/w >= 1 {
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
			if len(block) == 1 && !p.b.isFree(g) && (now*old[at] <= 0 || math.Abs(now) < 1e-14*math.Abs(old[at])) {
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
