package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// certify fills in P(w) and P(w) − D(α), with α clipped to 0 … c, and, with an intercept, that of one class scaled so
// that Σ α_i y_i = 0:
//
//	D(α) = Σ α_i − ‖Σ α_i y_i a_i‖²/(2μ).
func (ip *interiorPoint) certify() {
	var squared, losses, sum float64
	for _, w := range ip.w[:ip.ridged] {
		squared += w * w
	}
	positive, negative := 1., 1.
	if ip.ridged < len(ip.w) {
		positive, negative = ip.balance()
	}
	clear(ip.rhs)
	for i, y := range ip.y {
		losses += ip.c[i] * max(0, 1-ip.at[i])
		alpha := min(max(ip.alpha[i], 0), ip.c[i])
		if y > 0 {
			alpha *= positive
		} else {
			alpha *= negative
		}
		sum += alpha
		ip.a.AddRow(ip.rhs, alpha*y, i)
	}
	var dual float64
	for _, v := range ip.rhs[:ip.ridged] {
		dual += v * v
	}
	objective := ip.mu/2*squared + losses
	ip.s.Objective = objective
	ip.rounding(objective, sum+dual/(2*ip.mu)).Fill(&ip.s.Progress, objective, sum-dual/(2*ip.mu))
}

// rounding is that of the gap.
func (ip *interiorPoint) rounding(objective, dual float64) solver.Rounding {
	return hingeRounding(max(ip.a.R, ip.a.C), objective+dual, ip.c, ip.norms, ip.w, ip.rhs, ip.ridged, ip.mu)
}

// hingeRounding is that of the gap of a support vector machine with weights c, columns of these norms, of which so many
// are ridged, and pull = Σ α_i y_i a_i; slopes of the hinge are at most 1.
func hingeRounding(terms int, sum float64, c, norms, w, pull []float64, ridged int, mu float64) solver.Rounding {
	r := solver.Rounding{Terms: terms, Sum: sum, Slopes: floats.Norm(c, 2)}
	for j, norm := range norms {
		if r.Reach += norm * math.Abs(w[j]); j >= ridged { // the multiplier of Σ_i α_i y_i f_i = 0
			r.Reach += 3 * norm * math.Abs(w[j])
			r.Imbalance = 2 * math.Abs(w[j]*pull[j])
		}
	}
	norm := floats.Norm(norms[:ridged], 2) * r.Slopes
	r.Square = norm * norm / (2 * mu)
	return r
}

// balance are factors of at most 1 for the multipliers of both classes that make their sums equal.
func (ip *interiorPoint) balance() (positive, negative float64) {
	var plus, minus float64
	for i, y := range ip.y {
		if alpha := min(max(ip.alpha[i], 0), ip.c[i]); y > 0 {
			plus += alpha
		} else {
			minus += alpha
		}
	}
	return shares(plus, minus)
}

// shares are factors of at most 1 that make two sums equal.
func shares(plus, minus float64) (ofPlus, ofMinus float64) {
	return min(1, minus/max(plus, math.SmallestNonzeroFloat64)), min(1, plus/max(minus, math.SmallestNonzeroFloat64))
}
