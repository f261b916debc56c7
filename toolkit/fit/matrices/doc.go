// Package matrices learns matrices that are no weights of features: which variables depend on which, and atoms
// that signals are combinations of, what is not known of a matrix of ratings.
package matrices
