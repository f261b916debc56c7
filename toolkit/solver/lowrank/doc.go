// Package lowrank holds methods for the trace norm, most of them on matrices in factors, W = UᵀV: factored descent,
// accelerated proximal gradient in three forms, and the rivals they are compared with. All solve a solver.Problem
// whose penalty is a TraceNorm,
//
//	P(W) = Σ_i c_i ℓ_i(Wᵀa_i) + λ‖W‖_*,
//
// for a loss of several outputs, as a rule; for one output the trace norm is the Euclidean norm. λ is the problem's
// times the penalty's strength.
package lowrank
