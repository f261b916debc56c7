package moments

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Reaches are the Σ_j N_j|w_j| of each of k outputs, N being the sizes of features.
func (c *Central) Reaches(w []float64, k int) []float64 {
	out := make([]float64, k)
	for j, size := range c.Sizes[:c.Features] {
		for o, v := range w[j*k : (j+1)*k] {
			out[o] += size * math.Abs(v)
		}
	}
	return out
}

// Gap bounds P(w) − P* for all examples, from a gap of those of moments that are off by a share ε, at the dual point of
// the residual r of weights of such reaches. With N the reach and N_y, the dual objective at s·r is off by
//
//	s εN N_y + ½s²εN² + ε(ρN_y + ρ²) (λΩ)°(N_jN)                 without a ridge: s is wrong by ε(λΩ)°(N_jN),
//	εN N_y + ½εN² + εN Σ_j N_j|w'_j| + ε²N²‖N‖²/(2μ)             with one,
//
// and P by ½εN², with w' = argmax ⟨v, ·⟩ − R, of which ‖w' − w‖² ≤ 2 gap/μ, and ρ = ‖r‖, which is never more than N. Of
// several outputs, each with its N and N_y, these and Σ_j N_j|w'_j| are norms over outputs (Cauchy, Schwarz) but in
// N_jN. polar is (λΩ)°.
func (c *Central) Gap(gap, share, mu, rho float64, reaches []float64, polar func([]float64) float64) float64 {
	sizes, targets := c.Sizes[:c.Features], c.Sizes[c.Features:]
	reach, target, norm := floats.Norm(reaches, 2), floats.Norm(targets, 2), floats.Norm(sizes, 2)
	all := floats.AddTo(make([]float64, len(reaches)), reaches, targets)
	n := floats.Norm(all, 2)
	gap, off := gap+share*n*(n+target), gap
	if mu > 0 {
		return gap + share*n*(reach+norm*math.Sqrt(2*off/mu)) + share*n*share*n*norm*norm/(2*mu)
	}
	offs := make([]float64, 0, len(sizes)*len(all))
	for _, size := range sizes {
		for _, each := range all {
			offs = append(offs, size*each)
		}
	}
	rho = math.Min(rho, n)
	return gap + share*polar(offs)*rho*(target+rho)
}
