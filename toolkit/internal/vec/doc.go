// Package vec holds what loops of several packages ask of vectors and gonum's floats has not.
package vec
