// Package matrices learns matrices that are no weights of features: which variables depend on which.
package matrices
