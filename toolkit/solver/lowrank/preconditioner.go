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
//	over V: M ⊗ diag(η)/Σω + λI,  M = U (Σω C) Uᵀ.
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

// leadingFeatures is how many eigenvectors of C are used where there are more than manyFeatures, and none where the
// rank is below leadingFrom: then a mean eigenvalue of C has to do.
const (
	manyFeatures    = 256
	leadingFeatures = 100
	leadingFrom     = 32
)

// newPreconditioner builds it at a point, for a rank above 0, from the diagonals of c_i ∇²ℓ_i there; C is that of an
// earlier one, where there is one. It is nil where the entries of A are not known, or nothing is curved.
func newPreconditioner(
	f *factored, x []float64, diagonal func(h []float64, i int), lambda float64, earlier *preconditioner,
) *preconditioner {
	design, known := f.a.(linalg.Entries)
	if !known {
		return nil
	}
	s := f.s
	p := &preconditioner{r: s.Rank, d: s.d, k: s.k, lambda: lambda}
	omega := p.curvatures(f, diagonal)
	total := floats.Sum(omega)
	if !(total > 0) {
		return nil
	}
	if earlier != nil {
		p.c, p.qc, p.qcT, p.tail, p.features = earlier.c, earlier.qc, earlier.qcT, earlier.tail, earlier.features
	} else if floats.Scale(1/total, omega); !p.ofFeatures(design, omega) {
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
	p.mu, p.qm, okM = linalg.EigenSym(p.throughFeatures(u, total), p.r)
	if !okK || !okM {
		return nil
	}
	p.inU, p.inV = make([]float64, p.r*p.d), make([]float64, p.r*p.k)
	p.cut = make([]float64, p.r*p.features)
	return p
}

// throughFeatures is M = Σω U C Uᵀ.
func (p *preconditioner) throughFeatures(u []float64, total float64) []float64 {
	part, gram := make([]float64, p.r*p.features), make([]float64, p.r*p.r)
	linalg.Gemm(part, u, p.qcT, p.r, p.d, p.features, false)
	if p.tail > 0 {
		linalg.Gemm(gram, u, u, p.r, p.d, p.r, true)
		floats.Scale(total*p.tail, gram)
	}
	if p.features == 0 {
		return gram
	}
	for j := range p.r {
		for b, c := range p.c {
			part[j*p.features+b] *= math.Sqrt(total * math.Max(0, c-p.tail))
		}
	}
	floats.Add(gram, linalg.GramOfRows(linalg.NewDense(p.r, p.features, part), nil))
	return gram
}

// curvatures fills eta and returns omega.
func (p *preconditioner) curvatures(f *factored, diagonal func(h []float64, i int)) (omega []float64) {
	omega, p.eta = make([]float64, f.o.N), make([]float64, p.k)
	parts := make([][]float64, f.o.Chunks())
	f.o.Parallel(func(chunk, from, to int) {
		eta := make([]float64, p.k)
		all := make([]float64, p.k)
		for i := from; i < to; i++ {
			z, lo := f.o.Span(f.z, i)
			h := all[:len(z)]
			diagonal(h, i)
			omega[i] = floats.Sum(h)
			floats.Add(eta[lo:lo+len(z)], h)
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

// ofFeatures decomposes C = Σ ω_i a_i a_iᵀ.
func (p *preconditioner) ofFeatures(design linalg.Entries, omega []float64) bool {
	if p.d <= manyFeatures {
		var ok bool
		p.c, p.qc, ok = linalg.EigenSym(linalg.GramOfColumns(design, omega), p.d)
		p.features = p.d
		return ok && p.transpose()
	}
	var rest float64 // the trace of C, less what the pairs have of it
	for i, w := range omega {
		design.VisitRow(i, func(_ int, v float64) { rest += w * v * v })
	}
	if p.r < leadingFrom {
		p.tail = rest / float64(p.d)
		return true
	}
	n := len(omega)
	start := make([]float64, leadingFeatures*p.d) // sums of examples: in the span that matters
	for i := range n {
		sign := float64(1 - 2*(i/leadingFeatures%2))
		row := start[i%leadingFeatures*p.d : (i%leadingFeatures+1)*p.d]
		design.VisitRow(i, func(j int, v float64) { row[j] += sign * v })
	}
	weighted := func(t []float64, r int) {
		for i, w := range omega {
			floats.Scale(math.Sqrt(w), t[i*r:(i+1)*r])
		}
	}
	pairs, ok := linalg.SubspacePairs(linalg.Product{
		D: n, K: p.d,
		Times: func(dst, b []float64, r int) { // B Ãᵀ, with Ã = diag(√ω) A
			t := make([]float64, n*r)
			linalg.MulRows(t, design, b, r)
			weighted(t, r)
			linalg.Transpose(dst, t, n, r)
		},
		TransTimes: func(dst, b []float64, r int) {
			t := make([]float64, n*r)
			linalg.Transpose(t, b, r, n)
			weighted(t, r)
			linalg.TransMulRows(dst, design, t, r)
		},
	}, start, leadingFeatures, 2)
	if !ok {
		return false
	}
	p.features = len(pairs.Values)
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
