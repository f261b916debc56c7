package maps_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
)

func drawn(r, c int, seed uint64) *linalg.Dense {
	random := rand.New(rand.NewPCG(seed, 1))
	a := linalg.NewDense(r, c, nil)
	for i := range a.Data {
		a.Data[i] = random.NormFloat64()
	}
	return a
}

// lazy is a map of which the products alone are known.
func lazy(a linalg.Map) maps.Own {
	r, c := a.Dims()
	return maps.Own{Rows: r, Columns: c, Times: a.MulVec, TimesTransposed: a.MulTransVec}
}

// matrix is a map by its products with unit vectors.
func matrix(a linalg.Map) *mat.Dense {
	r, c := a.Dims()
	out := mat.NewDense(r, c, nil)
	column, unit := make([]float64, r), make([]float64, c)
	for j := range c {
		unit[j] = 1
		a.MulVec(column, unit)
		unit[j] = 0
		out.SetCol(j, column)
	}
	return out
}

// dense is a matrix for gonum.
func dense(a *linalg.Dense) *mat.Dense { return mat.NewDense(a.R, a.C, a.Data) }

// TestMapsAreTheirMatrices: products with unit vectors are those of a matrix that stands by itself, and MulTransVec is
// the transpose's.
func TestMapsAreTheirMatrices(t *testing.T) {
	t.Parallel()
	a, b, small := drawn(4, 3, 1), drawn(2, 5, 2), drawn(3, 6, 3)
	sparse := maps.Differences(6, 2)
	var ab, kron, stackedSmall, beside mat.Dense
	ab.Mul(dense(a), dense(small))
	kron.Kronecker(dense(a), dense(b))
	stackedSmall.Stack(dense(small), matrix(sparse))
	beside.Augment(dense(a), &ab)
	kernel := drawn(3, 4, 5)
	for name, c := range map[string]struct {
		of   linalg.Map
		want mat.Matrix
	}{
		"differences": {maps.Differences(4, 1), mat.NewDense(3, 4, []float64{-1, 1, 0, 0, 0, -1, 1, 0, 0, 0, -1, 1})},
		"third":       {maps.Differences(5, 3), mat.NewDense(2, 5, []float64{-1, 3, -3, 1, 0, 0, -1, 3, -3, 1})},
		"edges": {maps.EdgeDifferences([][2]int{{2, 0}, {1, 1}, {0, 1}}, 3),
			mat.NewDense(3, 3, []float64{1, 0, -1, 0, 0, 0, -1, 1, 0})},
		"selection": {maps.Selection([]int{2, 0, 2}, 3), mat.NewDense(3, 3, []float64{0, 0, 1, 1, 0, 0, 0, 0, 1})},
		"sums":      {maps.Sums([]int{1, 0, 1}, 2), mat.NewDense(2, 3, []float64{0, 1, 0, 1, 0, 1})},
		"composed":  {maps.Composed(a, small), &ab}, "composed lazily": {maps.Composed(lazy(a), small), &ab},
		"composed of sparse": {maps.Composed(linalg.ToCSR(a), linalg.ToCSR(small)), &ab},
		"stacked":            {maps.Stacked(small, sparse), &stackedSmall},
		"stacked lazily":     {maps.Stacked(lazy(small), sparse), &stackedSmall},
		"beside":             {maps.Beside(a, &ownDense{ab}), &beside},
		"transposed":         {maps.Transposed(a), dense(a).T()}, "lazily": {maps.Transposed(lazy(a)), dense(a).T()},
		"twice":     {maps.Transposed(maps.Transposed(lazy(a))), dense(a)},
		"kronecker": {maps.Kronecker(a, b), &kron}, "kronecker lazily": {maps.LazyKronecker(a, b), &kron},
		"kronecker of lazy": {maps.Kronecker(lazy(a), b), &kron},
		"kronecker, sparse": {maps.LazyKronecker(linalg.ToCSR(a), lazy(b)), &kron},
		"scaled":            {maps.Scaled(-2, a), times(-2, a)}, "scaled lazily": {maps.Scaled(-2, lazy(a)), times(-2, a)},
		"convolved, zero":      {maps.Convolution2(kernel, 5, 6, maps.Zero), convolved(kernel, 5, 6, maps.Zero)},
		"convolved, reflected": {maps.Convolution2(kernel, 5, 6, maps.Reflected), convolved(kernel, 5, 6, maps.Reflected)},
		"convolved, periodic":  {maps.Convolution2(kernel, 5, 6, maps.Periodic), convolved(kernel, 5, 6, maps.Periodic)},
		"smaller than kernel":  {maps.Convolution2(kernel, 2, 1, maps.Reflected), convolved(kernel, 2, 1, maps.Reflected)},
		"of a line": {maps.Convolution([]float64{1, 2, 4}, 6, maps.Reflected),
			convolved(linalg.NewDense(1, 3, []float64{1, 2, 4}), 1, 6, maps.Reflected)},
		"cosines": {maps.Cosines(7), cosines(7)}, "cosines of one": {maps.Cosines(1), cosines(1)},
	} {
		if got := matrix(c.of); !mat.EqualApprox(got, c.want, 1e-12) {
			t.Errorf("%s is\n%.3g\nand not\n%.3g", name, mat.Formatted(got), mat.Formatted(c.want))
		}
		if err := maps.CheckAdjoint(c.of); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := matrix(maps.Transposed(lazy(c.of))); !mat.EqualApprox(got, c.want.T(), 1e-12) {
			t.Errorf("%s, transposed, is\n%.3g", name, mat.Formatted(got))
		}
		if most := mat.Norm(c.want, 2); math.Abs(maps.Norm(c.of)-norm(c.want)) > 1e-9*most {
			t.Errorf("%s has the norm %g, not %g", name, maps.Norm(c.of), norm(c.want))
		}
	}
}

