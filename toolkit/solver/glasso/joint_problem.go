package glasso

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Joint is the problem of the inverse covariance matrices X_k of K classes that have much in common, with n_k examples
// of n each,
//
//	P(X) = Σ_k (n_k/n)(−log det X_k + ⟨S_k, X_k⟩) + λ Σ_{i≠j} Σ_k |X_kij| + Σ_{i≠j} g(X_1ij, …, X_Kij),
//
// where g is η√(Σ_k x_k²), for edges that are in the graphs of several classes, or with Fused η Σ_{k<l} |x_k − x_l|,
// for edges that are equal.
//
// Source: Danaher, Wang, Witten, The Joint Graphical Lasso for Inverse Covariance Estimation Across Multiple Classes,
// J. R. Stat. Soc. B 2014, (5), (6); here diagonals have no penalty, and both terms are divided by n.
type Joint struct {
	S           []*linalg.Dense // d×d and symmetric, one a class
	Examples    []int           // n_k
	Lambda, Eta float64
	Fused       bool
}

// Check names what is wrong with a problem, by classes that are counted from 1.
func (p Joint) Check() error {
	switch {
	case len(p.S) == 0 || len(p.Examples) != len(p.S):
		return fmt.Errorf("covariances of %d classes, and numbers of examples of %d", len(p.S), len(p.Examples))
	case !(p.Lambda >= 0 && p.Eta >= 0) || math.IsInf(p.Lambda+p.Eta, 1):
		return fmt.Errorf("λ = %g, η = %g: both must be finite and not negative", p.Lambda, p.Eta)
	}
	for k, s := range p.S {
		if err := (Problem{S: s, Lambda: p.Lambda}).Check(); err != nil {
			return fmt.Errorf("class %d: %w", k+1, err)
		}
		switch {
		case s.R != p.S[0].R:
			return fmt.Errorf("class %d has %d variables, class 1 %d", k+1, s.R, p.S[0].R)
		case p.Examples[k] < 1:
			return fmt.Errorf("class %d has %d examples", k+1, p.Examples[k])
		}
	}
	return nil
}

// LambdaMax is the least λ at which all X_k are diagonal where η = 0: the largest (n_k/n)|S_kij|, i ≠ j.
func (p Joint) LambdaMax() (most float64) {
	for k, c := range p.shares() {
		most = max(most, c*Problem{S: p.S[k]}.LambdaMax())
	}
	return most
}

// shares are n_k/n.
func (p Joint) shares() (c []float64) {
	var n float64
	for _, k := range p.Examples {
		n += float64(k)
	}
	for _, k := range p.Examples {
		c = append(c, float64(k)/n)
	}
	return c
}

// value is the penalty of an entry over classes.
func (p Joint) value(x []float64) float64 {
	sum := p.Lambda * floats.Norm(x, 1)
	if !p.Fused {
		return sum + p.Eta*floats.Norm(x, 2)
	}
	for k, v := range x {
		for _, w := range x[:k] {
			sum += p.Eta * math.Abs(v-w)
		}
	}
	return sum
}

// shrink is the proximity operator of the penalty of an entry, γ times. That of the differences of all pairs keeps the
// order, in which Σ_{k<l} |x_k − x_l| is linear, and pools what would change it; soft thresholding comes after it, and
// before that of a norm.
//
// Source: Friedman, Hastie, Höfling, Tibshirani, Pathwise Coordinate Optimization, Ann. Appl. Stat. 2007, proposition
// 1, for the order of both.
func (p Joint) shrink(x []float64, gamma float64) {
	if p.Fused {
		together(x, gamma*p.Eta)
	}
	for k, v := range x {
		x[k] = soft(v, gamma*p.Lambda)
	}
	if p.Fused {
		return
	}
	if norm := floats.Norm(x, 2); norm > 0 {
		floats.Scale(max(0, 1-gamma*p.Eta/norm), x)
	}
}

// together is the proximity operator of t Σ_{k<l} |x_k − x_l|.
func together(x []float64, t float64) {
	type pool struct {
		sum, count float64
	}
	order := make([]int, len(x))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	var pools []pool
	for r, k := range order {
		pools = append(pools, pool{x[k] - t*float64(2*r-len(x)+1), 1})
		for n := len(pools); n > 1; n = len(pools) {
			a, b := pools[n-2], pools[n-1]
			if a.sum*b.count < b.sum*a.count {
				break
			}
			pools = append(pools[:n-2], pool{a.sum + b.sum, a.count + b.count})
		}
	}
	at := 0
	for _, g := range pools {
		for range int(g.count) {
			x[order[at]] = g.sum / g.count
			at++
		}
	}
}

// inside tells how far multipliers of an entry may be scaled so that they are in the set of which the penalty is the
// support function: 1, or less where rounding left them outside.
//
// For the norm it is soft(y, λ) no longer than η. For differences it is |Σ_{k∈A} y_k| ≤ λ|A| + η|A|(K − |A|) for all
// sets A, the largest of which are the first in either order.
func (p Joint) inside(y []float64) float64 {
	scale := 1.
	if !p.Fused {
		var outer float64
		for _, v := range y {
			o := max(0, math.Abs(v)-p.Lambda)
			outer += o * o
		}
		if outer = math.Sqrt(outer); outer > p.Eta { // soft(ty, λ) ≤ t soft(y, λ) for t ≤ 1
			scale = p.Eta / outer
		}
		return scale
	}
	sorted := slices.Clone(y)
	slices.Sort(sorted)
	for _, sign := range []float64{1, -1} {
		var sum float64
		for k := range sorted {
			v := sorted[k]
			if sign > 0 {
				v = sorted[len(sorted)-1-k]
			}
			sum += sign * v
			size := float64(k + 1)
			if most := size * (p.Lambda + p.Eta*(float64(len(y))-size)); sum > most {
				scale = min(scale, most/sum)
			}
		}
	}
	return scale
}
