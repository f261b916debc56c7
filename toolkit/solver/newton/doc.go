// Package newton holds second-order methods: Newton's method by conjugate gradients for smooth objectives, and an
// interior-point method for support vector machines.
package newton
