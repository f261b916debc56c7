// Package coordinate holds methods that move one block of weights, or one dual variable, at a time: coordinate descent
// on working sets for least squares, proximal Newton over it for smooth losses, and dual coordinate descent for support
// vector machines.
package coordinate
