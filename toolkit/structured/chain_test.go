package toolkit_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

var decoders = map[string]structured.ChainDecoder{
	"Viterbi":    new(structured.Viterbi),
	"Exhaustive": structured.Exhaustive{},
}

var kernels = map[string]kernel.Kernel{
	"Linear":                 kernel.Linear{},
	"Quadratic":              kernel.Quadratic{Offset: 1},
	"Quadratic/homogeneous":  kernel.Quadratic{},
	"UnitDiagonal":           kernel.UnitDiagonal{Of: kernel.Linear{}},
	"UnitDiagonal/quadratic": kernel.UnitDiagonal{Of: kernel.Quadratic{Offset: 1}},
	"Gaussian":               kernel.Gaussian{Variance: 2},
	"B1Spline":               kernel.B1Spline{Width: 1}, // so narrow that the matrix is diagonally dominant
	"Scaled":                 kernel.Scaled{C: 3, Of: kernel.Gaussian{Variance: 1}},
	"Average":                kernel.Average{kernel.Linear{}, kernel.Quadratic{Offset: 1}},
}

// blocks makes each block over the same features, and Model as the whole they form.
var blocks = map[string]func(x *linalg.Dense, outputs int) params.Block{
	"Explicit": func(x *linalg.Dense, outputs int) params.Block { return params.NewExplicit(0, x, outputs) },
	"Kernel": func(x *linalg.Dense, outputs int) params.Block {
		return params.NewKernel(0, must(kernel.Gram(context.Background(), kernel.Linear{}, x)), outputs)
	},
	"Kernel/sparse": func(x *linalg.Dense, outputs int) params.Block {
		g := must(kernel.Gram(context.Background(), kernel.Linear{}, x))
		csr := &linalg.CSR{R: g.R, C: g.C, Ptr: []int{0}}
		for i := range g.R {
			for j, v := range g.Row(i) {
				csr.Col, csr.Val = append(csr.Col, int32(j)), append(csr.Val, v)
			}
			csr.Ptr = append(csr.Ptr, len(csr.Col))
		}
		return params.NewKernel(0, csr, outputs)
	},
	"Model": nil, // not a block: TestBlocks builds its models from the others
}

// oracles holds every oracle, over the same model: 3 sequences of 4 letters in all, 3 labels.
var oracles = map[string]func(x *linalg.Dense) toolkit.Oracle{
	"Hinge": func(*linalg.Dense) toolkit.Oracle { return &structured.Hinge{Data: smallSequences()} },
	"CRF":   func(*linalg.Dense) toolkit.Oracle { return &structured.CRF{Data: smallSequences()} },
	"Subset": func(*linalg.Dense) toolkit.Oracle {
		return online.Subset{Of: &structured.Hinge{Data: smallSequences()}, Index: []int{2, 0}}
	},
	"LinearOracle": func(x *linalg.Dense) toolkit.Oracle {
		return online.LinearOracle{A: x, Loss: loss.Logistic{Y: []float64{1, -1, 1, 1}}}
	},
	"DualAverage": func(x *linalg.Dense) toolkit.Oracle {
		return online.NewDualAverage(online.LinearOracle{A: x, Loss: loss.Logistic{Y: []float64{1, -1, 1, 1}}})
	},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func smallSequences() *structured.Sequences {
	return &structured.Sequences{Start: []int{0, 2, 3, 4}, Y: []int{0, 2, 1, 1}, Labels: 3}
}

func TestDecodersAgreeWithExhaustiveSearch(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		n, c := rng.IntN(6), 1+rng.IntN(4)
		s := &structured.ChainScores{Labels: c, Emission: randomVector(rng, n*c, 1), Transition: randomVector(rng, c*c, 1)}
		truth := make([]int, n)
		for i := range truth {
			truth[i] = rng.IntN(c)
		}
		if rng.IntN(2) == 0 {
			s.AddHamming(truth)
		}
		y, z := make([]int, n), make([]int, n)
		want := structured.Exhaustive{}.Decode(z, s)
		got := new(structured.Viterbi).Decode(y, s)
		if !near(got, want, 1e-12) || !near(s.Of(y), want, 1e-12) {
			t.Fatalf("%d positions, %d labels: Viterbi finds %g (its labels score %g), exhaustive search %g", n, c, got, s.Of(y), want)
		}
	}
}

