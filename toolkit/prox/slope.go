package prox

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/toolkit"
)

// Slope is the sorted ℓ1 norm λ Σ_i w_i |x|_(i), |x|_(1) ≥ |x|_(2) ≥ …, with weights w_1 ≥ w_2 ≥ … ≥ 0: the largest
// coordinates pay most, and correlated ones become equal.
//
// Source: Bogdan, van den Berg, Sabatti, Su, Candès, SLOPE: Adaptive Variable Selection via Convex Optimization, Ann.
// Appl. Statist. 2015.
type Slope struct {
	Lambda  float64
	Weights []float64 // w_i, falling, one for each coordinate; nil for ones, the lasso
}

// BenjaminiHochberg are the weights Φ⁻¹(1 − iq/(2d)), i = 1, …, d, divided by the first: with orthogonal features and
// noise of known size they control the rate of false discoveries at q, 0 < q < 1.
//
// Source: Bogdan et al. 2015, equation (1.3).
func BenjaminiHochberg(d int, q float64) []float64 {
	out := make([]float64, d)
	for i := range out {
		out[i] = math.Max(0, distuv.UnitNormal.Quantile(1-float64(i+1)*q/(2*float64(d))))
	}
	for i := len(out) - 1; i >= 0; i-- {
		out[i] /= out[0]
	}
	return out
}

// Oscar are the weights 1 + a(d − i), i = 1, …, d, divided by the first, for a ≥ 0: a sum of ‖x‖₁ and of a max(|x_i|,
// |x_j|) for all pairs.
//
// Source: Bondell and Reich, Simultaneous Regression Shrinkage, Variable Selection, and Supervised Clustering of
// Predictors with OSCAR, Biometrics 2008.
func Oscar(d int, a float64) []float64 {
	out := make([]float64, d)
	for i := range out {
		out[i] = (1 + a*float64(d-1-i)) / (1 + a*float64(d-1))
	}
	return out
}

// sorted are the absolute values, falling, and where they come from; of equal ones the first is first.
func sorted(x []float64) (sizes []float64, order []int) {
	type entry struct {
		bits uint64 // of the absolute value, which sort as it does, and NaN above all
		at   int
	}
	entries := make([]entry, len(x))
	for j, v := range x {
		entries[j] = entry{math.Float64bits(math.Abs(v)), j}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		if a.bits != b.bits {
			return cmp.Compare(b.bits, a.bits)
		}
		return a.at - b.at
	})
	sizes, order = make([]float64, len(x)), make([]int, len(x))
	for i, e := range entries {
		sizes[i], order[i] = math.Float64frombits(e.bits), e.at
	}
	return sizes, order
}

// Value is λ Σ_i w_i |x|_(i).
func (g Slope) Value(x []float64) float64 {
	sizes, _ := sorted(x)
	var sum float64
	for i, v := range sizes {
		sum += weightOf(g.Weights, i) * v
	}
	return g.Lambda * sum
}

// Prox is the nonincreasing sequence nearest to |v|_(i) − γλw_i, its negative part cut off, in the order and with the
// signs of v: runs that would rise are pooled to their mean. O(d log d).
//
// Source: Bogdan et al. 2015, Algorithm 4 (FastProxSL1).
func (g Slope) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	if floats.HasNaN(v) {
		for j := range dst {
			dst[j] = math.NaN()
		}
		return math.NaN()
	}
	sizes, order := sorted(v)
	type run struct {
		first, count int
		mean         float64
	}
	var runs []run
	for i, size := range sizes {
		next := run{i, 1, size - gamma*g.Lambda*weightOf(g.Weights, i)}
		for len(runs) > 0 && runs[len(runs)-1].mean <= next.mean {
			last := runs[len(runs)-1]
			runs = runs[:len(runs)-1]
			count := last.count + next.count
			next.mean = last.mean + (next.mean-last.mean)*float64(next.count)/float64(count)
			next.first, next.count = last.first, count
		}
		runs = append(runs, next)
	}
	var sum float64
	for _, r := range runs {
		value := math.Max(0, r.mean)
		for i := r.first; i < r.first+r.count; i++ {
			dst[order[i]] = math.Copysign(value, v[order[i]])
			if value == 0 {
				dst[order[i]] = 0
			}
			sum += weightOf(g.Weights, i) * value
		}
	}
	return g.Lambda * sum
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g Slope) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is max_k Σ_{i≤k} |v|_(i) / (λ Σ_{i≤k} w_i).
//
// Source: Bogdan et al. 2015, proposition 1.1.
func (g Slope) Polar(v []float64) float64 {
	sizes, _ := sorted(v)
	var sum, weight, most float64
	for i, size := range sizes {
		sum += size
		weight += weightOf(g.Weights, i)
		if sum != 0 {
			most = math.Max(most, sum/(g.Lambda*weight))
		}
	}
	return most
}

// Simplify is the lasso without weights.
func (g Slope) Simplify() toolkit.Proxable {
	if g.Weights == nil {
		return L1{Lambda: g.Lambda}
	}
	return g
}

// Strength is λ.
func (g Slope) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g Slope) String() string { return "slope" }

// Check tells what is wrong with the penalty on d×k weights.
func (g Slope) Check(d, k int) error {
	for i := 1; i < len(g.Weights); i++ {
		if g.Weights[i] > g.Weights[i-1] {
			return fmt.Errorf("the weights of the sorted norm must fall: weight %d is %g, and the one before %g", i+1,
				g.Weights[i], g.Weights[i-1])
		}
	}
	if len(g.Weights) > 0 && g.Weights[0] == 0 {
		return errors.New("the weights of the sorted norm are all 0: it would penalize nothing")
	}
	return checkWeights(g.Weights, d*k, "weight")
}
