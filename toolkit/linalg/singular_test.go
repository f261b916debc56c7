package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

func random(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

// lowRank is a d×k matrix with given singular values.
func lowRank(rng *rand.Rand, d, k int, values ...float64) []float64 {
	orthonormal := func(rows int) *mat.Dense {
		var qr mat.QR
		qr.Factorize(mat.NewDense(rows, len(values), random(rng, rows*len(values))))
		var q mat.Dense
		qr.QTo(&q)
		return mat.DenseCopyOf(q.Slice(0, rows, 0, len(values)))
	}
	u, v := orthonormal(d), orthonormal(k)
	var us, out mat.Dense
	us.Mul(u, mat.NewDiagDense(len(values), values))
	out.Mul(&us, v.T())
	return out.RawMatrix().Data
}

// checkPairs tests that vectors are orthonormal, and that G v = σ u and Gᵀ u = σ v.
func checkPairs(t *testing.T, p linalg.Pairs, g []float64, d, k int, tol float64) {
	t.Helper()
	m := linalg.NewDense(d, k, g)
	r := len(p.Values)
	for i := range r {
		u, v := p.Left[i*d:(i+1)*d], p.Right[i*k:(i+1)*k]
		gv, gu := make([]float64, d), make([]float64, k)
		m.MulVec(gv, v)
		m.MulTransVec(gu, u)
		floats.AddScaled(gv, -p.Values[i], u)
		floats.AddScaled(gu, -p.Values[i], v)
		if e := math.Max(floats.Norm(gv, 2), floats.Norm(gu, 2)); e > tol {
			t.Errorf("pair %d of %d×%d, σ = %g: residual %g", i, d, k, p.Values[i], e)
		}
		for j := range i + 1 {
			want := 0.
			if i == j {
				want = 1
			}
			a, b := floats.Dot(u, p.Left[j*d:(j+1)*d]), floats.Dot(v, p.Right[j*k:(j+1)*k])
			if math.Abs(a-want) > tol || math.Abs(b-want) > tol {
				t.Errorf("pairs %d and %d of %d×%d: inner products %g and %g", i, j, d, k, a, b)
			}
		}
	}
}

func TestSingularPairs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		d, k := 1+rng.IntN(30), 1+rng.IntN(30)
		g := random(rng, d*k)
		var svd mat.SVD
		svd.Factorize(mat.NewDense(d, k, append([]float64(nil), g...)), mat.SVDNone)
		want := svd.Values(nil)
		above := want[0] * rng.Float64()
		p, top, ok := linalg.SingularPairs(g, d, k, above)
		thin, thinOK := linalg.ThinPairs(g, d, k)
		if !ok || !thinOK || math.Abs(top-want[0]) > 1e-12*want[0] || !floats.EqualApprox(thin.Values, want, 1e-12) {
			t.Fatalf("%d×%d: top %g, want %g; all %v, want %v", d, k, top, want[0], thin.Values, want)
		}
		for i, v := range want {
			if (v > above) != (i < len(p.Values)) || i < len(p.Values) && math.Abs(p.Values[i]-v) > 1e-9*want[0] {
				t.Fatalf("%d×%d above %g: %v of %v", d, k, above, p.Values, want)
			}
		}
		checkPairs(t, p, g, d, k, 1e-7)
		checkPairs(t, thin, g, d, k, 1e-12)
		u, v := make([]float64, d), make([]float64, k)
		lo, hi := linalg.TopPair(linalg.NewDense(d, k, g), u, v)
		if lo > want[0]*(1+1e-12) || hi < want[0]*(1-1e-12) || hi-lo > 1e-6*want[0] {
			t.Errorf("%d×%d: between %g and %g, want %g", d, k, lo, hi, want[0])
		}
		checkPairs(t, linalg.Pairs{Values: []float64{hi}, Left: u, Right: v}, g, d, k, 1e-5)
	}
}

// TestSingularPairsOfNothing: 0 has none, and NaN is told from 0.
func TestSingularPairsOfNothing(t *testing.T) {
	t.Parallel()
	if p, top, ok := linalg.SingularPairs(make([]float64, 6), 2, 3, 0); !ok || top != 0 || len(p.Values) != 0 {
		t.Errorf("of 0: %v, top %g, %v", p, top, ok)
	}
	bad := []float64{1, math.NaN(), 0, 1}
	if _, top, ok := linalg.SingularPairs(bad, 2, 2, 0); ok || !math.IsNaN(top) {
		t.Errorf("of NaN: top %g, %v", top, ok)
	}
	if _, ok := linalg.ThinPairs(bad, 2, 2); ok {
		t.Error("of NaN there are thin pairs")
	}
	lo, hi := linalg.TopPair(linalg.NewDense(2, 2, bad), make([]float64, 2), make([]float64, 2))
	if !math.IsNaN(lo) || !math.IsNaN(hi) {
		t.Errorf("of NaN: top pair %g to %g", lo, hi)
	}
}