// TestMarginalsAgreeWithEnumeration compares log-partition and marginals with sums over all labellings, and the marginals
// with finite differences of the log-partition.
func TestMarginalsAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(19, 20))
	for range 100 {
		n, c := 1+rng.IntN(5), 1+rng.IntN(4)
		s := &structured.ChainScores{Labels: c, Emission: randomVector(rng, n*c, 2), Transition: randomVector(rng, c*c, 2)}
		if c > 1 && rng.IntN(2) == 0 {
			s.Transition[rng.IntN(c*c)] = -300 // differ by too much for their exponentials to be taken once
		}
		var z float64
		emission, transition := make([]float64, n*c), make([]float64, c*c)
		eachLabelling(n, c, func(y []int) {
			w := math.Exp(s.Of(y))
			z += w
			for t, k := range y {
				emission[t*c+k] += w
				if t > 0 {
					transition[y[t-1]*c+k] += w
				}
			}
		})
		floats.Scale(1/z, emission)
		floats.Scale(1/z, transition)
		var f structured.ForwardBackward
		var m structured.ChainMarginals
		log := f.Marginals(&m, s)
		if !near(log, math.Log(z), 1e-12) || !floats.EqualApprox(m.Emission, emission, 1e-12) || !floats.EqualApprox(m.Transition, transition, 1e-12) {
			t.Fatalf("log-partition %g, by enumeration %g; marginals %v %v, by enumeration %v %v", log, math.Log(z), m.Emission, m.Transition, emission, transition)
		}
		const h = 1e-6
		k := rng.IntN(n * c)
		s.Emission[k] += h
		if d := (f.LogPartition(s) - log) / h; !near(d, emission[k], 1e-5) {
			t.Fatalf("marginal %g, by differences %g", emission[k], d)
		}
	}
	var nan structured.ChainMarginals
	for _, bad := range []*structured.ChainScores{
		{Labels: 2, Emission: []float64{math.NaN(), 0, 0, 0}, Transition: make([]float64, 4)},
		{Labels: 2, Emission: make([]float64, 4), Transition: []float64{0, math.NaN(), 0, 0}},
	} {
		if log := new(structured.ForwardBackward).Marginals(&nan, bad); !math.IsNaN(log) {
			t.Errorf("NaN was swallowed: %g", log)
		}
	}
	if log := new(structured.ForwardBackward).Marginals(&nan, &structured.ChainScores{Labels: 2, Transition: make([]float64, 4)}); log != 0 {
		t.Errorf("an empty chain has log-partition %g", log)
	}
	huge := &structured.ChainScores{Labels: 2, Emission: []float64{1e4, -1e4, 1e4, 1e4}, Transition: []float64{0, 0, 0, 0}}
	var m structured.ChainMarginals
	if log := new(structured.ForwardBackward).Marginals(&m, huge); !near(log, 2e4+math.Log(2), 1e-12) || !floats.EqualApprox(m.Emission, []float64{1, 0, 0.5, 0.5}, 1e-12) {
		t.Errorf("huge scores: log-partition %g, marginals %v", log, m.Emission)
	}
}

// eachLabelling calls f with all cⁿ labellings.
func eachLabelling(n, c int, f func(y []int)) {
	y := make([]int, n)
	for {
		f(y)
		t := 0
		for ; t < n; t++ {
			if y[t]++; y[t] < c {
				break
			}
			y[t] = 0
		}
		if t == n {
			return
		}
	}
}

func TestViterbiWithManyLabels(t *testing.T) {
	t.Parallel()
	const c = 100 // more than fit its fixed buffer
	s := &structured.ChainScores{Labels: c, Emission: make([]float64, 3*c), Transition: make([]float64, c*c)}
	s.Emission[99], s.Transition[99*c+98], s.Transition[98*c+97] = 1, 1, 1
	y := make([]int, 3)
	if got := new(structured.Viterbi).Decode(y, s); got != 3 || y[0] != 99 || y[1] != 98 || y[2] != 97 {
		t.Errorf("labels %v score %g", y, got)
	}
}

func TestHammingCost(t *testing.T) {
	t.Parallel()
	s := &structured.ChainScores{Labels: 3, Emission: make([]float64, 12), Transition: make([]float64, 9)}
	truth := []int{0, 1, 2, 0}
	s.AddHamming(truth)
	for _, y := range [][]int{{0, 1, 2, 0}, {1, 1, 2, 0}, {2, 2, 0, 1}} {
		wrong := 0
		for i := range y {
			if y[i] != truth[i] {
				wrong++
			}
		}
		if s.Of(y) != float64(wrong) {
			t.Errorf("cost of %v is %g, not %d", y, s.Of(y), wrong)
		}
	}
}

