package bundle

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// dualOf is a problem over the Gram matrix of rows.
func dualOf(rows [][]float64, sigma []float64) (*activeSet, *gram) {
	g := &gram{}
	for i, a := range rows {
		row := make([]float64, i+1)
		for j := range row {
			row[j] = floats.Dot(a, rows[j])
		}
		g.grow(row, sigma[i])
	}
	return &activeSet{gram: g}, g
}

// leastOver is the minimum of ½αᵀGα − cᵀα over the simplex, by the stationary points of all faces.
func leastOver(g *gram, c []float64, total float64) float64 {
	least := math.Inf(1)
	for set := 1; set < 1<<len(c); set++ {
		var on []int
		for i := range c {
			if set>>i&1 == 1 {
				on = append(on, i)
			}
		}
		m := len(on)
		k, rhs := mat.NewDense(m+1, m+1, nil), mat.NewVecDense(m+1, nil)
		for p, i := range on {
			for q, j := range on {
				k.Set(p, q, g.g[i][j])
			}
			k.Set(p, m, g.sigma[i])
			k.Set(m, p, g.sigma[i])
			rhs.SetVec(p, c[i])
		}
		rhs.SetVec(m, total)
		var x mat.VecDense
		if x.SolveVec(k, rhs) != nil {
			continue
		}
		alpha := make([]float64, len(c))
		feasible := true
		for p, i := range on {
			alpha[i] = x.AtVec(p)
			feasible = feasible && alpha[i] >= -1e-12
		}
		if feasible {
			least = min(least, quadratic(g, c, alpha))
		}
	}
	return least
}

func quadratic(g *gram, c, alpha []float64) (q float64) {
	for i, v := range alpha {
		q += v * (floats.Dot(g.g[i], alpha)/2 - c[i])
	}
	return q
}

// TestActiveSetFindsTheMinimum compares with all faces of the simplex, for rows that grow one by one, whole numbers
// which make many of them dependent, totals that change, and variables that are not summed.
func TestActiveSetFindsTheMinimum(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 300 {
		d := 1 + rng.IntN(4)
		s, g := dualOf(nil, nil)
		var rows [][]float64
		var c []float64
		for i := range 2 + rng.IntN(7) {
			a := make([]float64, d)
			for j := range a {
				a[j] = float64(rng.IntN(5) - 2)
			}
			sigma := 1.0
			if i > 0 && trial%3 == 2 && i <= d { // −e_j, as for w ≥ 0
				clear(a)
				a[i-1], sigma = -1, 0
			} else if i > 1 && rng.IntN(5) == 0 {
				copy(a, rows[i-1])
			}
			rows, c = append(rows, a), append(c, sigma*float64(rng.IntN(7)-3))
			row := make([]float64, len(rows))
			for j := range row {
				row[j] = floats.Dot(a, rows[j])
			}
			g.grow(row, sigma)
			total := 1 + float64(rng.IntN(3))
			alpha := s.solve(c, total)
			if got, want := quadratic(g, c, alpha), leastOver(g, c, total); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("trial %d, %d variables: %.12g, not %.12g", trial, len(c), got, want)
			}
			var sum float64
			for j, v := range alpha {
				sum += g.sigma[j] * v
			}
			if math.Abs(sum-total) > 1e-12 || floats.Min(alpha) < 0 {
				t.Fatalf("trial %d: α = %v does not sum to %g", trial, alpha, total)
			}
		}
	}
}

// TestActiveSetIsOptimal checks the conditions of Karush, Kuhn and Tucker where there are too many faces to try: on
// rows of very different lengths of which many are nearly dependent, all alike, all 0, or on a line, that come one by
// one as cuts do.
func TestActiveSetIsOptimal(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	const d = 20
	base := make([]float64, d)
	for what, row := range map[string]func(a []float64){
		"nearly dependent": func(a []float64) {
			for j := range base {
				base[j] += rng.NormFloat64() * math.Pow(10, -4*rng.Float64())
				a[j] = base[j] + 1e-7*rng.NormFloat64()
			}
		},
		"alike": func(a []float64) {
			for j := range a {
				a[j] = float64(j)
			}
		},
		"0":         func([]float64) {},
		"on a line": func(a []float64) { a[3], a[7] = float64(rng.IntN(9)-4), 1 },
		"of all lengths": func(a []float64) {
			for j := range a {
				a[j] = rng.NormFloat64()
			}
			floats.Scale(math.Pow(10, 8*rng.Float64()-4), a)
		},
	} {
		s, g := dualOf(nil, nil)
		var rows [][]float64
		var c []float64
		for n := range 120 {
			a := make([]float64, d)
			row(a)
			rows, c = append(rows, a), append(c, 0.1*(1+floats.Dot(a, a))*float64(rng.IntN(20)))
			products := make([]float64, len(rows))
			for i := range rows {
				products[i] = floats.Dot(a, rows[i])
			}
			g.grow(products, 1)
			for _, total := range []float64{1, 7} {
				off := offOptimum(g, c, s.solve(c, total))
				if off > 1e-9*(total*g.g[n][n]+floats.Norm(c, math.Inf(1))) {
					t.Fatalf("rows %s, %d of them, total %g: slopes of what is not 0 are up to %g above the least", what, n+1, total,
						off)
				}
			}
		}
	}
}

// offOptimum is by how much the slope of a variable that is not 0 exceeds the least.
func offOptimum(g *gram, c, alpha []float64) float64 {
	least, on := math.Inf(1), math.Inf(-1)
	for i := range c {
		slope := floats.Dot(g.g[i], alpha) - c[i]
		least = min(least, slope)
		if alpha[i] > 0 {
			on = max(on, slope)
		}
	}
	return on - least
}

// TestActiveSetAgainstOtherSolvers compares with the values of Clarabel 0.11.1 to 1e-13, and of quadprog 0.1.13 where
// the matrix is definite: a_ij = (1 + i/10) sin(ij + i/7), c_i = 4 cos 3i.
func TestActiveSetAgainstOtherSolvers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, d  int
		total float64
		want  float64
	}{
		{12, 20, 1, -0.9068963761864729},
		{30, 40, 2, -4.068785526302305},
		{30, 10, 1, -3.891676373182823},
		{60, 6, 5, -19.669240036750452},
	} {
		rows, linear, sigma := make([][]float64, c.n), make([]float64, c.n), make([]float64, c.n)
		for i := range rows {
			x := float64(i + 1)
			rows[i], linear[i], sigma[i] = make([]float64, c.d), 4*math.Cos(3*x), 1
			for j := range rows[i] {
				rows[i][j] = (1 + x/10) * math.Sin(x*float64(j+1)+x/7)
			}
		}
		s, g := dualOf(rows, sigma)
		if got := quadratic(g, linear, s.solve(linear, c.total)); math.Abs(got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%d rows of %d numbers: %.16g, not %.16g", c.n, c.d, got, c.want)
		}
	}
}

// BenchmarkThousandCuts solves the dual after each of a thousand rows, warm.
func BenchmarkThousandCuts(b *testing.B) {
	for b.Loop() {
		rng := rand.New(rand.NewPCG(9, 10))
		s, g := dualOf(nil, nil)
		var rows [][]float64
		var c []float64
		for range 1000 {
			a := make([]float64, 123)
			for j := range a {
				a[j] = rng.NormFloat64()
			}
			rows, c = append(rows, a), append(c, rng.Float64())
			row := make([]float64, len(rows))
			for j := range row {
				row[j] = floats.Dot(a, rows[j])
			}
			g.grow(row, 1)
			s.solve(c, 1)
		}
	}
}
