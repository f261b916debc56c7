// Package matrices learns matrices that are no weights of features: which variables depend on which, and atoms
// that signals are combinations of.
package matrices