// TestOracles checks each subgradient against finite differences of the loss in every weight, and the subgradient
// inequality between random models.
func TestOracles(t *testing.T) {
	t.Parallel()
	for name, create := range oracles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, 12))
			x := linalg.NewDense(4, 2, randomVector(rng, 8, 1))
			o := create(x)
			outputs := 3
			if name == "LinearOracle" || name == "DualAverage" {
				outputs = 1
			}
			for range 50 {
				emission, transition := params.NewExplicit(0, x, outputs), params.NewExplicit(1, linalg.Identity(outputs), outputs)
				m := params.NewModel([]params.Block{emission, transition})
				randomize(m, rng, 4, outputs)
				i := rng.IntN(o.Len())
				var u, scratch toolkit.Update
				before := o.Grad(i, m, &u)
				step := toolkit.Update{}
				step.Add(0, rng.IntN(4), rng.IntN(outputs), 1)
				step.Add(1, rng.IntN(outputs), rng.IntN(outputs), 1)
				slope := innerProduct(&u, &step, x)
				inner, squared := m.InnerProducts(&u)
				zero := params.NewModel([]params.Block{params.NewExplicit(0, x, outputs), params.NewExplicit(1, linalg.Identity(outputs), outputs)})
				zero.Add(1, &u)
				if n := zero.Norm(0); !near(n*n, squared, 1e-9) || !near(innerProduct(&u, &u, x), squared, 1e-9) {
					t.Fatalf("measured ‖u‖² = %g, not %g", squared, n*n)
				}
				if doubled := (func() float64 { i, _ := zero.InnerProducts(&u); return i })(); !near(doubled, squared, 1e-9) {
					t.Fatalf("measured ⟨u,u⟩ = %g, not %g", doubled, squared)
				}
				if norm := m.Norm(0); math.Abs(inner) > norm*math.Sqrt(squared)+1e-9 {
					t.Fatalf("measured ⟨θ,u⟩ = %g, beyond ‖θ‖‖u‖", inner)
				}
				const h = 1e-6
				m.Add(h, &step)
				after := o.Grad(i, m, &scratch)
				if d := (after - before) / h; !near(d, slope, 1e-4) {
					t.Fatalf("slope %g, by differences %g", slope, d)
				}
				m.Add(1-h, &step)
				if far := o.Grad(i, m, &scratch); far < before+slope-1e-9 {
					t.Fatalf("loss %g below its tangent %g", far, before+slope)
				}
			}
		})
	}
}

// randomize adds random parts to a model with rows of family 0 and outputs rows of family 1.
func randomize(m *params.Model, rng *rand.Rand, rows, outputs int) {
	var u toolkit.Update
	for range 20 {
		u.Add(0, rng.IntN(rows), rng.IntN(outputs), rng.NormFloat64())
		u.Add(1, rng.IntN(outputs), rng.IntN(outputs), rng.NormFloat64())
	}
	m.Add(1, &u)
}

// innerProduct is ⟨u, v⟩ written out: rows of family 0 are those of x, of family 1 unit vectors.
func innerProduct(u, v *toolkit.Update, x *linalg.Dense) float64 {
	var sum float64
	for _, a := range u.Parts {
		for _, b := range v.Parts {
			if a.Family != b.Family || a.Col != b.Col {
				continue
			}
			k := x.DotRows(min(a.Row, x.R-1), min(b.Row, x.R-1))
			if a.Family == 1 {
				k = linalg.Identity(0).DotRows(a.Row, b.Row)
			}
			sum += a.Value * b.Value * k
		}
	}
	return sum
}

// TestBlocks drives explicit and kernel blocks of the same linear features through the same steps, scalings and resets
// and compares scores and norms with a dense matrix updated plainly.
func TestBlocks(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		if create == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(13, 14))
			x := linalg.NewDense(6, 4, randomVector(rng, 24, 1))
			b := create(x, 3)
			m := params.NewModel([]params.Block{b, params.NewExplicit(1, linalg.Identity(3), 3)})
			w := mat.NewDense(4, 3, nil)
			var transitions float64
			for step := range 2000 {
				switch c := rng.Float64(); {
				case step%500 == 499:
					m.Scale(0, 0)
					w.Zero()
					transitions = 0
				case step%500 == 250:
					for _, c := range []float64{1e-60, 1e-60, 1e60, 1e60} { // passes where the lazy scale is folded
						m.Scale(0, c)
					}
				case c < 0.5:
					m.Scale(0, c+0.5)
					w.Scale(c+0.5, w)
					transitions *= (c + 0.5) * (c + 0.5)
				default:
					var u toolkit.Update
					for range 1 + rng.IntN(3) {
						row, col, v := rng.IntN(6), rng.IntN(3), rng.NormFloat64()
						u.Add(0, row, col, v)
						for j := range 4 {
							w.Set(j, col, w.At(j, col)+0.3*v*x.Row(row)[j])
						}
					}
					m.Add(0.3, &u)
				}
				if step%50 == 0 {
					m.Refresh()
				}
				compareModel(t, m, x, w, transitions)
			}
		})
	}
}

