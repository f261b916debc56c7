// Package lowrank holds methods for the trace norm on matrices in factors, W = UᵀV: factored descent, accelerated proximal gradient
// in three forms, and the rivals they are compared with.
package lowrank
