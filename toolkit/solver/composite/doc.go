// Package composite solves sums of functions of linear maps,
//
//	P(x) = Σ_k h_k(K_k x + d_k) + ⟨c, x⟩ + r + ½ Σ_j μ_j x_j²,
//
// where losses, penalties of maps and constraints are all terms: quantile regression with total variation, support
// vector machines with groups that overlap, sums of penalties. What a term must know is a toolkit.Composable.
//
// Where all functions are pieces (toolkit.Pieces) of sparse maps, as those of a quantile loss with trend filtering,
// Method goes through interior points, some twenty of them. Else it has two phases. Splitting is the alternating
// direction method of multipliers, with a stepsize a term; it is near the solution soon, and slow from there. Newton is
// the proximal method of multipliers, of which semismooth Newton steps solve the subproblems; from near it ends in few.
// Each of all holds one multiplier v_k a term, and the gap is that of the best x to the best dual point made of them.
//
// Columns without ridge that are combinations of others but for little are replaced by what is left of them, summed in
// twice the digits: what numbers of x as large as 1e7 differ by is a number of its own then. Where only penalties and
// constraints tell columns of losses apart, a run that comes to no end goes on so.
//
// Restarted does without factors, for maps that are known by their products alone (linalg/maps).
package composite
