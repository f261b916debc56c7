package solver

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Rounding holds the sizes that bound the rounding error of a duality gap P(W) − D(U). Products with A are sums, so
// that with the unit roundoff u = 2⁻⁵³ and γ = u·Terms a computed prediction is off by at most γ Σ_j |a_ij||w_j|, and
// a computed entry of AᵀU by at most γ Σ_i |a_ij||u_i| ≤ γ‖A_j‖‖U‖. To first order the gap then is off by at most
//
//	γ (Sum + 2 Slopes·Reach + Slopes·Polar·Sum) + Imbalance,
//
// and by γ²·Square to second order: the first term is what sums of P and D lose, the second what ⟨U, AW⟩ does in
// either of them, the third what a point that is scaled by its polar is scaled wrongly, and the last what is left of
// FᵀU = 0 where there are unpenalized columns F with weights B, |⟨B, FᵀU⟩| twice.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, sections 3.1 and 3.5.
type Rounding struct {
	Terms     int     // the most terms that a sum has
	Sum       float64 // Σ_i c_i (|ℓ_i| + |ℓ_i*|) + R + |R*|
	Slopes    float64 // ‖U‖, or what ‖U‖ is at most near W where slopes jump
	Reach     float64 // Σ_j ‖A_j‖‖w_j‖, with the unpenalized columns
	Polar     float64 // (λΩ)°(‖A_1‖, …, ‖A_d‖), where points are scaled to be feasible
	Imbalance float64 // 2|⟨B, FᵀU⟩|
	Square    float64 // ½ curvature·Reach², and with a ridge ‖A‖²‖U‖²/(2μ)
}

// fewTerms are the roundings beside those of long sums: of losses, conjugates and the last differences.
const fewTerms = 32

// Bound is the bound.
func (r Rounding) Bound() float64 {
	gamma := 0x1p-53 * float64(r.Terms+fewTerms)
	first := r.Sum + r.Slopes*(2*r.Reach+r.Polar*r.Sum)
	return gamma*(first+gamma*r.Square) + r.Imbalance
}

// GapAbove is what a gap is known to be at most: P less a lower bound of P*, and what rounding allows. It is never 0,
// which would be a gap that is not known: see Progress. It is NaN where P is below the bound by more than rounding, of
// which digits enough are left here: a loss, a penalty or a conjugate then is not what it says.
func (r Rounding) GapAbove(primal, lower float64) float64 {
	const digits = 1e-9
	gap, bound := primal-lower, r.Bound()
	if gap < -2*bound-digits*(math.Abs(primal)+math.Abs(lower)) || math.IsInf(lower, 1) {
		return math.NaN()
	}
	if gap < 0 { // keeps NaN
		gap = 0
	}
	return Known(gap + bound)
}

// hidden is what of Bound is rounding: Imbalance is not, which falls as a dual point comes nearer, but for what
// rounding of predictions makes of slopes, and these of FᵀU.
func (r Rounding) hidden() float64 {
	gamma := 0x1p-53 * float64(r.Terms+fewTerms)
	return r.Bound() - math.Max(0, r.Imbalance-2*gamma*(r.Slopes*r.Reach+r.Square))
}

// Fill is GapAbove as Gap of a state, and as its Rounding what of Bound is that.
func (r Rounding) Fill(p *Progress, primal, lower float64) {
	p.Gap, p.Rounding = r.GapAbove(primal, lower), r.hidden()
}

// FillBest is Fill for a lower bound that is the best of several, each less a Bound of its own: Rounding holds such a
// one too.
func (r Rounding) FillBest(p *Progress, primal, lower float64) {
	r.Fill(p, primal, lower)
	p.Rounding *= 2
}

// ColumnNorms are ‖A_j‖, once for all λ and μ; where A does not enumerate its entries, a bound of ‖A‖ for all.
func (p *Problem) ColumnNorms() []float64 {
	return Shared(p, columnNormsKey, func() []float64 { return linalg.ColumnNorms(p.A) })
}

// WithColumnNorms is the same problem, for which ‖A_j‖ are known.
func (p *Problem) WithColumnNorms(norms []float64) *Problem {
	p.shared.LoadOrStore(columnNormsKey, func() []float64 { return norms })
	return p
}

// WithSlopesAtZero is the same problem, for which the gradient at W = 0 and the best unpenalized weights is known.
func (p *Problem) WithSlopesAtZero(gradient []float64) *Problem {
	Shared(p, atZeroKey, func() valueGradient { return valueGradient{p.slopes(make([]float64, p.Dim())), gradient} })
	return p
}

