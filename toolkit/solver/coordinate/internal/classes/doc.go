// Package classes holds the quadratic models of softmax losses, on all examples or on a sample of many.
package classes
