package lowrank

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// preconditioner is a Kronecker approximation of the Hessian of Ψ, inverted: with h_il the diagonal of c_i ∇²ℓ_i, and
// taken to be a product of example and output, h_il ≈ ω_i η_l/Σω,
//
//	over U: K ⊗ C + λI,            K = V diag(η) Vᵀ, C = Σ ω_i a_i a_iᵀ/Σω;
//	over V: M ⊗ diag(η)/Σω + λI,  M = Σ ω_i (U a_i)(U a_i)ᵀ.
type preconditioner struct {
	r, d, k       int
	lambda        float64
	kappa, qk     []float64 // eigenvalues and vectors, as rows, of K
	mu, qm        []float64 // of M
	eta           []float64 // η/Σω
	c, qc, qcT    []float64 // of C: all of them, or the leading ones
	tail          float64   // C's eigenvalue on what they leave out
	features      int       // len(c)
	inU, inV, cut []float64
}

// leadingFeatures is how many eigenvectors of C are used where there are more than manyFeatures.
const (
	manyFeatures    = 1000
	leadingFeatures = 100
)

// denseRows is a matrix whose rows are stored in full, as those of a *linalg.Dense.
type denseRows interface {
	Row(i int) []float64
}

// newPreconditioner builds it at the point where value was called last; nil where the loss does not know its
// curvature or A is not dense.
func newPreconditioner(f *factored, x []float64) *preconditioner {
	loss, ok := f.o.Loss.(Curved)
	design, dense := f.a.(denseRows)
	if !ok || !dense || f.s.Rank == 0 {
		return nil
	}
	s := f.s
	p := &preconditioner{r: s.Rank, d: s.d, k: s.k, lambda: f.lambda}
	omega := p.curvatures(f, loss)
	total := floats.Sum(omega)
	if !(total > 0) {
		return nil
	}
	scaled := make([]float64, f.o.N*s.d)
	for i, w := range omega {
		floats.ScaleTo(scaled[i*s.d:(i+1)*s.d], math.Sqrt(w/total), design.Row(i))
	}
	if !p.ofFeatures(scaled, f.o.N) {
		return nil
	}
	u, v := x[:len(s.U)], x[len(s.U):]
	half := make([]float64, len(v)) // V diag(√η)
	for j := range p.r {
		for l, e := range p.eta {
			half[j*p.k+l] = v[j*p.k+l] * math.Sqrt(e*total)
		}
	}
	gram := make([]float64, p.r*p.r)
	linalg.Gemm(gram, half, half, p.r, p.k, p.r, true)
	var okK, okM bool
	p.kappa, p.qk, okK = linalg.EigenSym(gram, p.r)
	au := make([]float64, f.o.N*p.r)
	linalg.Gemm(au, scaled, u, f.o.N, p.d, p.r, true)
	linalg.MulTransMat(gram, linalg.NewDense(f.o.N, p.r, au), au, p.r)
	floats.Scale(total, gram)
	p.mu, p.qm, okM = linalg.EigenSym(gram, p.r)
	if !okK || !okM {
		return nil
	}
	p.inU, p.inV = make([]float64, p.r*p.d), make([]float64, p.r*p.k)
	p.cut = make([]float64, p.r*p.features)
	return p
}

// curvatures fills eta and returns omega.
func (p *preconditioner) curvatures(f *factored, loss Curved) (omega []float64) {
	omega, p.eta = make([]float64, f.o.N), make([]float64, p.k)
	parts := make([][]float64, f.o.Chunks())
	f.o.Parallel(func(chunk, from, to int) {
		eta := make([]float64, p.k)
		h := make([]float64, p.k)
		for i := from; i < to; i++ {
			z, lo := f.o.Span(f.z, i)
			loss.Diagonal(h[:len(z)], i, z)
			c := f.o.Loss.Weight(i)
			omega[i] = c * floats.Sum(h[:len(z)])
			floats.AddScaled(eta[lo:lo+len(z)], c, h[:len(z)])
		}
		parts[chunk] = eta
	})
	for _, e := range parts {
		floats.Add(p.eta, e)
	}
	if total := floats.Sum(omega); total > 0 {
		floats.Scale(1/total, p.eta)
	}
	return omega
}