// Reach is Σ_j ‖A_j‖‖w_j‖, of which ‖AW‖ is never more, W being d×k row by row.
func (p *Problem) Reach(w []float64) (reach float64) {
	k := p.Outputs()
	for j, norm := range p.ColumnNorms() {
		reach += norm * vec.Norm(w[j*k:(j+1)*k])
	}
	return reach
}

// rounding is that of the gap at W and U, but for the losses and conjugates of Sum.
func (p *Problem) rounding(w, u []float64) Rounding {
	r := p.dualRounding(u)
	r.Imbalance = p.imbalance(u)
	if r.Reach = p.Reach(w) + p.unpenalizedReach(); math.IsInf(p.Loss.Curvature(), 1) {
		r.Slopes = math.Max(r.Slopes, p.mostSlopes())
	} else {
		r.Square += p.Loss.Curvature() / 2 * r.Reach * r.Reach
	}
	return r
}

// LossRounding is what the plane that touches the loss at the last weights asked for may exceed it by, as computed.
func (p *Problem) LossRounding() float64 { return p.rounding(p.at, p.u).Bound() }

// dualRounding is that of the dual objective at U, but for Sum.
func (p *Problem) dualRounding(u []float64) Rounding {
	r := Rounding{Terms: max(linalg.Terms(p.A), p.Loss.Len(), p.size), Slopes: vec.Norm(u)}
	if absolute, ok := p.Loss.(AbsolutelyRounded); ok {
		r.Sum = absolute.AbsoluteRounding()
	}
	if p.Mu > 0 {
		norm := r.Slopes * vec.Norm(p.ColumnNorms())
		r.Square = norm * norm / (2 * p.Mu)
	} else if p.Penalty != nil && p.Lambda > 0 {
		r.Polar = p.polarOfNorms() / p.Lambda
	}
	if b, ok := p.Penalty.(Bounded); ok {
		r.Sum += r.Slopes * b.Extent(p.each(p.ColumnNorms()))
	}
	return r
}

// each is a number of each column once for each output.
func (p *Problem) each(columns []float64) []float64 {
	k := p.Outputs()
	v := make([]float64, p.size)
	for j, norm := range columns {
		for c := range k {
			v[j*k+c] = norm
		}
	}
	return v
}

// mostSlopes is ‖c‖: what ‖U‖ is at most where slopes of the losses are at most 1, as those of the hinge are.
func (p *Problem) mostSlopes() float64 {
	var sum float64
	for i := range p.Loss.Len() {
		sum += p.Loss.Weight(i) * p.Loss.Weight(i)
	}
	return math.Sqrt(sum)
}

// unpenalizedReach is Σ ‖F_q‖‖b_q‖, four times: multipliers of Fᵀ U = 0, which rounding leaves near 0, are B itself at
// the solution and may be more at W.
func (p *Problem) unpenalizedReach() (reach float64) {
	if p.Unpenalized == nil || p.minimum == nil {
		return 0
	}
	for q := range p.Unpenalized.R {
		reach += 4 * vec.Norm(p.Unpenalized.Row(q)) * vec.Norm(p.minimum.b[q*p.o.K:(q+1)*p.o.K])
	}
	return reach
}

// imbalance is 2|⟨B, FᵀU⟩|, which Newton's method leaves near 0.
func (p *Problem) imbalance(u []float64) (sum float64) {
	if p.minimum == nil {
		return 0
	}
	for k, left := range p.minimum.along(u) {
		sum += 2 * math.Abs(left*p.minimum.b[k])
	}
	return sum
}

// polarOfNorms is Ω°(‖A_1‖, …, ‖A_d‖), each norm once for each output; once for all λ and μ.
func (p *Problem) polarOfNorms() float64 {
	return Shared(p, polarOfNormsKey, func() float64 { return p.polarOf(p.each(p.ColumnNorms())) })
}

// polarOf is the most that Ω° is on vectors of such sizes.
func (p *Problem) polarOf(sizes []float64) float64 {
	reg, ok := p.Penalty.(toolkit.Conjugate)
	if !ok {
		return 0
	}
	if s, ok := p.Penalty.(Sized); ok {
		return s.PolarOfSizes(sizes)
	}
	return reg.Polar(sizes)
}
