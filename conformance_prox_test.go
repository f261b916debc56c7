package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// regularizer is one row of the table: how to make it for a strength and a dimension, and a route to its prox that shares no
// code with it.
type regularizer struct {
	make      func(lambda float64, d int) toolkit.Proxable
	reference func(v []float64, gamma, lambda float64) []float64
}

var regularizers = map[string]regularizer{
	"L1": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.L1{Lambda: l} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda * math.Abs(z) })
		},
	},
	"L1/weighted": {
		make: func(l float64, d int) toolkit.Proxable {
			w := make([]float64, d)
			for j := range w {
				w[j] = sawtooth(j)
			}
			return prox.L1{Lambda: l, Weights: w}
		},
		reference: func(v []float64, gamma, lambda float64) (out []float64) {
			for j := range v {
				out = append(out, eachCoordinate(v[j:j+1], gamma, func(z float64) float64 { return lambda * sawtooth(j) * math.Abs(z) })...)
			}
			return out
		},
	},
	"SquaredL1": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.SquaredL1{Lambda: l} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return squaredL1(v, gamma*lambda, func(int) float64 { return 1 })
		},
	},
	"SquaredL1/weighted": {
		make: func(l float64, d int) toolkit.Proxable {
			w := make([]float64, d)
			for j := range w {
				w[j] = sawtooth(j)
			}
			return prox.SquaredL1{Lambda: l, Weights: w}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 { return squaredL1(v, gamma*lambda, sawtooth) },
	},
	"L1Ball": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.L1Ball{Radius: l} },
		reference: func(v []float64, _, radius float64) []float64 { // the soft threshold at which the norm falls to the radius
			return thresholdWhere(v, func(int) float64 { return 1 }, func(z []float64, _ float64) bool { return floats.Norm(z, 1) > radius })
		},
	},
	"Power": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.Power{Lambda: l, Q: 1.5} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * math.Pow(math.Abs(z), 1.5) })
		},
	},
	"Power/3": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.Power{Lambda: l, Q: 3} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * math.Pow(math.Abs(z), 3) })
		},
	},
	"Ridge": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.Ridge{Mu: l} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * z * z })
		},
	},
	"Ridge/elastic-net": {
		make: func(l float64, _ int) toolkit.Proxable { return prox.Ridge{Mu: 0.7, Inner: prox.L1{Lambda: l}} },
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return eachCoordinate(v, gamma, func(z float64) float64 { return lambda*math.Abs(z) + 0.35*z*z })
		},
	},
	"L21": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.L21{Lambda: l, Groups: pairs(d), Weights: weightsOf(pairs(d))}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return sumOfNorms(v, gamma*lambda, pairs(len(v)), sawtooth)
		},
	},
	"SparseGroup": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.SparseGroup{Lambda: l, Mix: 0.3, Groups: pairs(d), Weights: weightsOf(pairs(d))}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 { // every coordinate as one more group
			groups := pairs(len(v))
			p := len(groups)
			for j := range v {
				groups = append(groups, []int{j})
			}
			return sumOfNorms(v, gamma*lambda, groups, func(k int) float64 {
				if k < p {
					return 0.3 * sawtooth(k)
				}
				return 0.7
			})
		},
	},
	"Tree": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.Tree{Lambda: l, Groups: nested(d), Weights: weightsOf(nested(d))}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return sumOfNorms(v, gamma*lambda, nested(len(v)), sawtooth)
		},
	},
	"Overlap": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.Overlap{Lambda: l, Groups: chained(d), Weights: weightsOf(chained(d))}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 {
			groups := chained(len(v))
			maps := make([]rowsOf, len(groups))
			for k, g := range groups {
				for _, j := range g {
					maps[k] = append(maps[k], map[int]float64{j: sawtooth(k)})
				}
			}
			return sumOfMappedNorms(v, gamma*lambda, maps)
		},
	},
	"TotalVariation": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.TotalVariation{Lambda: l, Rows: fewRows(d), Cols: d / fewRows(d)}
		},
		reference: totalVariation,
	},
	"MultiTask": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.MultiTask{Lambda: l, Cols: d / fewRows(d)}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 {
			out := append([]float64(nil), v...)
			k := len(v) / fewRows(len(v))
			for lo := 0; lo < len(v); lo += k {
				row := out[lo : lo+k]
				floats.Scale(max(0, 1-gamma*lambda/floats.Norm(row, 2)), row)
			}
			return out
		},
	},
	"TraceNorm": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.TraceNorm{Lambda: l, Rows: fewRows(d), Cols: d / fewRows(d)}
		},
		reference: traceNorm,
	},
	"OnNorms/squared": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.OnNorms{Psi: prox.SquaredL1{Lambda: l}, Groups: pairs(d)}
		},
		reference: func(v []float64, gamma, lambda float64) []float64 {
			return shrinkGroupsWhere(v, func(sum, tau float64) bool { return tau < gamma*lambda*sum })
		},
	},
	"OnNorms/ball": {
		make: func(l float64, d int) toolkit.Proxable {
			return prox.OnNorms{Psi: prox.L1Ball{Radius: l}, Groups: pairs(d)}
		},
		reference: func(v []float64, _, radius float64) []float64 {
			return shrinkGroupsWhere(v, func(sum, _ float64) bool { return sum > radius })
		},
	},
}

