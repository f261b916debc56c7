package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A gap is computed anew with sums of twice the digits where its rounding is worth it: from a share of the gap and of P
// on, for at most so many entries times outputs.
const (
	sharpOfGap = 0.5
	sharpOfP   = 1e-9
	mostSharp  = 1 << 24
)

// Sharpen is the gap of an objective P that was computed at (W, B) to D(U), and what of it is the bound of rounding, as
// Certify says them of the slopes there, but with sums A W and AᵀU of twice the digits where rounding else is much of a
// gap: what remains is that of losses, penalty and conjugates. U = nil stands for the slopes at (W, B).
//
// Source: Ogita, Rump, Oishi, Accurate Sum and Dot Product, SIAM J. Sci. Comput. 2005.
func (p *Problem) Sharpen(w, b, u []float64, objective, gap, rounding float64) (sharp, remaining float64) {
	rows, ok := p.A.(linalg.Entries)
	n, d := p.A.Dims()
	entries := n * d
	if sparse, ok := p.A.(interface{ NNZ() int }); ok {
		entries = sparse.NNZ()
	}
	if !ok || !(rounding > sharpOfGap*gap) || !(rounding > sharpOfP*math.Abs(objective)) || math.IsInf(gap, 1) ||
		entries*p.o.K > mostSharp || p.WeakConvexity() > 0 || p.Mu == 0 && math.IsInf(p.polarOfNorms(), 1) {
		return gap, rounding
	}
	z, errorsOfZ := p.sharpPredictions(rows, w, b)
	slopes := make([]float64, len(z))
	loss, reg := p.o.Slopes(slopes, z), p.regularization(w)
	if u == nil {
		u = slopes
	}
	v, errorsOfV, imbalance := p.sharpProducts(rows, u, b)
	r := Rounding{Imbalance: imbalance}
	if absolute, ok := p.Loss.(AbsolutelyRounded); ok {
		r.Sum = absolute.AbsoluteRounding()
	}
	scale, conjugate := p.feasible(v, w)
	dual, size := p.o.Dual(u, scale)
	if p.o.Joint != nil { // it keeps the predictions that it was asked for last
		p.at = p.at[:0]
	}
	r.Terms = p.Loss.Len()
	r.Sum += math.Abs(loss) + math.Abs(reg) + size + math.Abs(conjugate)
	r.Imbalance += p.risen(z, errorsOfZ, u)
	for j, off := range errorsOfV {
		r.Imbalance += 2 * math.Abs(w[j]) * off
	}
	if p.Mu > 0 {
		r.Imbalance += floats.Dot(errorsOfV, errorsOfV) / (2 * p.Mu)
	} else if p.Penalty != nil && p.Lambda > 0 {
		r.Imbalance += p.polarOf(errorsOfV) / p.Lambda * r.Sum
	}
	if bounded, ok := p.Penalty.(Bounded); ok {
		r.Imbalance += bounded.Extent(errorsOfV)
	}
	sharp = r.GapAbove(math.Max(objective, loss+reg), dual-conjugate)
	if !(sharp < gap) {
		return gap, rounding
	}
	return sharp, r.Bound()
}

// risen is what the loss may be more than at Z where predictions are off by so much, and ⟨U, Z⟩ by what it may be.
func (p *Problem) risen(z, off, u []float64) (sum float64) {
	l, each := p.Separable()
	curvature := p.Loss.Curvature()
	for i := range p.o.N {
		slopes, _ := p.o.Span(u, i)
		errors, _ := p.o.Span(off, i)
		at, _ := p.o.Span(z, i)
		for c, slope := range slopes {
			e := errors[c]
			sum += math.Abs(slope) * e
			switch {
			case each: // convex: most at an end
				middle, _ := l.At(i, at[c])
				left, _ := l.At(i, at[c]-e)
				right, _ := l.At(i, at[c]+e)
				sum += l.Weight(i) * math.Max(0, math.Max(left, right)-middle)
			case math.IsInf(curvature, 1):
				sum += math.Max(math.Abs(slope), p.weight(i)) * e
			default:
				sum += (math.Abs(slope) + curvature*e) * e
			}
		}
	}
	return sum
}

// weight is c_i, 1 for a joint loss.
func (p *Problem) weight(i int) float64 {
	if p.o.Joint != nil {
		return 1
	}
	return p.o.Loss.Weight(i)
}

// twofold is a sum of products of twice the digits.
type twofold struct{ high, low, size float64 }

func (t *twofold) add(x, y float64) {
	product := float64(x * y) // not to be fused into the sum
	sum := t.high + product
	part := sum - t.high
	t.low += math.FMA(x, y, -product) + ((t.high - (sum - part)) + (product - part))
	t.high = sum
	t.size += math.Abs(product)
}

// rounded is the sum of so many, and what it is off by at most where factors are rounded so often themselves.
func (t *twofold) rounded(terms, before int) (sum, off float64) {
	const unit = 0x1p-53
	sum = t.high + t.low
	gamma := 2 * float64(terms+1) * unit
	return sum, unit*math.Abs(sum) + (gamma*gamma+float64(before)*unit)*t.size
}

// roundings are how many roundings entries of A have behind them that were centred, scaled or added up.
const roundings = 4

func (p *Problem) rounded(sums []twofold, terms int) (v, off []float64) {
	v, off = make([]float64, len(sums)), make([]float64, len(sums))
	before := 0
	if p.Inexact {
		before = roundings
	}
	for k := range sums {
		v[k], off[k] = sums[k].rounded(terms, before)
	}
	return v, off
}

// sharpPredictions are those of Predict.
func (p *Problem) sharpPredictions(rows linalg.Entries, w, b []float64) (z, off []float64) {
	sums, k, at := make([]twofold, p.o.Size()), p.o.K, 0
	for i := range p.o.N {
		part, lo := p.o.Span(p.u, i)
		own := sums[at : at+len(part)]
		rows.VisitRow(i, func(j int, v float64) {
			for c := range own {
				own[c].add(v, w[j*k+lo+c])
			}
		})
		for q := 0; q*k < len(b); q++ {
			for c := range own {
				own[c].add(p.Unpenalized.At(q, i), b[q*k+lo+c])
			}
		}
		at += len(part)
	}
	return p.rounded(sums, (len(w)+len(b))/k)
}

// sharpProducts are −AᵀU, what they are off by, and 2|⟨B, FᵀU⟩|.
func (p *Problem) sharpProducts(rows linalg.Entries, u, b []float64) (v, off []float64, imbalance float64) {
	k := p.o.K
	sums := make([]twofold, p.size+len(b))
	beside := sums[p.size:]
	for i := range p.o.N {
		part, lo := p.o.Span(u, i)
		rows.VisitRow(i, func(j int, v float64) {
			for c, s := range part {
				sums[j*k+lo+c].add(-v, s)
			}
		})
		for q := 0; q*k < len(b); q++ {
			for c, s := range part {
				beside[q*k+lo+c].add(p.Unpenalized.At(q, i), s)
			}
		}
	}
	v, off = p.rounded(sums, p.o.N)
	for k, weight := range b {
		imbalance += 2 * math.Abs(weight) * (math.Abs(v[p.size+k]) + off[p.size+k])
	}
	return v[:p.size], off[:p.size], imbalance
}
