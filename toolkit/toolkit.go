// Package toolkit is the contract of proxlab: the few small interfaces through which losses, penalties, parameter
// stores and solvers meet. It holds no algorithm, prints nothing, reads no file.
//
// Every objective of the project is scaled as
//
//	P(w) = Σ_i c_i ℓ_i(w) + λ Ω(w) + (μ/2) ‖w‖²        c_i = 1/n unless weights are given; squared loss ℓ = ½ (f − y)²
//
// A penalty carries a strength of its own (prox.L1{Lambda: 0.1}), which solver.Problem multiplies by its λ, 1 by
// default; μ belongs to the problem or to prox.Ridge, and γ is always a stepsize.
//
// A loss or a penalty is a value with two to six methods. What a quicker method needs beyond them it asks for through
// a capability, an interface that the value may implement as well: BlockNorm, Gauge, MatrixGauge, TwiceDifferentiable,
// Hessian here, and others in the rooms of package solver that use them.
//
// Manners are those of gonum: destination first, a panic with a constant string for a programmer's error (lengths that
// differ, γ ≤ 0), an error for data, files and numerical failure.
package toolkit