// fewRows is the shape of the matrices of d numbers on which the trace norm is tried: two rows where that is possible.
func fewRows(d int) int { return 2 - d%2 }

// traceNorm is the trace norm's prox Q diag(max(0, 1 − γλ/σ)) Qᵀ V by the eigenvectors Q of V Vᵀ, a matrix of at most 2 × 2 whose
// rotation is known in closed form.
func traceNorm(v []float64, gamma, lambda float64) []float64 {
	rows := fewRows(len(v))
	cols := len(v) / rows
	shrink := func(squared float64) float64 { return math.Max(0, 1-gamma*lambda/math.Sqrt(squared)) }
	out := make([]float64, len(v))
	if rows == 1 {
		floats.AddScaled(out, shrink(floats.Dot(v, v)), v)
		return out
	}
	a, b := v[:cols], v[cols:]
	p, q, r := floats.Dot(a, a), floats.Dot(a, b), floats.Dot(b, b)
	angle := math.Atan2(2*q, p-r) / 2
	for _, e := range [][2]float64{{math.Cos(angle), math.Sin(angle)}, {-math.Sin(angle), math.Cos(angle)}} {
		eigenvalue := p*e[0]*e[0] + 2*q*e[0]*e[1] + r*e[1]*e[1]
		if eigenvalue <= 1e-14*(p+r) {
			continue // of rank 1
		}
		s := shrink(eigenvalue)
		for j := range cols {
			along := e[0]*a[j] + e[1]*b[j]
			out[j] += s * e[0] * along
			out[cols+j] += s * e[1] * along
		}
	}
	return out
}

// sawtooth are weights 1/2, 1, 3/2, 1/2, …
func sawtooth(k int) float64 { return float64(k%3+1) / 2 }

func weightsOf(groups prox.Groups) []float64 {
	w := make([]float64, len(groups))
	for k := range w {
		w[k] = sawtooth(k)
	}
	return w
}

// pairs are disjoint groups of two neighbours, the last perhaps of one.
func pairs(d int) prox.Groups {
	var out prox.Groups
	for j := 0; j < d; j += 2 {
		g := []int{j}
		if j+1 < d {
			g = append(g, j+1)
		}
		out = append(out, g)
	}
	return out
}

// nested are groups of a tree, leaves first: the first coordinate, the pairs, all.
func nested(d int) prox.Groups {
	all := make([]int, d)
	for j := range all {
		all[j] = j
	}
	return append(append(prox.Groups{{0}}, pairs(d)...), all)
}

// chained are groups of three neighbours, each of which shares two with the next.
func chained(d int) prox.Groups {
	var out prox.Groups
	for j := range d {
		g := []int{j}
		for l := j + 1; l < min(d, j+3); l++ {
			g = append(g, l)
		}
		out = append(out, g)
	}
	return out
}

