// Package atoms holds methods that build a solution from atoms, one linear minimization at a time: coordinate descent
// on the weights of atoms, and its continuation along a path of λ. Both take a solver.Problem whose penalty is a
// toolkit.Gauge, or a toolkit.MatrixGauge where atoms are of any rank, and never form W.
package atoms