func compareModel(t *testing.T, m *params.Model, x *linalg.Dense, w *mat.Dense, transitions float64) {
	t.Helper()
	norm := mat.Norm(w, 2)
	if want := math.Sqrt(norm*norm + transitions); !near(m.Norm(0), want, 1e-7) {
		t.Fatalf("norm %g, plainly %g", m.Norm(0), want)
	}
	for row := range x.R {
		got, want := make([]float64, 3), make([]float64, 3)
		m.Scores(got, 0, row)
		for c := range want {
			for j, v := range x.Row(row) {
				want[c] += v * w.At(j, c)
			}
		}
		if !floats.EqualApprox(got, want, 1e-9) {
			t.Fatalf("scores of row %d are %v, plainly %v", row, got, want)
		}
	}
}

// TestKernelsAreGramMatrices checks that Gram and Expand are what the kernel says pair by pair, symmetric, and without a
// negative eigenvalue.
func TestKernelsAreGramMatrices(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(15, 16))
			x := linalg.NewDense(70, 5, randomVector(rng, 350, 1)) // more than one block of rows
			clear(x.Row(3))                                        // a zero vector has no direction to normalize
			g := must(kernel.Gram(t.Context(), k, x))
			sym := mat.NewSymDense(70, nil)
			for i := range 70 {
				for j := range 70 {
					want := k.OfDot(x.DotRows(i, j), x.DotRows(i, i), x.DotRows(j, j))
					if got := g.Row(i)[j]; !near(got, want, 1e-12) || !near(got, g.Row(j)[i], 1e-12) {
						t.Fatalf("entry %d, %d is %g, by the formula %g, transposed %g", i, j, got, want, g.Row(j)[i])
					}
					if i <= j {
						sym.SetSym(i, j, g.Row(i)[j])
					}
				}
			}
			var eig mat.EigenSym
			if !eig.Factorize(sym, false) || eig.Values(nil)[0] < -1e-9 {
				t.Errorf("least eigenvalue %g", eig.Values(nil)[0])
			}
			alpha := linalg.NewDense(70, 2, randomVector(rng, 140, 1))
			got, want := must(kernel.Expand(t.Context(), k, x, x, alpha)), mat.NewDense(70, 2, nil)
			want.Mul(mat.NewDense(70, 70, g.Data), mat.NewDense(70, 2, alpha.Data))
			if !floats.EqualApprox(got.Data, want.RawMatrix().Data, 1e-9) {
				t.Errorf("Expand disagrees with the Gram matrix times the coefficients")
			}
		})
	}
}

// TestBinaryKernels compares the tabulated kernels of binary vectors, dense, sparse and expanded, with the formula.
func TestBinaryKernels(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		for _, d := range []int{7, 100, 150} { // one, two and three words a row
			rng := rand.New(rand.NewPCG(uint64(d), 23))
			x, dense := linalg.NewBits(70, d), linalg.NewDense(70, d, nil)
			for i := 1; i < 70; i++ { // row 0 stays 0
				for j := range d {
					if rng.IntN(2) == 0 {
						x.Row(i)[j/64] |= 1 << (j % 64)
						dense.Row(i)[j] = 1
					}
				}
			}
			if !floats.Equal(x.Dense().Data, dense.Data) {
				t.Fatal("the unpacked matrix is another")
			}
			b := kernel.NewBinary(k, d)
			want := must(kernel.Gram(t.Context(), k, dense))
			scale := max(1, floats.Norm(want.Data, math.Inf(1)))
			if got := must(b.Gram(t.Context(), x)); !floats.EqualApprox(got.Data, want.Data, 1e-12*scale) {
				t.Errorf("%s, dimension %d: the tables give another Gram matrix", name, d)
			}
			sparse := must(b.SparseGram(t.Context(), x))
			for i := range 70 {
				for j := range 70 {
					if !near(sparse.At(i, j), want.At(i, j), 1e-12) {
						t.Fatalf("%s: sparse entry %d, %d is %g, not %g", name, i, j, sparse.At(i, j), want.At(i, j))
					}
				}
			}
			alpha, out := linalg.NewDense(70, 3, randomVector(rng, 210, 1)), linalg.NewDense(70, 3, nil)
			if err := b.AddExpansion(t.Context(), out, x, x, alpha); err != nil {
				t.Fatal(err)
			}
			if plain := must(kernel.Expand(t.Context(), k, dense, dense, alpha)); !floats.EqualApprox(out.Data, plain.Data, 1e-4*scale) {
				t.Errorf("%s, dimension %d: the expansions differ by %g", name, d, floats.Distance(out.Data, plain.Data, math.Inf(1)))
			}
		}
	}
}

