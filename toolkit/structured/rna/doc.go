// Package rna predicts secondary structures of RNA: which bases pair, so that no two pairs cross. A structure falls
// into loops, each with features of its own; its score is their sum weighted by about 350 learned numbers, the best
// structure is found by dynamic programming, and the weights are learned by the hinge or logistic loss of structured
// prediction.
//
// Source: Do, Woods, Batzoglou, CONTRAfold: RNA Secondary Structure Prediction without Physics-Based Models,
// Bioinformatics 2006, for the features; Zuker and Stiegler, Nucleic Acids Research 1981, for the recursion.
package rna
