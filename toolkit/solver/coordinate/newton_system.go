package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// newtonStep solves (ZᵀZ + D) step = −∇P for the weights of a support, whole blocks: Z = √C A_S, and D, the Hessian of
// the penalty and the ridge, is
//
//	D_g = μI + s(I − u uᵀ),      u = w_g/‖w_g‖,  s = λω_g/‖w_g‖, for one weight 0,
//
// on a block. It works with the Hessian itself, or, where it is wide, having fewer predictions than columns, with I + Z
// D⁻¹ Zᵀ by the formula of Sherman, Morrison and Woodbury.
func (p *descent) newtonStep(s support, wide bool) (step []float64, ok bool) {
	d, gradient := p.penaltyHessian(s)
	z := p.scaledColumns(s.columns)
	if wide {
		return p.solveWoodbury(z, d, gradient)
	}
	m, n := len(s.columns), p.b.n
	gram := make([]float64, m*m)
	linalg.Gemm(gram, z, z, m, n, m, true)
	hessian := mat.NewSymDense(m, gram)
	d.addTo(hessian)
	out := mat.NewVecDense(m, nil)
	var chol mat.Cholesky
	ok = chol.Factorize(hessian) && chol.SolveVecTo(out, mat.NewVecDense(m, gradient)) == nil
	return out.RawVector().Data, ok
}

// solveWoodbury is (ZᵀZ + D)⁻¹ g = t − D⁻¹Z (I + ZᵀD⁻¹Z)⁻¹ Zᵀt with t = D⁻¹g, for Z given by its columns.
func (p *descent) solveWoodbury(z []float64, d penaltyHessian, gradient []float64) (step []float64, ok bool) {
	m, n := len(gradient), p.b.n
	solved := append([]float64(nil), z...) // D⁻¹Z
	d.solve(solved, n)
	t := append([]float64(nil), gradient...)
	d.solve(t, 1)
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
	var chol mat.Cholesky
	if !chol.Factorize(system) || chol.SolveVecTo(y, mat.NewVecDense(n, right)) != nil {
		return nil, false
	}
	linalg.NewDense(m, n, solved).MulVec(gradient, y.RawVector().Data)
	floats.Sub(t, gradient)
	return t, true
}

// scaledColumns are √c times some columns, as rows.
func (p *descent) scaledColumns(which []int) []float64 {
	n := p.b.n
	z := make([]float64, len(which)*n)
	for i, k := range which {
		e := &p.b.columns[k]
		row := z[i*n : (i+1)*n]
		e.addTo(row, 1)
		for at := e.lo; at < e.hi; at++ {
			if row[at] != 0 {
				row[at] *= math.Sqrt(p.c[at])
			}
		}
	}
	return z
}

// penaltyHessian is D, block diagonal.
type penaltyHessian struct {
	size  []int     // by block: its weights
	ridge []float64 // by block: μ, or 0 where it is unpenalized
	unit  []float64 // by weight: w_g/‖w_g‖
	stiff []float64 // by weight: s of its block
}

// penaltyHessian is D at w, and minus the gradient of P there, on a support.
func (p *descent) penaltyHessian(s support) (d penaltyHessian, gradient []float64) {
	m := len(s.columns)
	d.unit, d.stiff, gradient = make([]float64, m), make([]float64, m), make([]float64, m)
	at := 0
	for _, g := range s.blocks {
		block := p.b.of(g)
		d.size, d.ridge = append(d.size, len(block)), append(d.ridge, p.ridge(g))
		norm, strength := p.b.norm(g, p.s.w), p.lambda*p.b.omega[g]
		for i := range block {
			w := p.s.w[block[i].weightAt]
			if norm > 0 { // an unpenalized weight may be 0
				d.unit[at+i] = w / norm
			}
			if len(block) > 1 {
				d.stiff[at+i] = strength / norm
			}
			gradient[at+i] = p.product(p.b.start[g]+i) - p.ridge(g)*w - strength*d.unit[at+i]
		}
		at += len(block)
	}
	return d, gradient
}

// addTo adds D, and a little so that dependent columns do no harm.
func (d penaltyHessian) addTo(hessian *mat.SymDense) {
	at := 0
	for g, size := range d.size {
		for i := at; i < at+size; i++ {
			for j := i; j < at+size; j++ {
				v := hessian.At(i, j) - d.stiff[i]*d.unit[i]*d.unit[j]
				if i == j {
					v = (v + d.ridge[g] + d.stiff[i]) * (1 + 1e-10)
				}
				hessian.SetSym(i, j, v)
			}
		}
		at += size
	}
}

// solve replaces X, of k columns row by row, by D⁻¹X = (X + (s/μ) u uᵀX)/(μ + s) on every block; μ > 0.
func (d penaltyHessian) solve(x []float64, k int) {
	at := 0
	along := make([]float64, k)
	for g, size := range d.size {
		s, mu := d.stiff[at], d.ridge[g]
		if s > 0 {
			clear(along)
			for i := at; i < at+size; i++ {
				floats.AddScaled(along, d.unit[i], x[i*k:(i+1)*k])
			}
		}
		for i := at; i < at+size; i++ {
			row := x[i*k : (i+1)*k]
			if s > 0 {
				floats.AddScaled(row, s/mu*d.unit[i], along)
			}
			floats.Scale(1/(mu+s), row)
		}
		at += size
	}
}
