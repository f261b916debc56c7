// Package exact judges answers: it evaluates the objective
//
//	P(W, b) = Σ_i c_i ℓ_i(Wᵀx_i + b) + λ Ω(W) + (μ/2)‖W‖²
//
// of a small problem with numbers of 384 bits, and encloses its minimum between the value of a point and that of a
// dual point. It shares no code with what it judges, and no method: it follows the central path of the problem by
// Newton's method, whatever loss and penalty.
package exact
