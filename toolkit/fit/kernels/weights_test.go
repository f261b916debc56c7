package kernels_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// wholes are Gram matrices with all entries.
func wholes(t *testing.T, grams []toolkit.Gram) (out []*linalg.Dense) {
	t.Helper()
	for _, g := range grams {
		k, err := kernel.Whole(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, k)
	}
	return out
}

// simplex is the projection of some entries onto those that are not negative and sum to 1, by bisection.
func simplex(v []float64, which []int) {
	low, high := -1e3, 1e3
	for range 100 {
		shift := (low + high) / 2
		var sum float64
		for _, i := range which {
			sum += math.Max(0, v[i]-shift)
		}
		if sum > 1 {
			low = shift
		} else {
			high = shift
		}
	}
	for _, i := range which {
		v[i] = math.Max(0, v[i]-low)
	}
}

// TestEasyWeights: they are those of the problem as it is written, by projected gradients.
func TestEasyWeights(t *testing.T) {
	t.Parallel()
	s := newSmall()
	ks := wholes(t, s.grams)
	n := len(s.labels)
	sides, gamma := [2][]int{}, make([]float64, n)
	for i, y := range s.labels {
		sides[int(1-y)/2] = append(sides[int(1-y)/2], i)
	}
	for _, lambda := range []float64{0.1, 0.7} {
		signed, slope, part := make([]float64, n), make([]float64, n), make([]float64, n)
		var largest float64
		for _, k := range ks {
			largest += floats.Sum(kernelDiagonal(k))
		}
		for range 20000 {
			for _, side := range sides {
				simplex(gamma, side)
			}
			for i := range slope {
				slope[i], signed[i] = lambda*gamma[i], s.labels[i]*gamma[i]
			}
			for _, k := range ks {
				k.MulVec(part, signed)
				for i := range slope {
					slope[i] += (1 - lambda) * s.labels[i] * part[i]
				}
			}
			floats.AddScaled(gamma, -1/(largest+lambda), slope)
		}
		for _, side := range sides {
			simplex(gamma, side)
		}
		want := make([]float64, len(ks))
		for j, k := range ks {
			for i := range signed {
				signed[i] = s.labels[i] * gamma[i]
			}
			k.MulVec(part, signed)
			want[j] = floats.Dot(part, signed)
		}
		floats.Scale(1/floats.Sum(want), want)
		got, err := kernels.EasyWeights(t.Context(), kernels.Data{Grams: s.grams, Y: s.labels}, lambda)
		if err != nil || floats.Distance(got, want, math.Inf(1)) > 1e-4 {
			t.Errorf("Λ = %g: %v, by its problem %v, error %v", lambda, got, want, err)
		}
	}
	for _, lambda := range []float64{0, 1, math.NaN()} {
		if _, err := kernels.EasyWeights(t.Context(), kernels.Data{Grams: s.grams, Y: s.labels}, lambda); err == nil {
			t.Errorf("Λ = %g was accepted", lambda)
		}
	}
}

func kernelDiagonal(k *linalg.Dense) []float64 {
	out := make([]float64, k.R)
	for i := range out {
		out[i] = k.At(i, i)
	}
	return out
}

// TestAlignments: by centred matrices; a kernel of the labels has 1, one of a constant 0.
func TestAlignments(t *testing.T) {
	t.Parallel()
	s := newSmall()
	n := len(s.labels)
	x := linalg.NewDense(n, 1, slices.Clone(s.labels))
	grams := append(slices.Clone(s.grams), kernel.NewColumns(kernel.Linear{}, x),
		kernel.NewColumns(kernel.Quadratic{Offset: 1}, linalg.NewDense(n, 1, nil)))
	got, err := kernels.Alignments(t.Context(), grams, s.labels)
	if err != nil {
		t.Fatal(err)
	}
	for j, k := range wholes(t, grams) {
		means, total := make([]float64, n), floats.Sum(k.Data)/float64(n*n)
		for i := range n {
			means[i] = floats.Sum(k.Row(i)) / float64(n)
		}
		mean := floats.Sum(s.labels) / float64(n)
		var with, square, labels float64
		for i, y := range s.labels {
			labels += (y - mean) * (y - mean)
			for l, z := range s.labels {
				centred := k.At(i, l) - means[i] - means[l] + total
				with += centred * (y - mean) * (z - mean)
				square += centred * centred
			}
		}
		want := 0.
		if square > 1e-20 {
			want = with / labels / math.Sqrt(square)
		}
		if math.Abs(got[j]-want) > 1e-10 {
			t.Errorf("kernel %d: %g, not %g", j+1, got[j], want)
		}
	}
	if m := len(got); math.Abs(got[m-2]-1) > 1e-12 || got[m-1] != 0 {
		t.Errorf("%v", got)
	}
}

// TestOnline: the averages of the online algorithm of Martins et al. are within its regret bound of the minimum that
// the squared ℓ1 has by Machine, and not below it. With η_t = η/√t, subgradients up to G and θ in a ball of radius F,
// in T rounds of whole passes
//
//	P(average) − P* ≤ (2F²/η + ηG²)/√T.
func TestOnline(t *testing.T) {
	t.Parallel()
	const mu, eta, passes = 0.05, 0.5, 300
	s := newSmall()
	n := len(s.labels)
	best, err := kernels.Machine{Loss: loss.Hinge{}, Mu: mu, Norm: 1, Tol: 1e-10}.Fit(
		t.Context(), kernels.Data{Grams: s.grams, Y: s.labels},
	)
	if err != nil {
		t.Fatal(err)
	}
	var blocks [][]params.Block
	var g float64
	diagonal := make([]float64, n)
	for _, k := range wholes(t, s.grams) {
		blocks = append(blocks, []params.Block{params.NewKernel(0, k, 1)})
		floats.Add(diagonal, kernelDiagonal(k))
	}
	g = math.Sqrt(floats.Max(diagonal))
	radius := 1.5 * floats.Norm(best.Norms, 2)
	theta, term := params.NewModel(blocks...), online.OnNorms(prox.SquaredL1{Lambda: mu})
	method := online.Proximal{
		Params: theta, Terms: []online.Term{term}, Rate: online.InvSqrt{Eta0: eta}, Radius: radius, Average: true,
		Shuffle: true,
	}
	oracle := online.LinearOracle{A: s.x, Loss: loss.Hinge{Y: s.labels}}
	for st, err := range method.Iterations(t.Context(), oracle) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Iter%20 > 1 {
			continue
		}
		average, err := online.RegularizedRisk(oracle, theta.Averaged(), term)
		if err != nil {
			t.Fatal(err)
		}
		above := average - best.Head.Objective
		bound := (2*radius*radius/eta + eta*g*g) / math.Sqrt(float64(st.Iter*n))
		if above > bound || above < -best.Head.Gap {
			t.Errorf("pass %d: the average is %g above the minimum, the bound is %g", st.Iter, above, bound)
		}
		if st.Iter >= passes {
			if above > 0.02*best.Head.Objective {
				t.Errorf("after %d passes the average is %g above %g", passes, above, best.Head.Objective)
			}
			break
		}
	}
}
