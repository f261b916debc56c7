package glasso

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// covariances are those of n examples of d variables, each of which follows the one before.
func covariances(seed uint64, n, d int) *linalg.Dense {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := linalg.NewDense(n, d, nil)
	for i := range n {
		before := 0.
		for j := range d {
			before = 0.6*before + rng.NormFloat64()
			x.Row(i)[j] = before
		}
	}
	g := linalg.GramOfColumns(x, nil)
	for k := range g {
		g[k] /= float64(n)
	}
	return linalg.NewDense(d, d, g)
}

// solved is the last state of a problem, and what each state said of objective and gap.
func solved(t *testing.T, c Newton, p Problem) (last *State, said [][2]float64) {
	t.Helper()
	for st, err := range c.Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		last, said = st, append(said, [2]float64{st.Objective, st.Gap})
		if st.Settled() || st.Iter == 100 {
			break
		}
	}
	return last, said
}

// byMultipliers is the minimum by the method of multipliers on X = Z, of whose two steps one is an eigendecomposition
// and the other a threshold (Boyd et al. 2011, section 6.5).
func byMultipliers(t *testing.T, p Problem, rho float64, steps int) (z []float64, objective float64) {
	t.Helper()
	d := p.S.R
	x, u := make([]float64, d*d), make([]float64, d*d)
	z = make([]float64, d*d)
	for range steps {
		m := make([]float64, d*d)
		for k := range m {
			m[k] = rho*(z[k]-u[k]) - p.S.Data[k]
		}
		values, vectors, ok := linalg.EigenSym(m, d)
		if !ok {
			t.Fatal("no eigenvalues")
		}
		clear(x)
		for r, v := range values {
			q := vectors[r*d : (r+1)*d]
			for i := range d {
				linalg.Axpy(x[i*d:(i+1)*d], q[i]*(v+math.Sqrt(v*v+4*rho))/(2*rho), q)
			}
		}
		for k := range z {
			z[k] = soft(x[k]+u[k], p.bound(k/d, k%d)/rho)
			u[k] += x[k] - z[k]
		}
	}
	values, _, _ := linalg.EigenSym(append([]float64(nil), z...), d)
	for _, v := range values {
		objective -= math.Log(v)
	}
	for k, v := range z {
		if v != 0 {
			objective += p.S.Data[k]*v + p.bound(k/d, k%d)*math.Abs(v)
		}
	}
	return z, objective
}

// TestNewtonAgainstMultipliers compares with another method, for weights of all kinds, fewer examples than variables,
// and starts from elsewhere. No gap on the way is less than what is missing.
func TestNewtonAgainstMultipliers(t *testing.T) {
	t.Parallel()
	const d = 8
	weights := linalg.NewDense(d, d, nil)
	for k := range weights.Data {
		i, j := min(k/d, k%d), max(k/d, k%d)
		weights.Data[k] = []float64{0.5, 1, 2, math.Inf(1)}[(3*i+5*j)%4]
		if i == j {
			weights.Data[k] = 0.3
		}
	}
	for seed, n := range []int{4, 30, 200} {
		s := covariances(uint64(seed), n, d)
		for _, share := range []float64{0.9, 0.3, 0.15} {
			for _, w := range []*linalg.Dense{nil, weights} {
				p := Problem{S: s, Weights: w}
				p.Lambda = share * p.LambdaMax()
				z, least := byMultipliers(t, p, 0.5, 1500)
				st, said := solved(t, Newton{}, p)
				for k, v := range st.X(nil) {
					if math.Abs(v-z[k]) > 1e-6*(1+math.Abs(z[k])) {
						t.Errorf("n = %d, λ = %g: X[%d] = %.8g, by multipliers %.8g", n, p.Lambda, k, v, z[k])
					}
				}
				for iter, v := range said {
					if v[0]-least > v[1]+1e-9 {
						t.Errorf("n = %d, λ = %g, step %d: the gap %g, and P − P* = %g", n, p.Lambda, iter, v[1], v[0]-least)
					}
				}
				if st.Gap > 1e-10*d || !(st.Gap >= st.Rounding) || !(st.Rounding > 0) {
					t.Errorf("n = %d, λ = %g: the gap is %g in the end, of rounding %g", n, p.Lambda, st.Gap, st.Rounding)
				}
				again, _ := solved(t, Newton{Start: linalg.NewDense(d, d, z)}, p)
				if math.Abs(again.Objective-st.Objective) > 1e-9 {
					t.Errorf("from another start P = %.12g, not %.12g", again.Objective, st.Objective)
				}
				if w != nil && p.Weights.At(0, 1) == math.Inf(1) && st.X(nil)[1] != 0 {
					t.Error("an edge that there is not has an entry")
				}
			}
		}
	}
}

