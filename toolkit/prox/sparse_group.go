package prox

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// SparseGroup is the sparse group lasso λ (S Σ_k w_k ‖x_k‖ + (1 − S) ‖x‖₁) over disjoint groups, with 0 ≤ S ≤ 1.
type SparseGroup struct {
	Lambda  float64
	Mix     float64   // S: 1 is the group lasso, 0 the lasso
	Groups  Groups    // disjoint; CheckGroups tells
	Weights []float64 // w_k ≥ 0; nil for ones
}

func (g SparseGroup) group() L21 { return L21{g.Lambda * g.Mix, g.Groups, g.Weights} }
func (g SparseGroup) lasso() L1  { return L1{Lambda: g.Lambda * (1 - g.Mix)} }

// Value is λ (S Σ_k w_k ‖x_k‖ + (1 − S) ‖x‖₁).
func (g SparseGroup) Value(x []float64) float64 { return g.group().Value(x) + g.lasso().Value(x) }

// Prox is soft thresholding followed by block soft thresholding. In this order it is the exact prox of the sum; in
// the other it is not.
//
// Source: Friedman, Hastie, Tibshirani, A Note on the Group Lasso and a Sparse Group Lasso, 2010; the order: Jenatton
// et al., Proximal Methods for Hierarchical Sparse Coding, JMLR 2011, Theorem 1.
func (g SparseGroup) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	g.lasso().Prox(dst, v, gamma)
	g.group().Prox(dst, dst, gamma)
	return g.group().Value(dst) + g.lasso().Lambda*floats.Norm(dst, 1)
}

// Parts are the groups, and each coordinate that is in none.
func (g SparseGroup) Parts(d int) [][]int { return withSingles(g.Groups, d) }

// ProxPart is the prox of one of them.
func (g SparseGroup) ProxPart(dst, v []float64, k int, gamma float64) {
	g.lasso().Prox(dst, v, gamma)
	if k < len(g.Groups) {
		shrink(dst, gamma*g.Lambda*g.Mix*weightOf(g.Weights, k))
	}
}

// Derivatives are those of the penalty of a part in its coordinates x that are not 0: the gradient
//
//	λS w_k u + λ(1 − S) sign x      with u = x/‖x‖,
//
// and the Hessian λS w_k (I − uuᵀ)/‖x‖, row by row.
func (g SparseGroup) Derivatives(gradient, hessian, x []float64, k int) {
	norm, strength := floats.Norm(x, 2), 0.
	if k < len(g.Groups) {
		strength = g.Lambda * g.Mix * weightOf(g.Weights, k)
	}
	for i, v := range x {
		u := v / norm
		gradient[i] = strength*u + math.Copysign(g.lasso().Lambda, v)
		row := hessian[i*len(x) : (i+1)*len(x)]
		floats.ScaleTo(row, -strength*u/norm/norm, x)
		row[i] += strength / norm
	}
}

// withSingles are disjoint groups, and a group for each of d coordinates that is in none.
func withSingles(groups Groups, d int) [][]int {
	out := append([][]int(nil), groups...)
	grouped := make([]bool, d)
	for _, group := range groups {
		for _, j := range group {
			grouped[j] = true
		}
	}
	for j, is := range grouped {
		if !is {
			out = append(out, []int{j})
		}
	}
	return out
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g SparseGroup) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is the least ρ with ‖soft(v_k, ρλ(1 − S))‖ ≤ ρλS w_k for every group and |v_j| ≤ ρλ(1 − S) outside of them;
// +Inf where there is none.
//
// Source: Ndiaye, Fercoq, Gramfort, Salmon, GAP Safe Screening Rules for Sparse-Group Lasso, NIPS 2016, Proposition
// 7: each group's ρ is the root of a quadratic between two of its sorted entries.
func (g SparseGroup) Polar(v []float64) float64 {
	var most float64
	grouped := make([]bool, len(v))
	lasso := g.lasso().Lambda
	var part []float64
	for k, group := range g.Groups {
		part = part[:0]
		for _, j := range group {
			grouped[j] = true
			part = append(part, math.Abs(v[j]))
		}
		most = math.Max(most, softRoot(part, lasso, g.Lambda*g.Mix*weightOf(g.Weights, k)))
	}
	for j, x := range v {
		if !grouped[j] && x != 0 {
			most = math.Max(most, math.Abs(x)/lasso)
		}
	}
	return most
}

// softRoot is the least ρ with Σ_j max(0, v_j − ρa)² ≤ (ρb)², for v_j ≥ 0, which it sorts. Where the m largest
// entries exceed ρa it is a root of (ma² − b²)ρ² − 2aρ Σ v_j + Σ v_j².
func softRoot(v []float64, a, b float64) float64 {
	slices.SortFunc(v, func(x, y float64) int {
		if x > y || x != x {
			return -1
		}
		return 1
	})
	if len(v) == 0 || v[0] == 0 {
		return 0
	}
	if b == 0 {
		return v[0] / a
	}
	var sum, squares, root float64
	for m, x := range v {
		sum += x
		squares += x * x
		// the largest entries are those above ρa: the root is right when the next entry is not
		root = squares / (a*sum + math.Sqrt(math.Max(0, a*a*sum*sum-(float64(m+1)*a*a-b*b)*squares)))
		if m+1 == len(v) || v[m+1] <= root*a {
			break
		}
	}
	return root
}

// String is the penalty's name.
func (g SparseGroup) String() string { return "sparse-group" }

// Strength is λ.
func (g SparseGroup) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g SparseGroup) Check(d, k int) error {
	if !(g.Mix >= 0 && g.Mix <= 1) {
		return fmt.Errorf("the mix S = %g: it must be between 0 and 1", g.Mix)
	}
	if k > 1 {
		return fmt.Errorf("the sparse group lasso is of the features of one output, and there are %d outputs", k)
	}
	return checkGrouped(g.Groups, g.Weights, d, k, true)
}

// Simplify is the lasso for S = 0 and the group lasso for S = 1.
func (g SparseGroup) Simplify() toolkit.Proxable {
	switch g.Mix {
	case 0:
		return g.lasso()
	case 1:
		return g.group()
	}
	return g
}
