// Package blocks fits linear models to examples that memory does not hold: by passes over blocks of rows, each of which
// gives objective, gradient, a Hessian of few features, and a dual point with its certificate.
package blocks