// totalVariation is its prox.
func totalVariation(v []float64, gamma, lambda float64) []float64 {
	return denoisedByMultipliers(v, gamma*lambda, fewRows(len(v)), len(v)/fewRows(len(v)))
}

// denoisedByMultipliers is that of t TV by the maps from an image to the differences at each pixel.
func denoisedByMultipliers(v []float64, t float64, rows, cols int) []float64 {
	var maps []rowsOf
	for i := range rows {
		for j := range cols {
			down, right := map[int]float64{}, map[int]float64{}
			if i+1 < rows {
				down[(i+1)*cols+j], down[i*cols+j] = 1, -1
			}
			if j+1 < cols {
				right[i*cols+j+1], right[i*cols+j] = 1, -1
			}
			maps = append(maps, rowsOf{down, right})
		}
	}
	return sumOfMappedNorms(v, t, maps)
}

// rowsOf is a matrix by its rows' nonzeros.
type rowsOf []map[int]float64

// sumOfMappedNorms minimizes t Σ_k ‖M_k z‖ + ½‖z − v‖² by the alternating direction method of multipliers: z solves a linear system,
// s_k = M_k z is shrunk.
func sumOfMappedNorms(v []float64, t float64, maps []rowsOf) []float64 {
	d := len(v)
	system := mat.NewSymDense(d, nil)
	for j := range d {
		system.SetSym(j, j, 1)
	}
	s, u := make([][]float64, len(maps)), make([][]float64, len(maps))
	for k, m := range maps {
		s[k], u[k] = make([]float64, len(m)), make([]float64, len(m))
		for _, row := range m {
			for i, a := range row {
				for j, b := range row {
					if i <= j {
						system.SetSym(i, j, system.At(i, j)+a*b)
					}
				}
			}
		}
	}
	var chol mat.Cholesky
	chol.Factorize(system)
	z := mat.NewVecDense(d, append([]float64(nil), v...))
	for range 4000 {
		right := append([]float64(nil), v...)
		for k, m := range maps {
			for i, row := range m {
				for j, a := range row {
					right[j] += a * (s[k][i] - u[k][i])
				}
			}
		}
		if err := chol.SolveVecTo(z, mat.NewVecDense(d, right)); err != nil {
			panic(err)
		}
		for k, m := range maps {
			mz := make([]float64, len(m))
			for i, row := range m {
				for j, a := range row {
					mz[i] += a * z.AtVec(j)
				}
			}
			floats.AddTo(s[k], mz, u[k])
			shrink := 0.0
			if n := floats.Norm(s[k], 2); n > t {
				shrink = 1 - t/n
			}
			floats.Scale(shrink, s[k])
			floats.Add(u[k], mz)
			floats.Sub(u[k], s[k])
		}
	}
	return z.RawVector().Data
}

// squaredL1 is soft(v, d τ) with τ = t Σ d|soft(v, d τ)|, by bisection.
func squaredL1(v []float64, t float64, weight func(int) float64) []float64 {
	return thresholdWhere(v, weight, func(z []float64, tau float64) bool {
		var norm float64
		for j, x := range z {
			norm += weight(j) * math.Abs(x)
		}
		return tau < t*norm
	})
}

// thresholdWhere is soft(v, d τ) at the τ where tooLow turns false, by bisection.
func thresholdWhere(v []float64, weight func(int) float64, tooLow func(z []float64, tau float64) bool) []float64 {
	at := func(tau float64) []float64 {
		z := make([]float64, len(v))
		for j, x := range v {
			z[j] = math.Copysign(math.Max(0, math.Abs(x)-weight(j)*tau), x)
		}
		return z
	}
	if !tooLow(at(0), 0) {
		return at(0)
	}
	lo, hi := 0.0, 4*floats.Norm(v, 1)
	for range 100 {
		if tau := (lo + hi) / 2; tooLow(at(tau), tau) {
			lo = tau
		} else {
			hi = tau
		}
	}
	return at(hi)
}