// TestProductPairs compares with the decomposition of the product.
func TestProductPairs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		d, k := 1+rng.IntN(30), 1+rng.IntN(30)
		r := 1 + rng.IntN(min(d, k))
		u, v := random(rng, r*d), random(rng, r*k)
		if r > 2 {
			copy(u[d:2*d], u[:d]) // dependent rows
		}
		g := make([]float64, d*k)
		tr := make([]float64, d*r)
		linalg.Transpose(tr, u, r, d)
		linalg.Gemm(g, tr, v, d, r, k, false)
		want, _ := linalg.ThinPairs(g, d, k)
		got, ok := linalg.ProductPairs(u, v, d, k, r)
		if !ok || !floats.EqualApprox(got.Values, want.Values[:r], 1e-12) {
			t.Fatalf("%v, want %v", got.Values, want.Values[:r])
		}
		checkPairs(t, got, g, d, k, 1e-10)
	}
	if _, ok := linalg.ProductPairs([]float64{math.NaN(), 1}, []float64{1, 1}, 2, 2, 1); ok {
		t.Error("of NaN there are pairs")
	}
}

// TestSubspacePairs: a matrix known by products; all its pairs from a subspace wide enough, and never a value too
// large.
func TestSubspacePairs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 2))
	const d, k = 40, 60
	g := lowRank(rng, d, k, 5, 4, 3, 0.1, 0.05)
	product := linalg.Product{
		D: d, K: k,
		Times:      func(dst, b []float64, r int) { linalg.Gemm(dst, b, g, r, k, d, true) },
		TransTimes: func(dst, b []float64, r int) { linalg.Gemm(dst, b, g, r, d, k, false) },
	}
	p, ok := linalg.SubspacePairs(product, random(rng, 8*k), 8, 2)
	if !ok || len(p.Values) != 5 || !floats.EqualApprox(p.Values, []float64{5, 4, 3, 0.1, 0.05}, 1e-9) {
		t.Fatalf("%v", p.Values)
	}
	checkPairs(t, p, g, d, k, 1e-6)
	if p, ok := linalg.SubspacePairs(product, random(rng, 2*k), 2, 1); !ok || p.Values[0] > 5 || p.Values[1] > 4 {
		t.Errorf("Ritz values %v above the singular values", p.Values)
	}
	nothing := func(dst, _ []float64, _ int) { clear(dst) }
	zero := linalg.Product{D: d, K: k, Times: nothing, TransTimes: nothing}
	if p, ok := linalg.SubspacePairs(zero, random(rng, 2*k), 2, 1); !ok || len(p.Values) != 0 {
		t.Errorf("of 0: %v", p.Values)
	}
}

// TestRowProducts compares A Uᵀ and Pᵀ A, and the products with a transposed left factor over several panels, with
// gonum's.
func TestRowProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	const n, c, r, k = 600, 35, 7, 5
	data := random(rng, n*c)
	sparse := &linalg.CSR{R: n, C: c, Ptr: []int{0}}
	for i := range n {
		for j := range c {
			if rng.IntN(3) > 0 {
				data[i*c+j] = 0
				continue
			}
			sparse.Col, sparse.Val = append(sparse.Col, int32(j)), append(sparse.Val, data[i*c+j])
		}
		sparse.Ptr = append(sparse.Ptr, len(sparse.Val))
	}
	a := mat.NewDense(n, c, data)
	u, p, b := random(rng, r*c), random(rng, n*r), random(rng, n*k)
	var au, pa, ab mat.Dense
	au.Mul(a, mat.NewDense(r, c, u).T())
	pa.Mul(mat.NewDense(n, r, p).T(), a)
	ab.Mul(a.T(), mat.NewDense(n, k, b))
	for name, m := range map[string]linalg.Map{
		"dense": linalg.NewDense(n, c, data), "sparse": sparse, "general": struct{ linalg.Map }{sparse},
	} {
		got := make([]float64, n*r)
		if linalg.MulRows(got, m, u, r); !floats.EqualApprox(got, au.RawMatrix().Data, 1e-11) {
			t.Errorf("%s: A Uᵀ is wrong", name)
		}
		got = make([]float64, r*c)
		if linalg.TransMulRows(got, m, p, r); !floats.EqualApprox(got, pa.RawMatrix().Data, 1e-11) {
			t.Errorf("%s: Pᵀ A is wrong", name)
		}
		got = make([]float64, c*k)
		if linalg.MulTransMat(got, m, b, k); !floats.EqualApprox(got, ab.RawMatrix().Data, 1e-11) {
			t.Errorf("%s: Aᵀ B is wrong", name)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a product of matrices that do not fit was formed")
		}
	}()
	linalg.MulRows(make([]float64, 3), sparse, u, r)
}

// TestSingularValues: of wide and tall matrices, those they were made with and no more; of NaN there are none.
func TestSingularValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(96, 1))
	for _, shape := range [][2]int{{7, 4}, {4, 7}} {
		d, k := shape[0], shape[1]
		got, ok := linalg.SingularValues(lowRank(rng, d, k, 3, 2, 0.5), d, k)
		if want := []float64{3, 2, 0.5, 0}; !ok || !floats.EqualApprox(got, want, 1e-7) {
			t.Errorf("%d×%d: %v, not %v", d, k, got, want)
		}
	}
	if _, ok := linalg.SingularValues([]float64{1, math.NaN()}, 1, 2); ok {
		t.Error("NaN has singular values")
	}
}
