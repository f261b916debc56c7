package prox

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// Fused is the fused lasso of coordinates on a line,
//
//	λ (S Σ_j |x_{j+1} − x_j| + (1 − S)‖x‖₁),      0 ≤ S ≤ 1:
//
// neighbours tend to be equal, and for S < 1 many of them 0.
//
// Source: Tibshirani, Saunders, Rosset, Zhu, Knight, Sparsity and Smoothness via the Fused Lasso, J. Royal Statistical
// Society B 2005.
type Fused struct {
	Lambda float64
	Mix    float64 // S: 1 is total variation on a line, 0 the lasso
}

// Value is λ (S Σ_j |x_{j+1} − x_j| + (1 − S)‖x‖₁).
func (g Fused) Value(x []float64) float64 {
	var variation float64
	for j := 1; j < len(x); j++ {
		variation += math.Abs(x[j] - x[j-1])
	}
	return g.Lambda * (g.Mix*variation + (1-g.Mix)*floats.Norm(x, 1))
}

// Prox is that of total variation, exactly in O(d), and then soft thresholding: in this order it is the prox of the
// sum.
//
// Source: Friedman, Hastie, Höfling, Tibshirani, Pathwise Coordinate Optimization, Ann. Appl. Statist. 2007, Lemma A.1.
func (g Fused) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	line.Vary(dst, v, gamma*g.Lambda*g.Mix)
	t := gamma * g.Lambda * (1 - g.Mix)
	for j, x := range dst {
		dst[j] = line.Soft(x, t)
	}
	return g.Value(dst)
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g Fused) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// sumSlack is what of Σ|v_j| a sum that is 0 may be off by, for each of its terms.
const sumSlack = 1e-13

// Polar is the maximum over intervals of coordinates, the level sets of x, of
//
//	|Σ_{a≤j≤b} v_j| / (λ (S·ends + (1 − S)(b − a + 1))),
//
// where ends is how many neighbours the interval has on the line: 2, or less at the line's own ends. For S = 1 the
// whole line has none, and the polar is +Inf unless v sums up to 0, up to rounding.
//
// Source: the coarea formula; its maximum by Dinkelbach, On Nonlinear Fractional Programming, Management Science 1967.
func (g Fused) Polar(v []float64) float64 {
	size := floats.Norm(v, 1)
	switch {
	case size == 0 || size != size:
		return size
	case g.Lambda == 0:
		return math.Inf(1)
	case g.Mix == 1:
		if math.Abs(floats.Sum(v)) > sumSlack*float64(len(v))*size {
			return math.Inf(1)
		}
		v = centre(v)
	}
	rho := floats.Norm(v, math.Inf(1)) / (2*g.Mix + (1 - g.Mix)) // of a single coordinate, or less
	for range dinkelbachMost {
		next := math.Max(g.steepest(v, 1, rho), g.steepest(v, -1, rho))
		if !(next > rho) {
			break
		}
		rho = next
	}
	return rho / g.Lambda
}

// dinkelbachMost bounds the rounds of Polar, which converge superlinearly.
const dinkelbachMost = 100

// centre is v less its mean.
func centre(v []float64) []float64 {
	out := append([]float64(nil), v...)
	floats.AddConst(-floats.Sum(v)/float64(len(v)), out)
	return out
}

// steepest is the ratio sign·Σ v/cost of the interval that maximizes sign·Σ v − ρ cost; 0 where none has a cost.
func (g Fused) steepest(v []float64, sign, rho float64) (ratio float64) {
	var sum, cost, bestSum, bestCost float64 // of the best interval that ends here, its end not counted
	most := math.Inf(-1)
	last := len(v) - 1
	for j, x := range v {
		if begin := g.end(j == 0); j == 0 || sum-rho*cost < -rho*begin {
			sum, cost = 0, begin
		}
		sum += sign * x
		cost += 1 - g.Mix
		if whole := cost + g.end(j == last); whole > 0 && sum-rho*whole > most {
			most, bestSum, bestCost = sum-rho*whole, sum, whole
		}
	}
	if bestCost == 0 {
		return 0
	}
	return bestSum / bestCost
}

// end is what an end of an interval costs.
func (g Fused) end(edge bool) float64 {
	if edge {
		return 0
	}
	return g.Mix
}

// PolarOfSizes is what Polar is at most on vectors with |v_j| ≤ sizes_j; for S = 1 on those of them less their mean.
func (g Fused) PolarOfSizes(sizes []float64) float64 {
	if g.Mix == 1 {
		return floats.Sum(sizes) / g.Lambda // what lies between two ends
	}
	return g.Polar(sizes)
}

// Flat are sets of coordinates that may move together at no cost: for S = 1 all of them. The penalty that comes with
// them is the same but for its conjugate and polar, which take v less its means on the sets.
func (g Fused) Flat(d int) (sets [][]int, rest toolkit.Proxable) {
	if g.Mix < 1 {
		return nil, g
	}
	sets = [][]int{make([]int, d)}
	for j := range d {
		sets[0][j] = j
	}
	return sets, flattened{g, sets}
}

// Simplify is the lasso for S = 0.
func (g Fused) Simplify() toolkit.Proxable {
	if g.Mix == 0 {
		return L1{Lambda: g.Lambda}
	}
	return g
}

// Strength is λ.
func (g Fused) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g Fused) String() string { return "fused" }

// Check tells what is wrong with the penalty on d×k weights.
func (g Fused) Check(_, k int) error {
	if k > 1 {
		return errors.New("neighbours on a line are features of one output, and there are several")
	}
	return checkMix(g.Mix)
}

func checkMix(s float64) error {
	if !(s >= 0 && s <= 1) {
		return fmt.Errorf("the mix S = %g: it must be between 0 and 1", s)
	}
	return nil
}