// norm is the largest singular value.
func norm(a mat.Matrix) float64 {
	var s mat.SVD
	if !s.Factorize(a, mat.SVDNone) {
		panic("no singular values")
	}
	return floats.Max(s.Values(nil))
}

func times(c float64, a *linalg.Dense) *mat.Dense {
	var out mat.Dense
	out.Scale(c, dense(a))
	return &out
}

// ownDense is a gonum matrix as a map without entries.
type ownDense struct{ mat.Dense }

func (a *ownDense) MulVec(dst, x []float64) {
	mat.NewVecDense(len(dst), dst).MulVec(&a.Dense, mat.NewVecDense(len(x), x))
}

func (a *ownDense) MulTransVec(dst, y []float64) {
	mat.NewVecDense(len(dst), dst).MulVec(a.T(), mat.NewVecDense(len(y), y))
}

// convolved is the matrix of a convolution by its definition.
func convolved(kernel *linalg.Dense, height, width int, edge maps.Edge) *mat.Dense {
	out := mat.NewDense(height*width, height*width, nil)
	at := func(i, n int) int {
		for i < 0 || i >= n {
			switch {
			case edge == maps.Zero:
				return -1
			case edge == maps.Periodic:
				i = (i + n) % n
			case i < 0:
				i = -1 - i
			default:
				i = 2*n - 1 - i
			}
		}
		return i
	}
	for i := range height {
		for j := range width {
			for p := range kernel.R {
				for q := range kernel.C {
					k, l := at(i+kernel.R/2-p, height), at(j+kernel.C/2-q, width)
					if k >= 0 && l >= 0 {
						out.Set(i*width+j, k*width+l, out.At(i*width+j, k*width+l)+kernel.At(p, q))
					}
				}
			}
		}
	}
	return out
}

func cosines(n int) *mat.Dense {
	out := mat.NewDense(n, n, nil)
	for k := range n {
		for i := range n {
			c := math.Sqrt(2/float64(n)) * math.Cos(math.Pi*float64((2*i+1)*k)/float64(2*n))
			if k == 0 {
				c = math.Sqrt(1 / float64(n))
			}
			out.Set(k, i, c)
		}
	}
	return out
}

// TestSeparableConvolution: the Kronecker product of two convolutions is that with the product of their kernels, and
// cosines diagonalize a symmetric one that reflects.
func TestSeparableConvolution(t *testing.T) {
	t.Parallel()
	down, across := []float64{1, 3, 1}, []float64{1, 2, 5, 2, 1}
	kernel := linalg.NewDense(3, 5, nil)
	for i, v := range down {
		floats.ScaleTo(kernel.Row(i), v, across)
	}
	const height, width = 8, 9
	a := maps.Convolution2(kernel, height, width, maps.Reflected)
	b := maps.LazyKronecker(
		maps.Convolution(down, height, maps.Reflected), maps.Convolution(across, width, maps.Reflected))
	if !mat.EqualApprox(matrix(a), matrix(b), 1e-12) {
		t.Error("the two differ")
	}
	c := maps.LazyKronecker(maps.Cosines(height), maps.Cosines(width))
	diagonal := matrix(maps.Composed(c, a, maps.Transposed(c)))
	for i := range height * width {
		diagonal.Set(i, i, 0)
	}
	if largest := mat.Norm(diagonal, 2); largest > 1e-11 {
		t.Errorf("beside the diagonal there is %g", largest)
	}
}

// TestGradient: groups are the differences of one pixel, and the last pixel has none.
func TestGradient(t *testing.T) {
	t.Parallel()
	a, groups := maps.Gradient(2, 3)
	x := []float64{1, 2, 4, 8, 16, 32}
	got := make([]float64, 7)
	a.MulVec(got, x)
	want := []float64{1, 7, 2, 14, 28, 8, 16}
	if !floats.Equal(got, want) || len(groups) != 5 || len(groups[0]) != 2 || len(groups[2]) != 1 {
		t.Errorf("gradient %v in groups %v", got, groups)
	}
}

// TestNotTransposed: functions that do not belong together are told, as is a missing one and NaN.
func TestNotTransposed(t *testing.T) {
	t.Parallel()
	a := lazy(drawn(4, 3, 1))
	if err := a.Check(); err != nil {
		t.Error(err)
	}
	wrong := a
	wrong.TimesTransposed = lazy(maps.Scaled(1.001, a)).TimesTransposed
	nan := a
	nan.Times = func(dst, _ []float64) { floats.AddConst(math.NaN(), dst) }
	for name, m := range map[string]maps.Own{"wrong": wrong, "NaN": nan, "missing": {Rows: 1, Columns: 1},
		"negative": {Rows: -1, Times: a.Times, TimesTransposed: a.TimesTransposed}} {
		if m.Check() == nil {
			t.Errorf("%s passes", name)
		}
	}
	for _, empty := range []linalg.Map{maps.Differences(2, 3), maps.Cosines(0), maps.Selection(nil, 3)} {
		if err := maps.CheckAdjoint(empty); err != nil {
			t.Error(err)
		}
	}
}