// shrinkGroupsWhere shortens every pair of v by the τ where tooLow, told the sum of the norms, turns false.
func shrinkGroupsWhere(v []float64, tooLow func(sum, tau float64) bool) []float64 {
	at := func(tau float64) (z []float64, sum float64) {
		z = make([]float64, len(v))
		for _, g := range pairs(len(v)) {
			var n float64
			for _, j := range g {
				n = math.Hypot(n, v[j])
			}
			sum += math.Max(0, n-tau)
			for _, j := range g {
				if n > tau {
					z[j] = v[j] * (n - tau) / n
				}
			}
		}
		return z, sum
	}
	z, sum := at(0)
	if !tooLow(sum, 0) {
		return z
	}
	lo, hi := 0.0, 4*floats.Norm(v, 1)
	for range 100 {
		tau := (lo + hi) / 2
		if _, sum := at(tau); tooLow(sum, tau) {
			lo = tau
		} else {
			hi = tau
		}
	}
	z, _ = at(hi)
	return z
}

// sumOfNorms minimizes t Σ_k w_k ‖z_k‖ + ½‖z − v‖² over any groups through its dual, z = v − Σ_k u_k with ‖u_k‖ ≤ t w_k, one
// u_k at a time.
func sumOfNorms(v []float64, t float64, groups prox.Groups, weight func(int) float64) []float64 {
	z := append([]float64(nil), v...)
	u := make([][]float64, len(groups))
	for k, g := range groups {
		u[k] = make([]float64, len(g))
	}
	for range 3000 {
		for k, g := range groups {
			var n float64
			for i, j := range g {
				z[j] += u[k][i]
				n = math.Hypot(n, z[j])
			}
			c := 1.0
			if r := t * weight(k); n > r {
				c = r / n
			}
			for i, j := range g {
				u[k][i] = c * z[j]
				z[j] -= u[k][i]
			}
		}
	}
	return z
}

// eachCoordinate minimizes g(z) + (z − v)²/(2γ) for every coordinate by golden section search.
func eachCoordinate(v []float64, gamma float64, g func(float64) float64) []float64 {
	out := make([]float64, len(v))
	for j, x := range v {
		out[j] = goldenSection(-2*math.Abs(x)-1, 2*math.Abs(x)+1, func(z float64) float64 {
			return gamma*g(z) + (z-x)*(z-x)/2
		})
	}
	return out
}

func goldenSection(lo, hi float64, f func(float64) float64) float64 {
	r := (math.Sqrt(5) - 1) / 2
	for range 200 {
		a, b := hi-r*(hi-lo), lo+r*(hi-lo)
		if f(a) < f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return (lo + hi) / 2
}

func randomVector(rng *rand.Rand, n int, scale float64) []float64 {
	v := make([]float64, n)
	for j := range v {
		v[j] = scale * rng.NormFloat64()
	}
	return v
}

func TestRegularizers(t *testing.T) {
	t.Parallel()
	for name, r := range regularizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 2))
			for range 100 {
				d := 1 + rng.IntN(8)
				gamma, lambda := math.Exp(2*rng.NormFloat64()), math.Exp(2*rng.NormFloat64())
				g := r.make(lambda, d)
				v := randomVector(rng, d, 3)
				z := make([]float64, d)
				value := g.Prox(z, v, gamma)
				if want := g.Value(z); !near(value, want, 1e-12) {
					t.Fatalf("Prox returned %g, the value there is %g", value, want)
				}
				tol := 1e-6
				if _, iterative := g.(toolkit.IterativeProx); iterative {
					tol = 1e-5 // the reference iterates as well
				}
				if want := r.reference(v, gamma, lambda); !floats.EqualApprox(z, want, tol) {
					t.Fatalf("γ=%g λ=%g: prox of %v is %v, by the reference %v", gamma, lambda, v, z, want)
				}
				threePoints(t, g, z, v, gamma, randomVector(rng, d, 3))
				fenchelYoung(t, g, z, v, gamma)
				alias := append([]float64(nil), v...)
				if g.Prox(alias, alias, gamma); !floats.Equal(alias, z) {
					t.Fatalf("aliased prox %v, otherwise %v", alias, z)
				}
			}
		})
	}
}

