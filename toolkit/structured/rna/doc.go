// Package rna predicts secondary structures of RNA: which bases pair, so that no two pairs cross. The score of a
// structure y of a sequence x is linear in about 340 learned weights,
//
//	score(x, y) = ⟨w, φ(x, y)⟩ = Σ_{loops of y} ⟨w, φ(loop)⟩
//
// over the loops that y falls into: hairpins, stacks, bulges, interior and multiple loops, and what is outside all
// pairs. Names says what each feature counts: pairs (AU, CG, GU), the ends of helices with the bases beside them,
// lengths of hairpins, bulges and interior loops with their symmetry, small loops by their bases, stacks of pairs,
// and of multiple loops and outside the helices and bases without partner. Lengths count cumulatively. A base may
// pair with the next one; interior loops have at most 30 bases.
//
// Extended features are 117 more: mismatches in hairpins, and stacks over bulges of one. Package energies has
// nearest-neighbour energies as their weights.
//
// Folder finds the best structure by dynamic programming, Folder.Suboptimal the next best, Ensemble sums over all
// of them, Evidence says what is known of a structure, package beam folds in linear time, and the weights are learned
// by Hinge or CRF, the hinge and the logistic loss of structured prediction.
//
// Source: Do, Woods, Batzoglou, CONTRAfold: RNA Secondary Structure Prediction without Physics-Based Models,
// Bioinformatics 2006, for the features; Zuker and Stiegler, Nucleic Acids Research 1981, for the recursion.
package rna
