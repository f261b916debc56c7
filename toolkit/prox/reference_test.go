package prox_test

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
)

// references are routes to each penalty's prox that share no code with it.
var references = map[string]func(v []float64, gamma, lambda float64) []float64{
	"L1": func(v []float64, gamma, lambda float64) []float64 {
		return eachCoordinate(v, gamma, func(z float64) float64 { return lambda * math.Abs(z) })
	},
	"L1/weighted": func(v []float64, gamma, lambda float64) (out []float64) {
		for j := range v {
			w := lambda * testproblems.Sawtooth(j)
			out = append(out, eachCoordinate(v[j:j+1], gamma, func(z float64) float64 { return w * math.Abs(z) })...)
		}
		return out
	},
	"SquaredL1": func(v []float64, gamma, lambda float64) []float64 {
		return squaredL1(v, gamma*lambda, func(int) float64 { return 1 })
	},
	"SquaredL1/weighted": func(v []float64, gamma, lambda float64) []float64 {
		return squaredL1(v, gamma*lambda, testproblems.Sawtooth)
	},
	"L1Ball": func(v []float64, _, radius float64) []float64 { // the soft threshold at which the norm falls to the radius
		ones := func(int) float64 { return 1 }
		return thresholdWhere(v, ones, func(z []float64, _ float64) bool { return floats.Norm(z, 1) > radius })
	},
	"Power": func(v []float64, gamma, lambda float64) []float64 {
		return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * math.Pow(math.Abs(z), 1.5) })
	},
	"Power/3": func(v []float64, gamma, lambda float64) []float64 {
		return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * math.Pow(math.Abs(z), 3) })
	},
	"Ridge": func(v []float64, gamma, lambda float64) []float64 {
		return eachCoordinate(v, gamma, func(z float64) float64 { return lambda / 2 * z * z })
	},
	"Ridge/elastic-net": func(v []float64, gamma, lambda float64) []float64 {
		return eachCoordinate(v, gamma, func(z float64) float64 { return lambda*math.Abs(z) + 0.35*z*z })
	},
	"L21": func(v []float64, gamma, lambda float64) []float64 {
		return sumOfNorms(v, gamma*lambda, testproblems.Pairs(len(v)), testproblems.Sawtooth)
	},
	"SparseGroup": func(v []float64, gamma, lambda float64) []float64 { // every coordinate as one more group
		groups := testproblems.Pairs(len(v))
		p := len(groups)
		for j := range v {
			groups = append(groups, []int{j})
		}
		return sumOfNorms(v, gamma*lambda, groups, func(k int) float64 {
			if k < p {
				return 0.3 * testproblems.Sawtooth(k)
			}
			return 0.7
		})
	},
	"Tree": func(v []float64, gamma, lambda float64) []float64 {
		return sumOfNorms(v, gamma*lambda, testproblems.Nested(len(v)), testproblems.Sawtooth)
	},
	"Overlap": func(v []float64, gamma, lambda float64) []float64 {
		groups := testproblems.Chained(len(v))
		maps := make([]rowsOf, len(groups))
		for k, g := range groups {
			for _, j := range g {
				maps[k] = append(maps[k], map[int]float64{j: testproblems.Sawtooth(k)})
			}
		}
		return sumOfMappedNorms(v, gamma*lambda, maps, 40000)
	},
	"TotalVariation": totalVariation,
	"MultiTask": func(v []float64, gamma, lambda float64) []float64 {
		out := append([]float64(nil), v...)
		k := len(v) / testproblems.MatrixRows(len(v))
		for lo := 0; lo < len(v); lo += k {
			row := out[lo : lo+k]
			floats.Scale(max(0, 1-gamma*lambda/floats.Norm(row, 2)), row)
		}
		return out
	},
	"TraceNorm":    traceNorm,
	"SpectralNorm": spectralNorm,
	"OnNorms/squared": func(v []float64, gamma, lambda float64) []float64 {
		return shrinkGroupsWhere(v, func(sum, tau float64) bool { return tau < gamma*lambda*sum })
	},
	"OnNorms/ball": func(v []float64, _, radius float64) []float64 {
		return shrinkGroupsWhere(v, func(sum, _ float64) bool { return sum > radius })
	},
}

// traceNorm is the trace norm's prox Q diag(max(0, 1 − γλ/σ)) Qᵀ V by the eigenvectors Q of V Vᵀ.
func traceNorm(v []float64, gamma, lambda float64) []float64 {
	return onSingularValues(v, func(s float64) float64 { return math.Max(0, s-gamma*lambda) })
}

// spectralNorm is the spectral norm's prox Q diag(min(σ, τ)/σ) Qᵀ V, with τ such that γλ is cut off, by bisection.
func spectralNorm(v []float64, gamma, lambda float64) []float64 {
	lo, hi := 0., floats.Norm(v, 2)
	for range 200 {
		level := (lo + hi) / 2
		var cut float64
		onSingularValues(v, func(s float64) float64 {
			cut += math.Max(0, s-level)
			return s
		})
		if cut > gamma*lambda {
			lo = level
		} else {
			hi = level
		}
	}
	return onSingularValues(v, func(s float64) float64 { return math.Min(s, hi) })
}

// onSingularValues is Q diag(f(σ)/σ) Qᵀ V by the eigenvectors Q of V Vᵀ, a matrix of at most 2 × 2 whose rotation is
// known in closed form.
func onSingularValues(v []float64, f func(s float64) float64) []float64 {
	rows := testproblems.MatrixRows(len(v))
	cols := len(v) / rows
	out := make([]float64, len(v))
	if rows == 1 {
		s := floats.Norm(v, 2)
		floats.AddScaled(out, f(s)/s, v)
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
		s := f(math.Sqrt(eigenvalue)) / math.Sqrt(eigenvalue)
		for j := range cols {
			along := e[0]*a[j] + e[1]*b[j]
			out[j] += s * e[0] * along
			out[cols+j] += s * e[1] * along
		}
	}
	return out
}