// threePoints checks g(z) + ‖z−v‖²/2γ + ‖y−z‖²/2γ ≤ g(y) + ‖y−v‖²/2γ, which characterizes z = prox_{γg}(v).
func threePoints(t *testing.T, g toolkit.Proxable, z, v []float64, gamma float64, y []float64) {
	t.Helper()
	sq := func(a, b []float64) float64 { d := floats.Distance(a, b, 2); return d * d / (2 * gamma) }
	left, right := g.Value(z)+sq(z, v)+sq(y, z), g.Value(y)+sq(y, v)
	if left > right+1e-9*(1+math.Abs(right)) {
		t.Fatalf("three-point inequality: %g > %g", left, right)
	}
}

// fenchelYoung checks Moreau's identity in its sharpest form: with p = (v − z)/γ, g(z) + g*(p) = ⟨z, p⟩.
func fenchelYoung(t *testing.T, g toolkit.Proxable, z, v []float64, gamma float64) {
	t.Helper()
	c, ok := g.(toolkit.Conjugate)
	if !ok {
		return
	}
	p := make([]float64, len(v))
	for j := range p {
		p[j] = (v[j] - z[j]) / gamma
	}
	slack, tol := 1e-9, 1e-8
	if _, iterative := g.(toolkit.IterativeProx); iterative {
		slack, tol = 1e-5, 1e-5 // the polar too is found by iteration, from above
	}
	if s := c.Polar(p); s > 1+slack {
		t.Fatalf("the polar of a subgradient is %g > 1", s)
	} else if s > 1 {
		floats.Scale(1/s, p)
	}
	if left, right := g.Value(z)+c.Conjugate(p), floats.Dot(z, p); !near(left, right, tol) {
		t.Fatalf("Fenchel-Young: g + g* = %g, ⟨z,p⟩ = %g", left, right)
	}
}

func TestRegularizerEdges(t *testing.T) {
	t.Parallel()
	for name, r := range regularizers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zero := make([]float64, 4)
			for _, lambda := range []float64{0, 1, 1e300} {
				z := make([]float64, 4)
				if v := r.make(lambda, 4).Prox(z, zero, 1); v != 0 || !floats.Equal(z, zero) {
					t.Errorf("λ=%g: prox of 0 is %v with value %g", lambda, z, v)
				}
			}
			huge := []float64{1e150, -1e150, 0, 1e-300}
			z := make([]float64, 4)
			if r.make(1, 4).Prox(z, huge, 1); floats.HasNaN(z) || math.IsInf(floats.Norm(z, math.Inf(1)), 0) {
				t.Errorf("prox of %v is %v", huge, z)
			}
			nan := []float64{1, math.NaN(), 0, 0}
			if r.make(1, 4).Prox(z, nan, 1); !math.IsNaN(z[1]) {
				t.Errorf("NaN was swallowed: %v", z)
			}
			for what, f := range map[string]func(){
				"γ = 0":         func() { r.make(1, 4).Prox(z, huge, 0) },
				"short dst":     func() { r.make(1, 4).Prox(z[:2], huge, 1) },
				"γ not a value": func() { r.make(1, 4).Prox(z, huge, math.NaN()) },
			} {
				if !panics(f) {
					t.Errorf("%s does not panic", what)
				}
			}
		})
	}
	v := []float64{1, -2, 0}
	z := make([]float64, 3)
	if prox.L1.Prox(prox.L1{}, z, v, 1); !floats.Equal(z, v) {
		t.Errorf("λ = 0 changes %v to %v", v, z)
	}
}

func panics(f func()) (p bool) {
	defer func() { p = recover() != nil }()
	f()
	return false
}

// near compares to a relative and absolute tolerance.
func near(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}