// ofFeatures decomposes C = ÃᵀÃ for the scaled examples.
func (p *preconditioner) ofFeatures(scaled []float64, n int) bool {
	if p.d <= manyFeatures {
		c := make([]float64, p.d*p.d)
		linalg.MulTransMat(c, linalg.NewDense(n, p.d, scaled), scaled, p.d)
		var ok bool
		p.c, p.qc, ok = linalg.EigenSym(c, p.d)
		p.features = p.d
		return ok && p.transpose()
	}
	x := linalg.NewDense(n, p.d, scaled)
	start := make([]float64, leadingFeatures*p.d) // sums of examples: in the span that matters
	for i := range n {
		sign := float64(1 - 2*(i/leadingFeatures%2))
		floats.AddScaled(start[i%leadingFeatures*p.d:(i%leadingFeatures+1)*p.d], sign, x.Row(i))
	}
	pairs, ok := linalg.SubspacePairs(linalg.Product{
		D: n, K: p.d,
		Times: func(dst, b []float64, r int) { // B Ãᵀ
			t := make([]float64, n*r)
			linalg.MulRows(t, x, b, r)
			linalg.Transpose(dst, t, n, r)
		},
		TransTimes: func(dst, b []float64, r int) { linalg.Gemm(dst, b, scaled, r, n, p.d, false) },
	}, start, leadingFeatures, 2)
	if !ok {
		return false
	}
	p.features = len(pairs.Values)
	rest := floats.Dot(scaled, scaled)
	p.c = make([]float64, p.features)
	for j, v := range pairs.Values {
		p.c[j] = v * v
		rest -= v * v
	}
	p.qc, p.tail = pairs.Right, max(0, rest)/float64(p.d-p.features)
	return p.transpose()
}

func (p *preconditioner) transpose() bool {
	p.qcT = make([]float64, len(p.qc))
	linalg.Transpose(p.qcT, p.qc, p.features, p.d)
	return true
}

// apply multiplies a gradient (U, V) by the inverse, in place.
func (p *preconditioner) apply(g []float64) {
	p.applyU(g[:p.r*p.d])
	gv := g[p.r*p.d:]
	linalg.Gemm(p.inV, p.qm, gv, p.r, p.r, p.k, false)
	for j, m := range p.mu {
		row := p.inV[j*p.k : (j+1)*p.k]
		for l, e := range p.eta {
			row[l] /= max(0, m)*e + p.lambda
		}
	}
	back(gv, p.qm, p.inV, p.r, p.k)
}

// applyU is Q_Kᵀ((Q_K G Q_Cᵀ) / (κ c + λ)) Q_C, with the tail's eigenvalue off the span of Q_C.
func (p *preconditioner) applyU(g []float64) {
	linalg.Gemm(p.inU, p.qk, g, p.r, p.r, p.d, false)
	linalg.Gemm(p.cut, p.inU, p.qcT, p.r, p.d, p.features, false)
	for j, kap := range p.kappa {
		kap = max(0, kap)
		rest := 1 / (kap*p.tail + p.lambda)
		if p.features == p.d {
			rest = 0
		}
		row := p.cut[j*p.features : (j+1)*p.features]
		for b, c := range p.c {
			row[b] *= 1/(kap*max(0, c)+p.lambda) - rest
		}
		floats.Scale(rest, p.inU[j*p.d:(j+1)*p.d])
	}
	t := make([]float64, len(p.inU))
	linalg.Gemm(t, p.cut, p.qc, p.r, p.features, p.d, false)
	floats.Add(t, p.inU)
	back(g, p.qk, t, p.r, p.d)
}

// back is dst = Qᵀ T for Q of r×r and T of r×c numbers.
func back(dst, q, t []float64, r, c int) {
	qT := make([]float64, r*r)
	linalg.Transpose(qT, q, r, r)
	linalg.Gemm(dst, qT, t, r, r, c, false)
}
