package dictionary

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// drawn are p atoms of norm 1, and n signals of one or two of them each.
func drawn(seed uint64, n, m, p int, noise float64, positive bool) (x, d *linalg.Dense) {
	rng := rand.New(rand.NewPCG(seed, 7))
	d, x = linalg.NewDense(p, m, nil), linalg.NewDense(n, m, nil)
	value := func() float64 {
		if positive {
			return math.Abs(rng.NormFloat64())
		}
		return rng.NormFloat64()
	}
	for j := range p {
		for k := range m {
			d.Row(j)[k] = value()
		}
		floats.Scale(1/floats.Norm(d.Row(j), 2), d.Row(j))
	}
	for i := range n {
		for range 1 + rng.IntN(2) {
			floats.AddScaled(x.Row(i), 1+value(), d.Row(rng.IntN(p)))
		}
		for k := range m {
			x.Row(i)[k] += noise * value()
		}
	}
	return x, d
}

// lassoValue is the least P of a signal, by coordinate descent on what is left of it.
func lassoValue(d *linalg.Dense, x []float64, lambda float64, positive bool) float64 {
	r, alpha := slices.Clone(x), make([]float64, d.R)
	for range 600 {
		for j := range d.R {
			row := d.Row(j)
			own := floats.Dot(row, row)
			v := alpha[j] + floats.Dot(r, row)/own
			to := math.Copysign(max(0, math.Abs(v)-lambda/own), v)
			if positive {
				to = max(0, v-lambda/own)
			}
			floats.AddScaled(r, alpha[j]-to, row)
			alpha[j] = to
		}
	}
	return floats.Dot(r, r)/2 + lambda*floats.Norm(alpha, 1)
}

// value is P of codes by its formula.
func value(d, x *linalg.Dense, c *Codes, lambda float64) (sum float64) {
	for i := range x.R {
		r := slices.Clone(x.Row(i))
		col, val := c.Alpha.Row(i)
		for k, j := range col {
			floats.AddScaled(r, -val[k], d.Row(int(j)))
			sum += lambda * math.Abs(val[k])
		}
		sum += floats.Dot(r, r) / 2
	}
	return sum / float64(x.R)
}

func TestLassoCodesAgainstDescent(t *testing.T) {
	t.Parallel()
	for _, positive := range []bool{false, true} {
		x, d := drawn(1, 70, 8, 14, 0.1, false)
		copy(d.Row(3), d.Row(5)) // atoms that are equal
		clear(x.Row(2))
		c := Coder{Lambda: 0.2, Nonnegative: positive}
		codes, err := c.Encode(t.Context(), d, x)
		if err != nil {
			t.Fatal(err)
		}
		var want float64
		for i := range x.R {
			want += lassoValue(d, x.Row(i), c.Lambda, positive) / float64(x.R)
		}
		if got := value(d, x, codes, c.Lambda); math.Abs(got-want) > 1e-9 || math.Abs(got-codes.Objective) > 1e-9 {
			t.Errorf("P = %.10g, said is %.10g, by descent %.10g", got, codes.Objective, want)
		}
		if !(codes.Gap > 0 && codes.Gap < 1e-9) {
			t.Errorf("gap %g", codes.Gap)
		}
	}
}

// TestPursuit takes the atoms one after another by least squares of gonum, of all that there are for the best fit.
func TestPursuit(t *testing.T) {
	t.Parallel()
	for _, bestFit := range []bool{false, true} {
		testPursuit(t, bestFit)
	}
}

// leastSquares is the fit of a signal by atoms, and what it leaves.
func leastSquares(t *testing.T, d *linalg.Dense, of []int, x []float64) (alpha *mat.VecDense, left []float64) {
	t.Helper()
	m, left := mat.NewDense(len(x), len(of), nil), slices.Clone(x)
	for k, j := range of {
		m.SetCol(k, d.Row(j))
	}
	alpha = &mat.VecDense{}
	if err := alpha.SolveVec(m, mat.NewVecDense(len(x), x)); err != nil {
		t.Fatal(err)
	}
	for k, j := range of {
		floats.AddScaled(left, -alpha.AtVec(k), d.Row(j))
	}
	return alpha, left
}