// TestKernelAndExplicitRunsAgree trains the same structured model with a linear kernel and with explicit weights.
func TestKernelAndExplicitRunsAgree(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 18))
	const letters, labels = 120, 5
	data := &structured.Sequences{Labels: labels}
	for t := 0; t < letters; t += 4 {
		data.Start = append(data.Start, t)
	}
	data.Start = append(data.Start, letters)
	x := linalg.NewDense(letters, 7, randomVector(rng, letters*7, 1))
	for range letters {
		data.Y = append(data.Y, rng.IntN(labels))
	}
	run := func(b params.Block) []float64 {
		m := params.NewModel([]params.Block{b, params.NewExplicit(1, linalg.Identity(labels), labels)})
		c := online.Proximal{Rate: online.InvSqrt{Eta0: 1}, Radius: 50}
		seq := c.Iterations(t.Context(), &structured.Hinge{Data: data}, m, online.OnNorms(prox.Ridge{Mu: 1e-3}))
		if _, err := solver.Run(seq, solver.MaxIter(20)); err != nil {
			t.Fatal(err)
		}
		scores := make([]float64, 0, letters*labels)
		for row := range letters {
			s := make([]float64, labels)
			m.Scores(s, 0, row)
			scores = append(scores, s...)
		}
		return append(scores, m.Norm(0))
	}
	a, b := run(blocks["Explicit"](x, labels)), run(blocks["Kernel"](x, labels))
	if !floats.EqualApprox(a, b, 1e-9) {
		t.Errorf("scores and norm differ by %g after 20 epochs", floats.Distance(a, b, math.Inf(1)))
	}
}

// TestAveragedModel compares the average kept lazily with one kept plainly, for both kinds of block, through scalings, resets
// and the folding of a scale.
func TestAveragedModel(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		if create == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(21, 22))
			x := linalg.NewDense(5, 3, randomVector(rng, 15, 1))
			m := params.NewModel([]params.Block{create(x, 2)})
			m.StartAverage()
			sum := make([]float64, 10)
			for round := range 400 {
				m.Tick()
				sum = addScores(sum, m, 5, 2)
				switch {
				case round%100 == 99:
					m.Scale(0, 0)
				case round%40 == 20:
					for _, c := range []float64{1e-60, 1e-60, 1e60, 1e60} {
						m.Scale(0, c)
					}
				default:
					m.Scale(0, 0.9+0.1*rng.Float64())
				}
				var u toolkit.Update
				u.Add(0, rng.IntN(5), rng.IntN(2), rng.NormFloat64())
				m.Add(-0.5, &u)
			}
			floats.Scale(1.0/400, sum)
			averaged := m.Averaged()
			if got := addScores(make([]float64, 10), averaged, 5, 2); !floats.EqualApprox(got, sum, 1e-9) {
				t.Errorf("averaged scores %v, plainly %v", got, sum)
			}
			before := averaged.Norm(0)
			averaged.Refresh()
			if !near(averaged.Norm(0), before, 1e-12) {
				t.Errorf("norm %g, exactly %g", before, averaged.Norm(0))
			}
		})
	}
}

// TestAveragedModelUnderDecay shrinks the parameters in every round, for long: what the average adds and takes off again must
// not outgrow the average itself.
func TestAveragedModelUnderDecay(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		if create == nil {
			continue
		}
		rng := rand.New(rand.NewPCG(23, 24))
		x := linalg.NewDense(5, 3, randomVector(rng, 15, 1))
		m := params.NewModel([]params.Block{create(x, 2)})
		m.StartAverage()
		sum := make([]float64, 10)
		for range 3000 {
			m.Tick()
			sum = addScores(sum, m, 5, 2)
			m.Scale(0, 0.97)
			var u toolkit.Update
			u.Add(0, rng.IntN(5), rng.IntN(2), rng.NormFloat64())
			m.Add(-0.5, &u)
		}
		floats.Scale(1.0/3000, sum)
		if got := addScores(make([]float64, 10), m.Averaged(), 5, 2); !floats.EqualApprox(got, sum, 1e-10) {
			t.Errorf("%s: averaged scores %v, plainly %v", name, got, sum)
		}
	}
}

func addScores(sum []float64, m *params.Model, rows, outputs int) []float64 {
	for row := range rows {
		m.Scores(sum[row*outputs:(row+1)*outputs], 0, row)
	}
	return sum
}