// TestForests: where pairs with |S_ij| > λ are a forest, X has a closed form by their pairs alone (Fattahi and Sojoudi,
// Graphical Lasso and Thresholding: Equivalence and Closed-Form Solutions, 2019, theorem 5).
func TestForests(t *testing.T) {
	t.Parallel()
	const d, lambda = 6, 0.2
	p := Problem{S: linalg.NewDense(d, d, nil), Lambda: lambda}
	for i := range d {
		p.S.Data[i*d+i] = 1 + 0.1*float64(i)
		for j := range i {
			v := 0.1
			if j == (i-1)/2 && i != 4 { // a tree, and variable 4 apart
				v = 0.6 - 0.05*float64(i)
			}
			p.S.Data[i*d+j], p.S.Data[j*d+i] = v, v
		}
	}
	for j := range d {
		if j != 4 {
			p.S.Data[4*d+j], p.S.Data[j*d+4] = -0.05, -0.05
		}
	}
	st, _ := solved(t, Newton{}, p)
	x := st.X(nil)
	for i := range d {
		want := 1 / p.S.At(i, i)
		for j := range d {
			if v := soft(p.S.At(i, j), lambda); i != j && v != 0 {
				det := p.S.At(i, i)*p.S.At(j, j) - v*v
				want += v * v / det / p.S.At(i, i)
				if math.Abs(x[i*d+j]+v/det) > 1e-9 {
					t.Errorf("X[%d, %d] = %g, not %g", i, j, x[i*d+j], -v/det)
				}
			} else if i != j && x[i*d+j] != 0 {
				t.Errorf("X[%d, %d] = %g is no edge", i, j, x[i*d+j])
			}
		}
		if math.Abs(x[i*d+i]-want) > 1e-9 {
			t.Errorf("X[%d, %d] = %g, not %g", i, i, x[i*d+i], want)
		}
	}
	if len(st.Parts) != 2 {
		t.Errorf("parts %v", st.Parts)
	}
	product := make([]float64, d*d)
	linalg.Gemm(product, x, st.Covariance(nil), d, d, d, false)
	for k, v := range product {
		if one := 1 - min(1, math.Abs(float64(k/d-k%d))); math.Abs(v-one) > 1e-12 {
			t.Fatalf("X times the covariance is %g at %d", v, k)
		}
	}
	p.Lambda = p.LambdaMax()
	if st, _ = solved(t, Newton{}, p); len(st.Parts) != d {
		t.Errorf("at λ_max there are %d parts", len(st.Parts))
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	two := func(v ...float64) *linalg.Dense { return linalg.NewDense(2, 2, v) }
	inf := math.Inf(1)
	for want, p := range map[string]Problem{
		"0 × 0":                             {S: linalg.NewDense(0, 0, nil)},
		"1 × 2":                             {S: linalg.NewDense(1, 2, nil)},
		"variables 1 and 2 is NaN":          {S: two(1, math.NaN(), 0, 1)},
		"one way round":                     {S: two(1, .5, .4, 1)},
		"variable 2 has the variance 0":     {S: two(1, 0, 0, 0)},
		"variable 1 has the variance -1":    {S: two(-1, 0, 0, 1)},
		"λ = -1":                            {S: two(1, 0, 0, 1), Lambda: -1},
		"λ = NaN":                           {S: two(1, 0, 0, 1), Lambda: math.NaN()},
		"the weights are 1 × 1":             {S: two(1, 0, 0, 1), Weights: linalg.NewDense(1, 1, nil)},
		"weight of variables 1 and 2 is -1": {S: two(1, 0, 0, 1), Weights: two(0, -1, -1, 0)},
		"same both ways":                    {S: two(1, 0, 0, 1), Weights: two(0, 1, 2, 0)},
		"itself is infinite":                {S: two(1, 0, 0, 1), Weights: two(inf, 1, 1, 0)},
	} {
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %q", err, want)
		}
		for _, err := range (Newton{}).Iterations(t.Context(), p) {
			if err == nil {
				t.Errorf("%s: the sequence begins", want)
			}
		}
	}
}

// TestInterrupted: what was reached before the end of a context goes with what is said of it.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	p := Problem{S: covariances(1, 50, 20)}
	p.Lambda = 0.1 * p.LambdaMax()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for st, err := range (Newton{}).Iterations(ctx, p) {
		if st.Iter == 2 {
			stop()
		}
		if err == nil {
			continue
		}
		if !errors.Is(err, context.Canceled) || st.Iter != 2 {
			t.Errorf("step %d: %v", st.Iter, err)
		}
		values, _, _ := linalg.EigenSym(st.X(nil), 20)
		sum := 0.
		for _, v := range values {
			sum -= math.Log(v)
		}
		for k, v := range st.X(nil) {
			sum += v * p.S.Data[k]
			if k/20 != k%20 {
				sum += p.Lambda * math.Abs(v)
			}
		}
		if math.Abs(sum-st.Objective) > 1e-9 {
			t.Errorf("P = %g, said is %g", sum, st.Objective)
		}
	}
}
