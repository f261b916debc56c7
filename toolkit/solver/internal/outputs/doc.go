// Package outputs computes with a loss of several outputs on the predictions of a linear model, of which only each
// example's own part is kept.
package outputs