func testPursuit(t *testing.T, bestFit bool) {
	const n, m, p, atoms = 70, 10, 25, 4
	x, d := drawn(2, n, m, p, 0.3, false)
	copy(d.Row(7), d.Row(9))
	codes, err := Coder{Greedy: true, Atoms: atoms, BestFit: bestFit}.Encode(t.Context(), d, x)
	if err != nil || !math.IsNaN(codes.Gap) {
		t.Fatal(codes.Gap, err)
	}
	for i := range n {
		left, taken := slices.Clone(x.Row(i)), []int{}
		var alpha *mat.VecDense
		for range atoms {
			best, most := -1, math.Inf(-1)
			for j := range p {
				if slices.Contains(taken, j) || j == 9 { // a copy of 7
					continue
				}
				v := math.Abs(floats.Dot(left, d.Row(j)))
				if bestFit {
					_, after := leastSquares(t, d, append(slices.Clone(taken), j), x.Row(i))
					v = -floats.Norm(after, 2)
				}
				if v > most {
					best, most = j, v
				}
			}
			taken = append(taken, best)
			alpha, left = leastSquares(t, d, taken, x.Row(i))
		}
		col, val := codes.Alpha.Row(i)
		for k, j := range taken {
			at := slices.Index(col, int32(j))
			if at < 0 || math.Abs(val[at]-alpha.AtVec(k)) > 1e-9 {
				t.Errorf("signal %d: atoms %v, not %v", i, col, taken)
				break
			}
		}
	}
	const enough = 0.5
	if codes, err = (Coder{Greedy: true, Atoms: m, Left: enough}).Encode(t.Context(), d, x); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		one := linalg.NewDense(1, m, x.Row(i))
		col, val := codes.Alpha.Row(i)
		c := &Codes{Alpha: linalg.NewCSR(1, p, []int{0, len(col)}, col, val)}
		if left := 2 * value(d, one, c, 0); left > enough+1e-9 {
			t.Errorf("of signal %d %g is left", i, left)
		}
	}
}

// TestOnlineFindsAtoms: from somewhere near, the atoms that signals were made of come back, and F falls.
func TestOnlineFindsAtoms(t *testing.T) {
	t.Parallel()
	for _, positive := range []bool{false, true} {
		x, d := drawn(3, 400, 16, 10, 0.01, positive)
		c := Online{
			Atoms: 10, Coder: Coder{Lambda: 0.1, Nonnegative: positive}, Batch: 100, Nonnegative: positive, Seed: 1,
		}
		rng := rand.New(rand.NewPCG(9, 9))
		c.Start = linalg.NewDense(10, 16, slices.Clone(d.Data))
		for k := range c.Start.Data {
			c.Start.Data[k] += 0.1 * rng.NormFloat64()
		}
		var first, last float64
		var found *linalg.Dense
		for s, err := range c.Iterations(t.Context(), x) {
			if err != nil {
				t.Fatal(err)
			}
			if last = s.Objective; s.Iter == 1 {
				first = last
			}
			if found = s.D; s.Iter == 60 {
				break
			}
		}
		near := 0
		for j := range d.R {
			for k := range found.R {
				if math.Abs(floats.Dot(d.Row(j), found.Row(k))) > 0.98 {
					near++
					break
				}
			}
		}
		if near < 10 || last > 0.95*first {
			t.Errorf("nonnegative %v: %d of 10 atoms came back; F from %g to %g", positive, near, first, last)
		}
		for j := range found.R {
			if norm := floats.Norm(found.Row(j), 2); norm > 1+1e-12 || positive && floats.Min(found.Row(j)) < 0 {
				t.Errorf("atom %d has the norm %g", j, norm)
			}
		}
	}
}

// TestNonnegativeFactors: a product of nonnegative factors is found again, F never rises, and is what the formula says.
func TestNonnegativeFactors(t *testing.T) {
	t.Parallel()
	const n, m, p = 30, 12, 3
	rng := rand.New(rand.NewPCG(4, 4))
	a, d, x := linalg.NewDense(n, p, nil), linalg.NewDense(p, m, nil), linalg.NewDense(n, m, nil)
	for _, f := range [][]float64{a.Data, d.Data} {
		for k := range f {
			f[k] = max(0, rng.NormFloat64())
		}
	}
	linalg.Gemm(x.Data, a.Data, d.Data, n, p, m, false)
	before := math.Inf(1)
	for s, err := range (Nonnegative{Atoms: p, Seed: 2}).Iterations(t.Context(), x) {
		if err != nil {
			t.Fatal(err)
		}
		product := make([]float64, n*m)
		linalg.Gemm(product, s.A.Data, s.D.Data, n, p, m, false)
		floats.Sub(product, x.Data)
		if f := floats.Dot(product, product) / 2; math.Abs(f-s.Objective) > 1e-10*(1+s.xx) {
			t.Fatalf("F = %g, said is %g", f, s.Objective)
		}
		if s.Objective > before+1e-12*s.xx || floats.Min(s.A.Data) < 0 || floats.Min(s.D.Data) < 0 {
			t.Fatalf("step %d: F = %g after %g", s.Iter, s.Objective, before)
		}
		if before = s.Objective; s.Iter == 600 {
			if s.Objective > 1e-6*s.xx {
				t.Errorf("F = %g of %g in the end", s.Objective, s.xx/2)
			}
			break
		}
	}
}
